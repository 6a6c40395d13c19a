/** What does not compile: each line below is an error that `npm run check` must find, or it complains that there is none. */
import { expect, test } from 'vitest';
import { defineDomain, doer, none, own } from './domain.ts';

const nothing = {
  calls: {},
  tables: {},
  sweep: {},
  storedFiles: none,
  jobs: none,
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: none,
  obligations: none,
  demo: none,
} as const;

test('a domain that says there is nothing is a domain', () => {
  expect(defineDomain(nothing)).toBe(nothing);
});

export function unwritten(): void {
  const { erasePeople: _, ...unsaid } = nothing;
  // @ts-expect-error: an aspect is missing
  defineDomain(unsaid);
  // @ts-expect-error: the calls of a noun have no handlers
  defineDomain({ ...nothing, calls: { audit: {} } });
  // @ts-expect-error: nothing is said of the column that leads to a school
  defineDomain({ ...nothing, tables: { wish: { person_id: own, decided_by: doer } } });
  // @ts-expect-error: the row goes with the person, it does not stay without the name
  defineDomain({ ...nothing, tables: { bookmark: { person_id: doer } } });
  // @ts-expect-error: there is no such column to be left out of what a person takes along
  defineDomain({ ...nothing, tables: { bookmark: { person_id: { ...own, without: ['hash'] } } } });
}
