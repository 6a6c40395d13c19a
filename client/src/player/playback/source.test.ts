import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { attachSource, qualityLabels } from './source.ts';

type Level = { height: number; bitrate: number };
type Heard = (event: string, data: { fatal?: boolean; levels?: Level[] }) => void;
const made: { heard: Map<string, Heard>; currentLevel: number; source: string; destroyed: boolean }[] = [];

vi.mock('hls.js/light', () => ({
  default: class {
    static isSupported = () => true;
    static Events = { ERROR: 'error', MANIFEST_PARSED: 'parsed' };
    heard = new Map<string, Heard>();
    currentLevel = -1;
    source = '';
    destroyed = false;
    constructor() {
      made.push(this);
    }
    on(event: string, listener: Heard) {
      this.heard.set(event, listener);
    }
    loadSource(source: string) {
      this.source = source;
    }
    attachMedia() {}
    destroy() {
      this.destroyed = true;
    }
  },
}));

const list = { mime: 'application/vnd.apple.mpegurl', href: '/content/t/film/index.m3u8' };
const listener = () => ({ failed: vi.fn(), steps: vi.fn() });
const element = (plays: '' | 'maybe'): HTMLVideoElement => {
  const video = document.createElement('video');
  video.canPlayType = () => plays;
  video.load = () => undefined;
  return video;
};

beforeEach(() => {
  made.length = 0;
  vi.stubGlobal('MediaSource', class {});
});
afterEach(() => vi.unstubAllGlobals());

test('sets the address of a plain file', () => {
  const video = element('');
  const release = attachSource(video, { mime: 'video/mp4', href: '/content/t/film.mp4' }, listener());
  expect(video.getAttribute('src')).toBe('/content/t/film.mp4');
  release();
  expect(video.hasAttribute('src')).toBe(false);
});

test.each(['', 'maybe'] as const)('offers the quality levels of an HLS stream even if the browser supports HLS (%s)', async (plays) => {
  const video = element(plays);
  const heard = listener();
  const release = attachSource(video, list, heard);
  await waitFor(() => expect(made[0]?.source).toBe(list.href));
  const levels = [
    { height: 360, bitrate: 800_000 },
    { height: 720, bitrate: 2_400_000 },
  ];
  made[0]!.heard.get('parsed')!('parsed', { levels });
  const steps = heard.steps.mock.calls[0]![0] as { labels: string[]; choose: (index: number) => void };
  expect(steps.labels).toEqual(['360p', '720p']);
  steps.choose(1);
  expect(made[0]!.currentLevel).toBe(1);
  made[0]!.heard.get('error')!('error', { fatal: false });
  expect(heard.failed).not.toHaveBeenCalled();
  made[0]!.heard.get('error')!('error', { fatal: true });
  expect(heard.failed).toHaveBeenCalledOnce();
  release();
  expect([made[0]!.destroyed, heard.steps.mock.lastCall]).toEqual([true, [null]]);
});

test('offers no choice of quality if there is only one', async () => {
  const heard = listener();
  attachSource(element(''), list, heard);
  await waitFor(() => expect(made).toHaveLength(1));
  made[0]!.heard.get('parsed')!('parsed', { levels: [{ height: 720, bitrate: 1 }] });
  expect(heard.steps).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
  const video = element('maybe');
  attachSource(video, list, listener());
  expect(video.getAttribute('src')).toBe(list.href);
});

test('labels quality levels of equal height by bit rate', () => {
  expect(
    qualityLabels([
      { height: 720, bitrate: 1_200_400 },
      { height: 720, bitrate: 2_400_000 },
      { height: 0, bitrate: 64_000 },
    ]),
  ).toEqual(['720p\u00a0· 1200 kbit/s', '720p\u00a0· 2400 kbit/s', '64 kbit/s']);
});
