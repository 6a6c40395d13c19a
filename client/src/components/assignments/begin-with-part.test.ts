/** Tests of a new assignment that starts with a part of a film. */
import { expect, test } from 'vitest';
import { newAssignmentHref, readAssignmentView } from './assignment-href.ts';

const partOf = (href: string) => readAssignmentView(new URL(href, 'https://portal.example').search).begin;

test('stores the selected part of the film in the address', () => {
  const part = { title: 'Der Ausbruch & danach', start_s: 29.5, end_s: 43 };
  expect(partOf(newAssignmentHref('c-1', { media: ['FU-1'], part }))).toMatchObject({ media: ['FU-1'], part });
});

test.each([
  ['no part', {}],
  ['no title', { from: '1', until: '5' }],
  ['an end before its beginning', { from: '5', until: '1', title: 'A' }],
  ['times that are none', { from: 'a', until: 'b', title: 'A' }],
])('starts with the whole film if the address has %s', (_, query) => {
  const search = new URLSearchParams({ tab: 'assignments', assignment: 'new', media: 'FU-1', ...query });
  expect(readAssignmentView(search.toString()).begin.part).toBeNull();
});
