/** Tones for scan results, so that the clerk need not look at the screen. `warn` means done with a remark. */
export type Tone = 'good' | 'warn' | 'bad' | 'stored';

/** Frequency in hertz and duration in seconds of each note. The notes of a tone are played one after the other. */
const TONES: Record<Tone, readonly (readonly [pitch: number, length: number])[]> = {
  good: [[1_320, 0.09]],
  warn: [
    [880, 0.09],
    [880, 0.09],
  ],
  bad: [
    [330, 0.16],
    [220, 0.24],
  ],
  stored: [[660, 0.06]],
};
const PLACE = 'lending.sound';

let sound: AudioContext | undefined;

export const isSilent = (): boolean => localStorage.getItem(PLACE) === 'off';
export const setSilent = (silent: boolean): void => localStorage.setItem(PLACE, silent ? 'off' : 'on');

/** Plays a tone unless sound is turned off or not supported. */
export function playTone(tone: Tone): void {
  if (isSilent() || typeof AudioContext === 'undefined') return;
  sound ??= new AudioContext();
  let at = sound.currentTime;
  for (const [pitch, length] of TONES[tone]) {
    const [wave, volume] = [sound.createOscillator(), sound.createGain()];
    wave.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    wave.connect(volume).connect(sound.destination);
    wave.start(at);
    wave.stop(at + length);
    at += length + 0.03;
  }
}
