/** Playback state of a film or sound, shared by player, chapters, transcript and mini player. */
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

export type PlaybackState = {
  /** `empty`: no element is attached. */
  status: 'empty' | 'loading' | 'ready' | 'failed';
  playing: boolean;
  /** Playback is requested, but data are missing. */
  waiting: boolean;
  ended: boolean;
  /** Has played at least once. */
  begun: boolean;
  /** Seconds. */
  time: number;
  /** Seconds; 0 while unknown. */
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
  /** Attaches an element and starts at `from` seconds. Returns a function that detaches it. */
  attach(element: HTMLMediaElement, from?: number): () => void;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(seconds: number): void;
  skip(seconds: number): void;
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
  /** Sets a position at which playback stops once; `null` removes it. */
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

/** Returns a playback, which outlives its element, so that the position is kept when the source changes. */
export function createPlayback(): Playback {
  let state = START;
  let element: HTMLMediaElement | null = null;
  let limit: number | null = null;
  /** Position to seek to once the duration is known. */
  let pending: number | null = null;
  /** Playback is requested: it continues after a change of the source or its signature. */
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
      // Seeking to zero would only remove the poster.
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
        // Runs before the element pauses, which is not a request of the user.
        release();
        stopTicking();
        media.pause();
        if (element === media) element = null;
        set({ status: 'empty', playing: false, waiting: false });
      };
    },
    play: () => {
      // The player is still loading and starts afterwards.
      if (!element) return void (wanted = true);
      if (state.ended) playback.seek(0);
      // A rejection (no user gesture, missing source) appears as not playing, or as an error of the element.
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
 * Calls `tick` on every frame. `timeupdate` fires four times a second, but captions must not be late by more than 100 ms (EN 301 549, 7.1.2).
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

/** Returns a primitive selected from the state, and renders only when it changes: time changes sixty times a second. */
export function usePlayback<T extends string | number | boolean | null>(playback: Playback, pick: (state: PlaybackState) => T): T {
  return useSyncExternalStore(playback.subscribe, () => pick(playback.get()));
}

/** Returns the duration in seconds, 0 while unknown. Updates in a transition, because large parts of a page depend on it. */
export function useDuration(playback: Playback): number {
  const [duration, setDuration] = useState(() => playback.get().duration);
  useEffect(() => {
    const read = (): void => {
      const known = playback.get().duration;
      // The time changes sixty times a second.
      if (known !== duration) startTransition(() => setDuration(known));
    };
    read();
    return playback.subscribe(read);
  }, [playback, duration]);
  return duration;
}
