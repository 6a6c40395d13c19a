import { expect, test } from 'vitest';
import { orderFields, TITLE_LENGTH } from './order-fields.ts';
import { splitWhatFor } from './what-for.ts';

const long = 'Interviews zum Schulgarten mit der Film-AG und den beiden vierten Klassen der Nachbarschule im Mai';

test.each([
  ['a short answer is the title', 'Film-AG', false, { title: 'Film-AG', purpose: '' }],
  ['a required purpose gets the whole answer', ' Film-AG ', true, { title: 'Film-AG', purpose: 'Film-AG' }],
  ['an answer of several lines is kept as purpose', 'Film-AG\nDreh im Wald', false, { title: 'Film-AG', purpose: 'Film-AG\nDreh im Wald' }],
  ['nothing stays nothing', '  ', true, { title: '', purpose: '' }],
  [
    'a long answer is cut at a word',
    long,
    false,
    { title: 'Interviews zum Schulgarten mit der Film-AG und den beiden vierten Klassen der…', purpose: long },
  ],
])('%s', (_, answer, required, split) => {
  expect(splitWhatFor(answer, required)).toEqual(split);
});

test.each([long, 'x'.repeat(500), `${'x'.repeat(79)} ${'y'.repeat(200)}`])('the server accepts the title of %s', (answer) => {
  const { title } = splitWhatFor(answer, false);
  expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH);
  expect(orderFields.title.safeParse(title).success).toBe(true);
});
