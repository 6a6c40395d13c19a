/** Plays a separate audio description in sync with the film (EN 301 549, 7.2). */
import type { Playback } from './playback.ts';

/** Deviation in seconds at which the sound is resynchronised. */
const DRIFT = 0.3;

/** Starts the audio description and keeps it in sync. Returns a function that stops it. */
export function syncAudioDescription(playback: Playback, href: string): () => void {
  const sound = new Audio(href);
  const follow = (): void => {
    const { playing, waiting, time, rate, volume, muted } = playback.get();
    Object.assign(sound, { volume, muted, playbackRate: rate });
    if (Math.abs(sound.currentTime - time) > DRIFT) sound.currentTime = time;
    const wanted = playing && !waiting;
    if (wanted && sound.paused) void sound.play().catch(() => undefined);
    if (!wanted && !sound.paused) sound.pause();
  };
  const release = playback.subscribe(follow);
  follow();
  return () => {
    release();
    sound.pause();
    sound.removeAttribute('src');
  };
}
