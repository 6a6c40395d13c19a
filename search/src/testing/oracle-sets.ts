/** Generates random catalogues and queries, for which the engine and the cluster must return the same answers as the oracle (docs/search.md). */
import fc from 'fast-check';
import type { Schema, SearchQuery } from '../api.ts';

export const schema: Schema = {
  text: { title: { weight: 10, exact: true }, keywords: { weight: 4 }, text: { weight: 1 } },
  values: { subject: { tree: true }, type: {} },
  numbers: { year: {} },
};
export const synonymGroups = [
  ['Film', 'Video', 'bewegtes Bild'],
  ['Krieg', 'Konflikt'],
  ['Haus', 'house', 'Ort der Welt'],
  ['2. Krieg', 'Straße'],
];
export const vocabulary = ['Krieg', 'Welt', 'Film', 'Bild'];

export const WORDS =
  `Krieg Kriege Kriegen Welt Weltkrieg Weltkriegs Weltkriegsfilm Film Filme Filmen Video Bild Bilder Bildern bewegtes Konflikt der die und 2. II. zweiter zweiten 2
 Photosynthese Fotosynthese Fotosynthesen Schifffahrt Schiffahrt Apfel Äpfel Aepfel aktuell neue house houses studies study learning Straße Strasse Kreigsfilm Wetl Bildstraße Filmwelt война войны войну історія історії الحرب حرب 😀 мир مكتبة e`.split(
    /\s+/,
  );
const word = fc.constantFrom(...WORDS);
const sentence = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
/** A text that is longer than the opening, whose words have a higher weight. */
const long = fc.array(word, { minLength: 28, maxLength: 44 }).map((words) => words.join(' '));
/** Texts that occur often, as keywords do. */
const short = fc.constantFrom('Film', 'Krieg und Film', 'Welt Film', 'Filme der Welt', 'Film Film');
const subject = fc.constantFrom('0', '08', '080', '0801', '08010', '0802', '10', '100');
const visible = fc.subarray(['all', 'school:1', 'school:2']);

/** A record without an identifier. */
export const content = fc.record({
  language: fc.constantFrom('de', 'de', 'de', 'en', 'fr', undefined),
  text: fc.record(
    {
      title: sentence,
      keywords: fc.array(fc.oneof(sentence, short), { maxLength: 3 }),
      text: fc.oneof({ weight: 24, arbitrary: sentence }, long),
    },
    { requiredKeys: [] },
  ),
  values: fc.record(
    { subject: fc.array(subject, { maxLength: 2 }), type: fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
  numbers: fc.record({ year: fc.integer({ min: 2000, max: 2003 }) }, { requiredKeys: [] }),
  visible,
});
const term = fc.oneof(
  { weight: 6, arbitrary: word },
  {
    weight: 3,
    arbitrary: fc.constantFrom('Welt Krieg', 'Bild Straße', 'Film-Welt', 'bewegte Bilder', 'Ort der Welt', '2. Krieg', 'Konflikt Film'),
  },
  { weight: 1, arbitrary: word.map((w) => `-${w}`) },
  { weight: 1, arbitrary: word.map((w) => `title:${w}`) },
  { weight: 1, arbitrary: word.map((w) => `${w.slice(0, 3)}*`) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('subject:080', 'type:a*', '-type:b', '-"Welt Krieg"', 'text:"der Film"', '"', '*', 'a:b:c', '\\'),
  },
);
export const query: fc.Arbitrary<SearchQuery & { field: string }> = fc.record(
  {
    q: fc.array(term, { maxLength: 4 }).map((terms) => terms.join(' ')),
    filters: fc.record(
      { subject: fc.array(fc.constantFrom('08*', '080', '10', '*'), { maxLength: 2 }), type: fc.subarray(['a', 'b', 'a*']) },
      { requiredKeys: [] },
    ),
    visible,
    offset: fc.constantFrom(0, 0, 3),
    limit: fc.constantFrom(0, 5, 24, 50),
    sort: fc.constantFrom(
      'relevance' as const,
      'relevance' as const,
      'title' as const,
      { number: 'year', order: 'desc' as const },
      { number: 'year', order: 'asc' as const },
    ),
    live: fc.boolean(),
    boosts: fc.subarray([
      { field: 'type', value: 'a', factor: 1.3 },
      { token: 'school:1', factor: 1.5 },
      { number: 'year', min: 2002, factor: 1.1 },
    ]),
    field: fc.constantFrom('subject', 'type'),
    highlight: fc.constant(['title', 'keywords']),
  },
  { requiredKeys: ['q', 'visible', 'field'] },
);

export const suggestion = fc.record({
  q: fc
    .tuple(fc.array(word, { maxLength: 1 }), word, fc.constantFrom(1, 2, 4, 20), fc.constantFrom('', '', ' '))
    .map(([before, last, letters, end]) => [...before, last.slice(0, letters)].join(' ') + end),
  visible,
  fields: fc.subarray(['title', 'keywords', 'text'], { minLength: 1 }),
  limit: fc.constantFrom(1, 3, 10),
});
