/** Playback state of a film or sound. The player, chapters, transcript and mini player share it. */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

export type PlaybackState = {
  /** Loading state; `empty` means that no media element is attached. */
  status: 'empty' | 'loading' | 'ready' | 'failed';
  playing: boolean;
  /** True if playback is requested but data are missing. */
  waiting: boolean;
  ended: boolean;
  /** True if the medium has been played at least once. */
  begun: boolean;
  /** Position in seconds. */
  time: number;
  /** Duration in seconds; 0 while unknown. */
  duration: number;
  /** End of the buffered range around the current position, in seconds. */
  buffered: number;
  volume: number;
  muted: boolean;
  rate: number;
};

export type Playback = {
  get(): PlaybackState;
  subscribe(listener: () => void): () => void;
  /** Attaches a media element and starts at `from` seconds. Returns a function that detaches it. */
  attach(element: HTMLMediaElement, from?: number): () => void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(seconds: number): void;
  skip(seconds: number): void;
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
  /** Sets a position in seconds at which playback stops once. `null` removes it. */
  stopAt(seconds: number | null): void;
  fail(): void;
};

const START: PlaybackState = {
  status: 'empty',
  playing: false,
  waiting: false,
  ended: false,
  begun: false,
  time: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  rate: 1,
};

/** Returns a playback. It outlives its media element, so that the position is preserved when the source changes. */
export function createPlayback(): Playback {
  let state = START;
  let element: HTMLMediaElement | null = null;
  let limit: number | null = null;
  /** Position in seconds to seek to once the duration is known. */
  let pending: number | null = null;
  /** True if playback is requested. It then continues after the source or its signed address has changed. */
  let wanted = false;
  const listeners = new Set<() => void>();

  const set = (change: Partial<PlaybackState>): void => {
    const names = Object.keys(change) as (keyof PlaybackState)[];
    if (names.every((name) => Object.is(state[name], change[name]))) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  const tick = (): void => {
    if (!element) return;
    if (limit !== null && element.currentTime >= limit && !element.paused) {
      limit = null;
      playback.pause();
    }
    if (pending === null) set({ time: element.currentTime });
  };

  const playback: Playback = {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach: (media, from) => {
      element = media;
      // Seeking to zero has no effect except removing the poster, so it is skipped.
      pending = from || state.time || null;
      Object.assign(media, { volume: state.volume, muted: state.muted, playbackRate: state.rate, defaultPlaybackRate: state.rate });
      set({ status: 'loading', time: pending ?? 0 });
      const release = listen(media, {
        loadedmetadata: () => {
          if (pending !== null) media.currentTime = Math.min(pending, media.duration || pending);
          pending = null;
          set({ status: 'ready', duration: Number.isFinite(media.duration) ? media.duration : 0, time: media.currentTime });
          if (wanted && media.paused) playback.play();
        },
        durationchange: () => set({ duration: Number.isFinite(media.duration) ? media.duration : 0 }),
        timeupdate: tick,
        seeked: tick,
        play: () => {
          wanted = true;
          set({ playing: true, ended: false, begun: true });
        },
        playing: () => set({ playing: true, waiting: false }),
        pause: () => {
          wanted = false;
          set({ playing: false, waiting: false, time: pending ?? media.currentTime });
        },
        waiting: () => set({ waiting: !media.paused }),
        ended: () => set({ playing: false, waiting: false, ended: true }),
        progress: () => set({ buffered: bufferedTo(media) }),
        volumechange: () => set({ volume: media.volume, muted: media.muted }),
        ratechange: () => set({ rate: media.playbackRate }),
        error: () => set({ status: 'failed', playing: false, waiting: false }),
      });
      const stopTicking = everyFrame(media, tick);
      return () => {
        // Removes the listeners before the element is paused, so that this does not count as a pause by the user.
        release();
        stopTicking();
        media.pause();
        if (element === media) element = null;
        set({ status: 'empty', playing: false, waiting: false });
      };
    },
    play: () => {
      // The player is still loading and starts later.
      if (!element) return void (wanted = true);
      if (state.ended) playback.seek(0);
      // If the browser rejects the call (no user gesture, missing source), the state shows that nothing is playing, or the element reports an error.
      void element.play().catch(() => set({ playing: false, waiting: false }));
    },
    pause: () => {
      wanted = false;
      element?.pause();
    },
    toggle: () => (state.playing ? playback.pause() : playback.play()),
    seek: (seconds) => {
      const to = Math.max(0, state.duration > 0 ? Math.min(seconds, state.duration) : seconds);
      if (limit !== null && to > limit) limit = null;
      if (element && pending === null && state.status === 'ready') element.currentTime = to;
      else pending = to;
      set({ time: to, ended: false });
    },
    skip: (seconds) => playback.seek(state.time + seconds),
    setVolume: (volume) => {
      const to = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
      if (element) Object.assign(element, { volume: to, muted: to === 0 });
      set({ volume: to, muted: to === 0 });
    },
    setMuted: (muted) => {
      if (!muted && state.volume === 0) playback.setVolume(0.5);
      if (element) element.muted = muted;
      set({ muted });
    },
    setRate: (rate) => {
      if (element) Object.assign(element, { playbackRate: rate, defaultPlaybackRate: rate });
      set({ rate });
    },
    stopAt: (seconds) => {
      limit = seconds;
    },
    fail: () => set({ status: 'failed', playing: false, waiting: false }),
  };
  return playback;
}

function listen(media: HTMLMediaElement, handlers: Record<string, () => void>): () => void {
  const names = Object.keys(handlers);
  for (const name of names) media.addEventListener(name, handlers[name]!);
  return () => {
    for (const name of names) media.removeEventListener(name, handlers[name]!);
  };
}

/**
 * Calls `tick` on every frame during playback. `timeupdate` fires only four times per second, but captions must not be late by more than 100 ms (EN
 * 301 549, 7.1.2).
 */
function everyFrame(media: HTMLMediaElement, tick: () => void): () => void {
  let frame = 0;
  const next = (): void => {
    tick();
    frame = media.paused ? 0 : requestAnimationFrame(next);
  };
  const begin = (): void => {
    if (frame === 0) frame = requestAnimationFrame(next);
  };
  media.addEventListener('play', begin);
  return () => {
    media.removeEventListener('play', begin);
    cancelAnimationFrame(frame);
  };
}

function bufferedTo(media: HTMLMediaElement): number {
  for (let i = 0; i < media.buffered.length; i++) {
    if (media.buffered.start(i) <= media.currentTime && media.currentTime <= media.buffered.end(i)) return media.buffered.end(i);
  }
  return 0;
}

/**
 * Returns a primitive value selected from the state. The component re-renders only if that value changes, because the time changes sixty times per
 * second.
 */
export function usePlayback<T extends string | number | boolean | null>(playback: Playback, pick: (state: PlaybackState) => T): T {
  return useSyncExternalStore(playback.subscribe, () => pick(playback.get()));
}

/** Returns the duration in seconds, or 0 while it is unknown. Updates in a transition, because large parts of a page depend on it. */
export function useDuration(playback: Playback): number {
  const [duration, setDuration] = useState(() => playback.get().duration);
  useEffect(() => {
    const read = (): void => {
      const known = playback.get().duration;
      // The listener runs sixty times per second, so only a change updates the state.
      if (known !== duration) startTransition(() => setDuration(known));
    };
    read();
    return playback.subscribe(read);
  }, [playback, duration]);
  return duration;
}
