import { expect, it } from 'vitest';
import { keysIn, markText, withoutMarks } from './text-marks.ts';

it('tells the keys of all texts in some words, and nobody sees it', () => {
  const all = Array.from({ length: 900 }, (_, i) => `area.key_${i}`);
  for (const key of all) expect(keysIn(markText(key, 'Wörter'))).toEqual([key]);
  const line = `${markText('area.key_7', 'Neu')} · ${markText('area.key_800', 'Start')} (3)`;
  expect(keysIn(line)).toEqual(['area.key_7', 'area.key_800']);
  expect(withoutMarks(line)).toBe('Neu · Start (3)');
  expect(markText('area.key_7', 'Neu').replace(/[\u2060-\u2064]/g, '')).toBe('Neu');
});

it('finds nothing where nothing is marked, nor in what somebody pasted', () => {
  expect(keysIn('Start')).toEqual([]);
  expect(keysIn('\u2060\u2064\u2064\u2064\u2064\u2064\u2064\u2064\u2060x')).toEqual([]);
});
