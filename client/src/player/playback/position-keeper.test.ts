import { expect, test, vi } from 'vitest';
import type { Playback, PlaybackState } from './playback.ts';
import { savePositions } from './position-keeper.ts';

function fakePlayback() {
  let state = { begun: false, playing: false, ended: false, time: 0, duration: 600 } as PlaybackState;
  const listeners = new Set<() => void>();
  const playback = { get: () => state, subscribe: (l: () => void) => (listeners.add(l), () => listeners.delete(l)) } as unknown as Playback;
  const set = (change: Partial<PlaybackState>): void => {
    state = { ...state, ...change };
    listeners.forEach((listener) => listener());
  };
  return { playback, set };
}

test('saves the position every ten seconds, on pause, and at the end', () => {
  const { playback, set } = fakePlayback();
  const save = vi.fn();
  const stop = savePositions(playback, save);
  set({ time: 40 });
  expect(save).not.toHaveBeenCalled();

  set({ begun: true, playing: true });
  for (let time = 40; time <= 61; time += 0.25) set({ time });
  expect(save.mock.calls.flat()).toEqual([40, 50, 60]);

  set({ time: 63.4 });
  set({ playing: false });
  expect(save).toHaveBeenLastCalledWith(63);

  set({ playing: true, time: 600, ended: true });
  set({ playing: false });
  expect(save).toHaveBeenLastCalledWith(0);
  stop();
});

test('saves the position once when the user leaves the page', () => {
  const { playback, set } = fakePlayback();
  const save = vi.fn();
  const stop = savePositions(playback, save);
  set({ begun: true, playing: true, time: 12 });
  set({ time: 17 });
  stop();
  set({ time: 99 });
  expect(save.mock.calls.flat()).toEqual([12, 17]);
});
