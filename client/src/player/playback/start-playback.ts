/** A playback that begins with what the person set last time. */
import { useState } from 'react';
import { createPlayback, type Playback } from './playback.ts';
import { preferences } from './preferences.ts';

export function useNewPlayback(): Playback {
  const [playback] = useState(() => {
    const fresh = createPlayback();
    const { volume, muted, rate } = preferences();
    fresh.setVolume(volume);
    fresh.setMuted(muted);
    fresh.setRate(rate);
    return fresh;
  });
  return playback;
}
