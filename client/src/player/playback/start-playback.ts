/** Returns a new playback with the stored settings. */
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
