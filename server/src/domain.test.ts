/** Errors the compiler must report: each line below fails `npm run check` if it compiles. */
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

test('accepts a domain whose aspects are empty', () => {
  expect(defineDomain(nothing)).toBe(nothing);
});

export function unwritten(): void {
  const { erasePeople: _, ...unsaid } = nothing;
  // @ts-expect-error: an aspect is missing
  defineDomain(unsaid);
  // @ts-expect-error: the calls of a noun have no handlers
  defineDomain({ ...nothing, calls: { audit: {} } });
  // @ts-expect-error: the column that references a school has no rule
  defineDomain({ ...nothing, tables: { wish: { person_id: own, decided_by: doer } } });
  // @ts-expect-error: the row is deleted with the person, so it cannot stay without the name
  defineDomain({ ...nothing, tables: { bookmark: { person_id: doer } } });
  // @ts-expect-error: the column to omit from the export does not exist
  defineDomain({ ...nothing, tables: { bookmark: { person_id: { ...own, without: ['hash'] } } } });
}
