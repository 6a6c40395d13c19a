/** Checks that expensive queries end in time and do not block the calling thread. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine, SearchRecord } from './api.ts';
import { openPool } from './pool.ts';

const WORDS =
  'Vulkan Erdbeben Wasser Kreislauf Weltkrieg Bruch Rechnung Mittelalter Demokratie Pflanze Licht Zelle Atom Strom Musik Kunst'.split(' ');
const word = (i: number): string => WORDS[i % WORDS.length]! + (i % 3 === 0 ? WORDS[(i * 7) % WORDS.length]!.toLowerCase() : '');
const visible = ['all'];
let pool: Engine;
beforeAll(async () => {
  pool = await openPool({
    schema: {
      text: { title: { weight: 8, exact: true }, keywords: { weight: 4 }, text: { weight: 1 } },
      values: { subject: { tree: true }, keyword: {} },
      numbers: { day: {} },
    },
    workers: 1,
  });
  const record = (i: number): SearchRecord => ({
    id: `r${i}`,
    language: 'de',
    text: {
      title: `${word(i)} und ${word(i * 5 + 1)} ${i}`,
      keywords: [word(i + 2), word(i + 3)],
      text: Array.from({ length: 40 }, (_, w) => word(i * 3 + w)).join(' '),
    },
    values: { subject: [String(10_000 + (i % 3000))], keyword: [word(i), `k${i}`] },
    numbers: { day: i },
    visible,
  });
  await pool.apply(Array.from({ length: 6_000 }, (_, i) => ({ seq: i + 1, id: `r${i}`, record: record(i) })));
});
afterAll(() => pool.close());

const many = (part: (i: number) => string, count = 400): string => Array.from({ length: count }, (_, i) => part(i)).join(' ');
const mistyped = (text: string): string => text.slice(0, 2) + text.charAt(3) + text.charAt(2) + text.slice(4);

const ODD: readonly [string, () => Promise<unknown>][] = [
  ['everything', () => pool.search({ q: '', visible, limit: 1000 })],
  ['the deepest page', () => pool.search({ q: 'Vulkan', visible, offset: 10_000 })],
  ['hundreds of words', () => pool.search({ q: many(word), visible })],
  ['hundreds of mistyped words', () => pool.search({ q: many((i) => mistyped(word(i))), visible })],
  ['unknown words', () => pool.search({ q: many((i) => `qx${i}zzzzzz`), visible })],
  ['one letter and a star', () => pool.search({ q: 'e*', visible })],
  ['many begun words', () => pool.search({ q: many((i) => `${word(i).slice(0, 1)}*`), visible })],
  ['many excluded', () => pool.search({ q: many((i) => `-${word(i)}`), visible })],
  ['a long phrase', () => pool.search({ q: `"${many(word)}"`, visible })],
  ['many phrases', () => pool.search({ q: many((i) => `"${word(i)} und ${word(i + 1)}"`), visible })],
  ['one very long word', () => pool.search({ q: 'Vulkan'.repeat(2_000), visible })],
  ['quotation marks', () => pool.search({ q: '"'.repeat(10_000), visible })],
  ['control characters', () => pool.search({ q: '\u0000\u0007\u001f '.repeat(3_000), visible })],
  [
    'thousands of filter values',
    () => pool.search({ q: '', visible, filters: { keyword: Array.from({ length: 5_000 }, (_, i) => `k${i}`) } }),
  ],
  [
    'thousands of value prefixes',
    () => pool.search({ q: '', visible, filters: { subject: Array.from({ length: 2_000 }, (_, i) => `${i}*`) } }),
  ],
  ['thousands of tokens', () => pool.search({ q: 'Vulkan', visible: Array.from({ length: 5_000 }, (_, i) => `t${i}`) })],
  ['highlights in long texts', () => pool.search({ q: 'Vulkan', visible, limit: 200, highlight: ['title', 'text'] })],
  ['all values of a field', () => pool.facets({ q: '', visible, field: 'subject' })],
  ['completions of a letter', () => pool.suggest({ q: 'v', visible, fields: ['title', 'keywords'] })],
  ['completions of a sentence', () => pool.suggest({ q: many(word), visible, fields: ['title', 'keywords'] })],
  ['similar records', () => pool.similar({ id: 'r77', visible, limit: 50 })],
];

it.each(ODD)('does not block the calling thread for %s', async (_, ask) => {
  // Measures the CPU time of this thread in milliseconds. The minimum of several runs excludes compilation.
  let blocked = Infinity;
  for (let i = 0; i < 6; i++) {
    const before = process.threadCpuUsage();
    await ask();
    const { user, system } = process.threadCpuUsage(before);
    blocked = Math.min(blocked, (user + system) / 1_000);
  }
  expect(blocked).toBeLessThan(5);
});
