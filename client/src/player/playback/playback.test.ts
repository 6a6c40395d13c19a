import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPlayback } from './playback.ts';

/** Media element that simulates playback, which jsdom does not support. */
function fakeMedia(duration = 600): HTMLVideoElement {
  const media = document.createElement('video');
  let paused = true;
  const fire = (name: string): boolean => media.dispatchEvent(new Event(name));
  Object.defineProperties(media, {
    duration: { get: () => duration, configurable: true },
    paused: { get: () => paused },
    currentTime: { value: 0, writable: true },
    buffered: { value: { length: 0 } },
  });
  media.play = async () => {
    paused = false;
    fire('play');
  };
  media.pause = () => {
    if (paused) return;
    paused = true;
    fire('pause');
  };
  return media;
}

const loaded = (media: HTMLMediaElement): boolean => media.dispatchEvent(new Event('loadedmetadata'));
const moveTo = (media: HTMLMediaElement, time: number): void => {
  media.currentTime = time;
  media.dispatchEvent(new Event('timeupdate'));
};

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', () => 0));
afterEach(() => void vi.unstubAllGlobals());

describe('playback', () => {
  test('exposes the start position before the film is loaded', () => {
    const playback = createPlayback();
    const media = fakeMedia();
    playback.attach(media, 252);
    expect(playback.get()).toMatchObject({ status: 'loading', time: 252, begun: false });
    loaded(media);
    expect(media.currentTime).toBe(252);
    expect(playback.get()).toMatchObject({ status: 'ready', time: 252, duration: 600 });
  });

  test('does not start automatically', () => {
    const playback = createPlayback();
    const media = fakeMedia();
    playback.attach(media, 0);
    loaded(media);
    expect(media.paused).toBe(true);
  });

  test('starts after loading if playback was requested before', () => {
    const playback = createPlayback();
    const [media, other] = [fakeMedia(), fakeMedia()];
    playback.play();
    playback.attach(media, 30);
    loaded(media);
    expect([media.paused, media.currentTime]).toEqual([false, 30]);
    const changed = createPlayback();
    changed.play();
    changed.pause();
    changed.attach(other, 0);
    loaded(other);
    expect(other.paused).toBe(true);
  });

  test('continues at the same position if the source changes', () => {
    const playback = createPlayback();
    const [small, large] = [fakeMedia(), fakeMedia()];
    const detach = playback.attach(small, 0);
    loaded(small);
    playback.play();
    moveTo(small, 70);
    detach();
    expect(small.paused).toBe(true);
    playback.attach(large);
    loaded(large);
    expect(large.currentTime).toBe(70);
    expect(large.paused).toBe(false);
  });

  test('stays paused if the source changes', () => {
    const playback = createPlayback();
    const [first, second] = [fakeMedia(), fakeMedia()];
    const detach = playback.attach(first, 0);
    loaded(first);
    playback.play();
    playback.pause();
    detach();
    playback.attach(second);
    loaded(second);
    expect(second.paused).toBe(true);
  });

  test('stops once at the end of an excerpt', () => {
    const playback = createPlayback();
    const media = fakeMedia();
    playback.attach(media, 0);
    loaded(media);
    playback.stopAt(30);
    playback.play();
    moveTo(media, 29.9);
    expect(media.paused).toBe(false);
    moveTo(media, 30);
    expect(media.paused).toBe(true);
    playback.play();
    moveTo(media, 31);
    expect(media.paused).toBe(false);
  });

  test('removes the end of the excerpt when the user seeks past it', () => {
    const playback = createPlayback();
    const media = fakeMedia();
    playback.attach(media, 0);
    loaded(media);
    playback.stopAt(30);
    playback.seek(100);
    playback.play();
    moveTo(media, 101);
    expect(media.paused).toBe(false);
    playback.seek(9_999);
    expect(playback.get().time).toBe(600);
    playback.skip(-9_999);
    expect(playback.get().time).toBe(0);
  });

  test('restores an audible volume when unmuted', () => {
    const playback = createPlayback();
    playback.setVolume(0);
    expect(playback.get().muted).toBe(true);
    playback.setMuted(false);
    expect(playback.get()).toMatchObject({ muted: false, volume: 0.5 });
  });

  test('resumes playback with a new source after a failure', () => {
    const playback = createPlayback();
    const [broken, fresh] = [fakeMedia(), fakeMedia()];
    const detach = playback.attach(broken, 0);
    loaded(broken);
    playback.play();
    moveTo(broken, 45);
    broken.dispatchEvent(new Event('error'));
    expect(playback.get()).toMatchObject({ status: 'failed', playing: false });
    detach();
    playback.attach(fresh);
    loaded(fresh);
    expect(fresh.currentTime).toBe(45);
    expect(fresh.paused).toBe(false);
  });
});
