import { describe, expect, test } from 'vitest';
import { currentChapter, splitSequences, filledShare, segments } from './chapters.ts';
import { parseWebVtt } from '../captions/webvtt.ts';

const track = parseWebVtt('WEBVTT\n\n00:00.000 --> 00:20.000\nEins\n\n00:22.000 --> 00:40.000\nZwei');
const sequence = (start_s: number, end_s: number, title: string) => ({ start_s, end_s, title });

describe('splitSequences', () => {
  test('closes gaps between the chapters of a track', () => {
    expect(splitSequences(track, [], 57).chapters).toEqual([
      { start: 0, end: 22, title: 'Eins' },
      { start: 22, end: 57, title: 'Zwei' },
    ]);
  });
  test('creates excerpts from sequences if there is a chapter track', () => {
    expect(splitSequences(track, [sequence(5, 9, 'Versuch')], 57)).toMatchObject({
      chapters: [{ title: 'Eins' }, { title: 'Zwei' }],
      excerpts: [{ start: 5, end: 9, title: 'Versuch' }],
    });
  });
  test('creates chapters from consecutive sequences', () => {
    const { chapters, excerpts } = splitSequences([], [sequence(30, 57, 'B'), sequence(0, 30, 'A')], 57);
    expect(chapters.map(({ title, end }) => [title, end])).toEqual([
      ['A', 30],
      ['B', 57],
    ]);
    expect(excerpts).toEqual([]);
  });
  test('creates excerpts from overlapping sequences or a single sequence', () => {
    expect(splitSequences([], [sequence(0, 30, 'A'), sequence(10, 20, 'B')], 57)).toMatchObject({
      chapters: [],
      excerpts: [{ title: 'A' }, { title: 'B' }],
    });
    expect(splitSequences([], [sequence(0, 30, 'A')], 57).chapters).toEqual([]);
  });
  test('keeps the end of the last chapter if the duration is unknown', () => {
    expect(splitSequences(track, [], NaN).chapters.at(-1)).toMatchObject({ end: 40 });
  });
});

test('returns the index of the current chapter', () => {
  const { chapters } = splitSequences(track, [], 57);
  expect([0, 21.9, 22, 56].map((time) => currentChapter(chapters, time))).toEqual([0, 0, 1, 1]);
  expect(currentChapter([{ start: 5, end: 9, title: 'x' }], 2)).toBe(-1);
});

describe('segments of the seek bar', () => {
  test('cover the whole film', () => {
    const parts = segments(splitSequences(track, [], 57).chapters, 57);
    expect(parts.map((part) => part.title)).toEqual(['Eins', 'Zwei']);
    expect(parts.reduce((sum, part) => sum + part.share, 0)).toBeCloseTo(1);
  });
  test('start with an untitled segment before the first chapter', () => {
    const parts = segments(
      [
        { start: 10, end: 20, title: 'A' },
        { start: 20, end: 40, title: 'B' },
      ],
      40,
    );
    expect(parts.map((part) => [part.title, part.from])).toEqual([
      ['', 0],
      ['A', 0.25],
      ['B', 0.5],
    ]);
  });
  test('are reduced to one if the duration is unknown', () =>
    expect(segments(splitSequences(track, [], NaN).chapters, NaN)).toHaveLength(1));
  test('are filled in proportion to the playback position', () => {
    const part = { from: 0.25, share: 0.5, title: '' };
    expect([0, 0.25, 0.5, 0.75, 1].map((point) => filledShare(part, point))).toEqual([0, 0, 0.5, 1, 1]);
  });
});
