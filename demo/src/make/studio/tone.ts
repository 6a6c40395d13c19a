/** Minimal sound generator that mixes mono samples and writes WAV. */

export const RATE = 22050;

export type Track = Float32Array<ArrayBuffer>;

export const silence = (seconds: number): Track => new Float32Array(Math.ceil(seconds * RATE));

export function mixIn(track: Track, sound: Float32Array, at: number, gain = 1): void {
  const start = Math.round(at * RATE);
  const length = Math.min(sound.length, track.length - start);
  for (let i = 0; i < length; i++) track[start + i] = (track[start + i] ?? 0) + (sound[i] ?? 0) * gain;
}

const pitchOf = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

/** Returns a soft struck tone, similar to a celesta or marimba. */
export function chime(midi: number, seconds = 1.6): Track {
  const out = silence(seconds);
  const w = (2 * Math.PI * pitchOf(midi)) / RATE;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    const attack = Math.min(1, t / 0.006);
    const body =
      Math.sin(w * i) * Math.exp(-3.2 * t) + 0.28 * Math.sin(2 * w * i) * Math.exp(-5 * t) + 0.1 * Math.sin(4 * w * i) * Math.exp(-11 * t);
    out[i] = body * attack * Math.min(1, (seconds - t) / 0.08) * 0.5;
  }
  return out;
}

/** Returns a plucked string (Karplus-Strong synthesis), similar to a guitar. */
export function pluck(midi: number, seconds = 2.5, seed = 1): Track {
  const out = silence(seconds);
  const period = RATE / pitchOf(midi);
  const n = Math.floor(period - 0.5);
  const part = period - 0.5 - n;
  const string = new Float32Array(n + 2);
  let noise = seed * 7919 + 17;
  for (let i = 0; i < string.length; i++) {
    noise = (noise * 1103515245 + 12345) & 0x7fffffff;
    string[i] = (noise / 0x7fffffff) * 2 - 1;
  }
  for (let pass = 0; pass < 3; pass++) for (let i = 1; i < string.length; i++) string[i] = (string[i]! + string[i - 1]!) / 2;
  const ring: number[] = Array.from(string);
  for (let i = 0; i < out.length; i++) {
    const size = ring.length;
    const a = i < size ? ring[i]! : out[i - n]! * (1 - part) + out[i - n - 1]! * part;
    const b = i < size ? (ring[i - 1] ?? 0) : out[i - n - 1]! * (1 - part) + (out[i - n - 2] ?? 0) * part;
    out[i] = i < size ? a : 0.996 * (a + b) * 0.5;
  }
  for (let i = 0; i < out.length; i++) out[i] = out[i]! * 0.8 * Math.min(1, (seconds - i / RATE) / 0.15);
  return out;
}

/** Returns a short knock on wood; `bright` marks the first beat of a bar. */
export function knock(bright = false): Track {
  const out = silence(0.12);
  const w = (2 * Math.PI * (bright ? 1420 : 960)) / RATE;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    out[i] = (Math.sin(w * i) + 0.4 * Math.sin(2.7 * w * i)) * Math.exp(-58 * t) * 0.6;
  }
  return out;
}

/** Returns a hand drum with falling pitch and a slight rattle. */
export function drum(): Track {
  const out = silence(0.4);
  let phase = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    phase += (2 * Math.PI * (78 + 90 * Math.exp(-34 * t))) / RATE;
    const rattle = (Math.sin(i * 12.9898) * 43758.5453) % 1;
    out[i] = Math.sin(phase) * Math.exp(-9 * t) * 0.9 + rattle * Math.exp(-70 * t) * 0.18;
  }
  return out;
}

/** Returns a clap of hands: three short bursts of noise. */
export function clap(): Track {
  const out = silence(0.22);
  let noise = 99;
  let low = 0;
  for (let i = 0; i < out.length; i++) {
    const t = i / RATE;
    noise = (noise * 1103515245 + 12345) & 0x7fffffff;
    const hiss = (noise / 0x7fffffff) * 2 - 1;
    low += 0.35 * (hiss - low);
    const burst = [0, 0.011, 0.023].reduce((sum, at) => sum + (t >= at ? Math.exp(-120 * (t - at)) : 0), 0);
    out[i] = (hiss - low) * (burst * 0.5 + 0.5 * Math.exp(-26 * t)) * 0.5;
  }
  return out;
}

/** Returns quiet background sound for a film: sine waves that swell and fade. */
export function pad(midis: readonly number[], seconds: number): Track {
  const out = silence(seconds);
  midis.forEach((midi, n) => {
    const w = (2 * Math.PI * pitchOf(midi)) / RATE;
    for (let i = 0; i < out.length; i++) {
      const t = i / RATE;
      const shape = Math.min(1, t / 1.5, (seconds - t) / 1.5) * (0.75 + 0.25 * Math.sin(0.7 * t + n * 1.9));
      out[i] = out[i]! + (Math.sin(w * i) + 0.25 * Math.sin(2 * w * i)) * shape * 0.2;
    }
  });
  return out;
}

export function wavOf(track: Track): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + track.length * 2, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(track.length * 2, 40);
  const body = Buffer.alloc(track.length * 2);
  for (let i = 0; i < track.length; i++) body.writeInt16LE(Math.round(Math.max(-1, Math.min(1, track[i] ?? 0)) * 32767), i * 2);
  return Buffer.concat([head, body]);
}
