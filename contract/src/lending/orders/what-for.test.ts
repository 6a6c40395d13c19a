import { expect, test } from 'vitest';
import { orderFields, TITLE_LENGTH } from './order-fields.ts';
import { splitWhatFor } from './what-for.ts';

const long = 'Interviews zum Schulgarten mit der Film-AG und den beiden vierten Klassen der Nachbarschule im Mai';

test.each([
  ['uses a short answer as title', 'Film-AG', false, { title: 'Film-AG', purpose: '' }],
  ['copies the answer into a required purpose', ' Film-AG ', true, { title: 'Film-AG', purpose: 'Film-AG' }],
  ['keeps an answer of several lines as purpose', 'Film-AG\nDreh im Wald', false, { title: 'Film-AG', purpose: 'Film-AG\nDreh im Wald' }],
  ['returns empty fields for an empty answer', '  ', true, { title: '', purpose: '' }],
  [
    'cuts a long answer at a word',
    long,
    false,
    { title: 'Interviews zum Schulgarten mit der Film-AG und den beiden vierten Klassen der…', purpose: long },
  ],
])('%s', (_, answer, required, split) => {
  expect(splitWhatFor(answer, required)).toEqual(split);
});

test.each([long, 'x'.repeat(500), `${'x'.repeat(79)} ${'y'.repeat(200)}`])('returns a valid title for the answer %s', (answer) => {
  const { title } = splitWhatFor(answer, false);
  expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH);
  expect(orderFields.title.safeParse(title).success).toBe(true);
});
