import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { createPlayback } from '../playback/playback.ts';
import { Transcript } from './Transcript.tsx';
import { parseWebVtt } from './webvtt.ts';

const sentences = [
  'Der Berg ist ruhig.',
  'Das Magma steigt.',
  'Es wird heiß.',
  'Der Druck wächst.',
  'Der Schlot reißt.',
  'Lava fließt.',
  'Am Ende wird es grün.',
];
const cues = parseWebVtt(`WEBVTT\n\n${sentences.map((text, i) => `00:0${i}.000 --> 00:0${i}.900\n${text}`).join('\n\n')}`);

async function transcript() {
  const playback = createPlayback();
  await show(<Transcript playback={playback} cues={cues} language="de" headingId="h" />);
  const list = screen.getByRole('list');
  const seen = (): string[] =>
    [...list.children]
      .filter((line) => !(line as HTMLElement).dataset.folded)
      .map((line) => line.querySelector('button > span')!.textContent);
  return { playback, list, seen };
}

test('shows five lines until the user expands the transcript', async () => {
  const { seen } = await transcript();
  expect(seen()).toEqual(sentences.slice(0, 5));
  fireEvent.click(screen.getByRole('button', { name: 'Mehr vom Transkript' }));
  expect(seen()).toEqual(sentences);
});

test('keeps the current line visible during playback', async () => {
  const { playback, list, seen } = await transcript();
  act(() => playback.seek(5.2));
  expect(within(list).getByRole('button', { current: true })).toHaveProperty('textContent', expect.stringContaining('Lava fließt.'));
  expect(seen()).toContain('Lava fließt.');
  expect(seen()).toHaveLength(5);
});

test('starts playback at a clicked line', async () => {
  const { playback, list } = await transcript();
  const play = vi.spyOn(playback, 'play');
  fireEvent.click(within(list).getByText('Es wird heiß.'));
  expect(playback.get().time).toBe(2);
  expect(play).toHaveBeenCalledOnce();
});

test('filters the lines by the query and announces the number of matches', async () => {
  const { list, seen } = await transcript();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'HEISS' } });
  expect(seen()).toEqual(['Es wird heiß.']);
  expect(list.querySelector('mark')?.textContent).toBe('heiß');
  expect(screen.getByRole('status').textContent).toBe('1 Stelle gefunden');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Atlantik' } });
  expect(seen()).toEqual([]);
  expect(screen.getByRole('status').textContent).toBe('0 Stellen gefunden');
});

test('prefers words that start with the query', async () => {
  const { seen } = await transcript();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ruck' } });
  expect(seen()).toEqual(['Der Druck wächst.']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'er' } });
  expect(seen()).toEqual(sentences.filter((text) => /er/i.test(text)));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'be' } });
  expect(seen()).toEqual(['Der Berg ist ruhig.']);
});
