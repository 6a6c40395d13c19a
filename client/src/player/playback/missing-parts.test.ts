import { expect, test, vi } from 'vitest';
import { soundTracks, watchForMissingTracks } from './missing-parts.ts';

type Fake = HTMLMediaElement & { play2(seconds: number): void };

/** Media element whose time is set by the test. */
function element(more: object): Fake {
  const media = document.createElement('video');
  let time = 0;
  Object.defineProperties(media, {
    currentTime: { get: () => time },
    ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, { value }])),
  });
  return Object.assign(media, {
    play2: (seconds: number) => {
      for (let i = 0; i < seconds * 4; i++) {
        time += 0.25;
        media.dispatchEvent(new Event('timeupdate'));
      }
    },
  }) as Fake;
}

test('reports a film whose picture cannot be decoded', () => {
  const media = element({ videoWidth: 0 });
  const report = vi.fn();
  watchForMissingTracks(media, { viewer: 'video' }, report);
  media.dispatchEvent(new Event('loadeddata'));
  expect(report).toHaveBeenCalledExactlyOnceWith('picture');
});

test('reports nothing for a film with a picture or for a sound file', () => {
  const report = vi.fn();
  for (const [viewer, videoWidth] of [
    ['video', 640],
    ['audio', 0],
  ] as const) {
    const media = element({ videoWidth });
    watchForMissingTracks(media, { viewer }, report);
    media.dispatchEvent(new Event('loadeddata'));
  }
  expect(report).not.toHaveBeenCalled();
});

test.each([
  ['Chromium', { webkitAudioDecodedByteCount: 0 }],
  ['Firefox', { mozHasAudio: false }],
  ['Safari', { audioTracks: [] }],
])('reports after two seconds of playback that %s decodes no sound', (_, more) => {
  const media = element({ videoWidth: 640, ...more });
  const report = vi.fn();
  watchForMissingTracks(media, { viewer: 'video', sound: true }, report);
  media.play2(1);
  expect(report).not.toHaveBeenCalled();
  media.play2(2);
  expect(report).toHaveBeenCalledExactlyOnceWith('sound');
});

test('reports no missing sound for a silent film', () => {
  const report = vi.fn();
  for (const sound of [false, undefined]) {
    const media = element({ videoWidth: 640, webkitAudioDecodedByteCount: 0 });
    watchForMissingTracks(media, { viewer: 'video', ...(sound !== undefined && { sound }) }, report);
    media.play2(5);
  }
  expect(report).not.toHaveBeenCalled();
});

test('returns the sound tracks if the browser can switch between them', () => {
  const audioTracks = [
    { label: '', language: 'de', enabled: true },
    { label: 'English', language: 'en', enabled: false },
  ];
  const found = soundTracks(element({ audioTracks }))!;
  expect(found).toMatchObject({ chosen: 0, tracks: [{ language: 'de' }, { label: 'English' }] });
  found.choose(1);
  expect(audioTracks.map(({ enabled }) => enabled)).toEqual([false, true]);
  expect(soundTracks(element({ audioTracks: audioTracks.slice(1) }))).toBeNull();
  expect(soundTracks(element({}))).toBeNull();
});
