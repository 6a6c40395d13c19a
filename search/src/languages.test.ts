/** Tests scripts and languages other than German. Inflected forms match if there are simple rules for them. */
import { beforeAll, expect, it } from 'vitest';
import { fold } from './analysis/fold.ts';
import { stem } from './analysis/stem.ts';
import type { Engine } from './api.ts';
import { openEngine } from './engine.ts';

const TITLES: Record<string, [language: string, title: string]> = {
  history: ['uk', 'Історія України для школярів'],
  forest: ['ru', 'Русские народные сказки о лесе'],
  hedgehog: ['ru', 'Ёжик в тумане'],
  apple: ['ru', 'Новый учебник русского языка'],
  book: ['ar', 'كتاب الرياضيات'],
  school: ['ar', 'المدرسة الجديدة'],
  turkish: ['tr', 'İstanbul’da çocuklar ve ışık'],
  greek: ['el', 'Ο ήλιος και ο άνεμος'],
  polish: ['pl', 'Żółta łódź podwodna'],
  french: ['fr', 'Les élèves étudient les forêts'],
  chinese: ['zh', '中国历史'],
};
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ schema: { text: { title: { weight: 1, exact: true } }, values: {}, numbers: {} } });
  await engine.apply(
    Object.entries(TITLES).map(([id, [language, title]], i) => {
      const record = { id, language, text: { title }, values: {}, numbers: {}, visible: ['all'] };
      return { seq: i + 1, id, record };
    }),
  );
});

it.each([
  ['історії', 'history'],
  ['Україна', 'history'],
  ['школяр', 'history'],
  ['сказка', 'forest'],
  ['народная сказка', 'forest'],
  ['лес', 'forest'],
  ['ежик', 'hedgehog'],
  ['Ёжики', 'hedgehog'],
  ['учебники', 'apple'],
  ['новая', 'apple'],
  ['учбник', 'apple'],
  ['الكتاب', 'book'],
  ['رياضيات', 'book'],
  ['مدرسه', 'school'],
  ['istanbul', 'turkish'],
  ['isik', 'turkish'],
  ['ΗΛΙΟΣ', 'greek'],
  ['ανεμος', 'greek'],
  ['zolta lodz', 'polish'],
  ['foret', 'french'],
  ['élève', 'french'],
  ['中国*', 'chinese'],
])('for the query %s, finds %s', async (q, id) => {
  expect((await engine.search({ q, visible: ['all'] })).hits.map((hit) => hit.id)).toEqual([id]);
});

it('highlights and completes inflected words', async () => {
  const { hits } = await engine.search({ q: 'сказка', visible: ['all'], highlight: ['title'] });
  expect(hits[0]!.highlight!.title!.filter((piece) => piece.mark)).toEqual([{ text: 'сказки', mark: true }]);
  expect(await engine.suggest({ q: 'сказ', visible: ['all'], fields: ['title'] })).toEqual([
    { text: 'Русские народные сказки о лесе', field: 'title', count: 1, id: 'forest' },
  ]);
});

it('preserves at least three letters of a stem', () => {
  expect(stem(fold('мои'), 'de')).toBe('мои');
  expect(stem(fold('لال'), 'de')).toBe('لال');
  expect(stem(fold('война'), 'de')).toBe(stem(fold('войны'), 'de'));
  expect(fold('Straße')).toBe('strasse');
});
