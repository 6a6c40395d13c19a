import { expect, it } from 'vitest';
import { keysIn, addTextMark, stripMarks } from './text-marks.ts';

it('recovers the keys of marked texts', () => {
  const all = Array.from({ length: 900 }, (_, i) => `area.key_${i}`);
  for (const key of all) expect(keysIn(addTextMark(key, 'Wörter'))).toEqual([key]);
  const line = `${addTextMark('area.key_7', 'Neu')} · ${addTextMark('area.key_800', 'Start')} (3)`;
  expect(keysIn(line)).toEqual(['area.key_7', 'area.key_800']);
  expect(stripMarks(line)).toBe('Neu · Start (3)');
  expect(addTextMark('area.key_7', 'Neu').replace(/[\u2060-\u2064]/g, '')).toBe('Neu');
});

it('finds no keys in unmarked text or in pasted invisible characters', () => {
  expect(keysIn('Start')).toEqual([]);
  expect(keysIn('\u2060\u2064\u2064\u2064\u2064\u2064\u2064\u2064\u2060x')).toEqual([]);
});
