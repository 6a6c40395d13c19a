import type { MediaFile } from '@fundus/contract/files/files';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { MediaPlayer } from './MediaPlayer.tsx';
import { createPlayback } from '../playback/playback.ts';
import { setPreferences } from '../playback/preferences.ts';
import { parseWebVtt } from '../captions/webvtt.ts';

const film: MediaFile = {
  id: 'film',
  role: 'main',
  mime: 'video/mp4',
  language: 'de',
  label: null,
  bytes: 1,
  width: 640,
  height: 360,
  viewer: 'video',
  href: '/content/t/film.mp4',
  download_href: null,
};
const tracks = [
  { id: 'de', language: 'de', label: 'Deutsch', cues: parseWebVtt('WEBVTT\n\n00:10.000 --> 00:12.000\nDas Magma steigt.') },
  { id: 'en', language: 'en', label: 'English', cues: parseWebVtt('WEBVTT\n\n00:10.000 --> 00:12.000\nMagma rises.') },
];
const chapters = [
  { start: 0, end: 60, title: 'Unter dem Berg' },
  { start: 60, end: 120, title: 'Der Ausbruch' },
];

let paused = true;

beforeEach(() => {
  paused = true;
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => paused);
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(120);
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    paused = false;
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    paused = true;
    this.dispatchEvent(new Event('pause'));
  });
});
afterEach(() => act(() => setPreferences({ captions: false, captionLanguage: null, pageKeys: true })));

const onChapter = vi.fn();

async function player(onPosition: ((seconds: number) => void) | null = null) {
  const playback = createPlayback();
  const view = await show(
    <>
      <input aria-label="anderswo" />
      <MediaPlayer
        playback={playback}
        part={{ key: 'film', viewer: 'video', title: null, language: 'de', sources: [film] }}
        title="Vulkan"
        poster={null}
        captionFiles={[]}
        tracks={tracks}
        chapters={chapters}
        onChapter={onChapter}
        description={null}
        excerpt={null}
        from={0}
        onPosition={onPosition}
        generation={0}
        onRetry={() => undefined}
      />
    </>,
  );
  const video = document.querySelector('video')!;
  fireEvent(video, new Event('loadedmetadata'));
  const at = (seconds: number): void => {
    video.currentTime = seconds;
    fireEvent(video, new Event('timeupdate'));
  };
  return { ...view, playback, video, at };
}

test('announces the playback position as text', async () => {
  const { video, at } = await player();
  expect(video.play).not.toHaveBeenCalled();
  at(72);
  const position = screen.getByRole('slider', { name: 'Position' });
  expect(position.getAttribute('aria-valuetext')).toBe('1 Minute 12 Sekunden von 2 Minuten, Kapitel: Der Ausbruch');
});

test('handles keys outside the player only after playback has started', async () => {
  const { playback, at } = await player();
  at(30);
  fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(playback.get().time).toBe(30);

  const button = screen.getByRole('button', { name: 'Einstellungen' });
  fireEvent.keyDown(button, { key: 'ArrowRight' });
  expect(playback.get().time).toBe(35);
  fireEvent.keyDown(button, { key: 'm' });
  expect(playback.get().muted).toBe(true);
  fireEvent.keyDown(button, { key: 'End' });
  expect(playback.get().time).toBe(120);
  fireEvent.keyDown(button, { key: 'Home' });

  fireEvent.click(screen.getAllByRole('button', { name: 'Abspielen' })[0]!);
  expect(playback.get().playing).toBe(true);
  fireEvent.keyDown(screen.getByLabelText('anderswo'), { key: ' ' });
  expect(playback.get().playing).toBe(true);
  fireEvent.keyDown(document.body, { key: ' ' });
  expect(playback.get().playing).toBe(false);
});

test('offers chapters in the player', async () => {
  const { at } = await player();
  at(72);
  fireEvent.click(screen.getByRole('button', { name: 'Kapitel' }));
  const list = within(screen.getByRole('group', { name: 'Kapitel' }));
  expect(list.getByRole('button', { current: true }).textContent).toContain('Der Ausbruch');
  fireEvent.click(list.getByRole('button', { name: /Unter dem Berg/ }));
  expect(onChapter).toHaveBeenCalledWith(chapters[0]);
});

test('ignores keys on the page if the user has disabled them (WCAG 2.1.4)', async () => {
  const { playback } = await player();
  act(() => playback.play());
  act(() => setPreferences({ pageKeys: false }));
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(playback.get().playing).toBe(true);
});

test('toggles captions in the language of the page with the key c', async () => {
  const { at } = await player();
  at(10.5);
  expect(screen.queryByText('Das Magma steigt.')).toBeNull();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Einstellungen' }), { key: 'c' });
  expect(screen.getByText('Das Magma steigt.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Untertitel' }).getAttribute('aria-pressed')).toBe('true');

  fireEvent.click(screen.getByRole('button', { name: 'Einstellungen' }));
  fireEvent.change(screen.getByLabelText('Untertitel', { selector: 'select' }), { target: { value: 'en' } });
  expect(screen.getByText('Magma rises.')).toBeDefined();
  at(13);
  expect(screen.queryByText('Magma rises.')).toBeNull();
});

test('saves the position when it is unmounted', async () => {
  const save = vi.fn();
  const { unmount, playback, at } = await player(save);
  act(() => playback.play());
  act(() => at(42.6));
  unmount();
  expect(paused).toBe(true);
  expect(save).toHaveBeenLastCalledWith(42);
});

test('shows a retry button if the film fails to load', async () => {
  const { video } = await player();
  fireEvent(video, new Event('error'));
  expect(screen.getByRole('alert').textContent).toContain('Das lässt sich gerade nicht abspielen.');
  expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeDefined();
});
