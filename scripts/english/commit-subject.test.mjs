import { expect, test } from 'vitest';
import { problemOf } from './commit-subject.mjs';

test.each([
  'licences: derive the pending state from isFetching',
  'search, catalogue: fix review findings in the import path',
  'own-material: show the licence',
  "Merge branch 'main' into other",
  'Revert "search: stop indexing after a failed batch"',
])('accepts "%s"', (subject) => {
  expect(problemOf(subject)).toBeUndefined();
});

test.each([
  ['Fix types after the merges', 'does not begin with an area'],
  ['search:stop indexing', 'does not begin with an area'],
  ['Search: stop indexing', 'does not begin with an area'],
  ['licences: whether the list is read again says what is shown', 'has "whether"'],
  ['client: guests sign in at the thumb', 'has "guests"'],
  ['search: stopped indexing', 'has "stopped"'],
  ['search: stops indexing', 'has "stops"'],
  ['search: stop indexing.', 'ends with a full stop'],
  ['e2e: test sign-in; wait for the mail', 'has two statements'],
  [`search: stop ${'x'.repeat(60)}`, 'has 73 characters'],
])('rejects "%s"', (subject, problem) => {
  expect(problemOf(subject)).toContain(problem);
});
