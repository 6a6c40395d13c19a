import { expect, test } from 'vitest';
import { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { parsePeopleList } from './fetch-list.ts';
import { compare, type KnownPerson, type ListedSchools } from './compare.ts';

const at = (...schools: string[]): ListedSchools => ({ at: new Set(schools), unclear: false, nowhere: false });
const people = (count: number, school: string, prefix = school): KnownPerson[] =>
  Array.from({ length: count }, (_, i) => ({ subject: `${prefix}${i}`, at: [school], confirmed: [] }));
const list = (all: readonly KnownPerson[]): Map<string, ListedSchools> =>
  new Map(all.map(({ subject, at: schools }) => [subject, at(...schools)]));
const outcome = (known: KnownPerson[], listed: Map<string, ListedSchools>, schools: Set<string> | 'all' = 'all') => {
  const { gone, left, paused } = compare(known, { listed, schools });
  return { gone, left, paused: Object.fromEntries([...paused].map(([school, each]) => [school, [each.missing.length, each.known]])) };
};

const ten = people(10, 'a');
const only = (count: number) => list(ten.slice(10 - count));
const both: KnownPerson = { subject: 'both', at: ['a', 'b'], confirmed: [] };
const nowhere: KnownPerson = { subject: 'nowhere', at: [], confirmed: [] };

test.each<[string, KnownPerson[], Map<string, ListedSchools>, Set<string> | 'all', object]>([
  ['everyone is listed', ten, only(10), 'all', { gone: [], left: [], paused: {} }],
  ['exactly a fifth of a school is missing', ten, only(8), 'all', { gone: ['a0', 'a1'], left: [], paused: {} }],
  ['more than a fifth of a school is missing', ten, only(7), 'all', { gone: [], left: [], paused: { a: [3, 10] } }],
  ['everyone is missing', ten, new Map([['x', at('a')]]), 'all', { gone: [], left: [], paused: { a: [10, 10] } }],
  [
    'confirmed departures do not count towards the limit',
    ten.map((one, i) => (i < 5 ? { ...one, confirmed: ['a'] } : one)),
    only(3),
    'all',
    { gone: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6'], left: [], paused: {} },
  ],
  [
    'a person is missing at one of two schools',
    [...ten, ...people(10, 'b'), both],
    new Map([...list(ten), ...list(people(10, 'b')), ['both', at('b')]]),
    'all',
    { gone: [], left: [{ subject: 'both', schools: ['a'] }], paused: {} },
  ],
  [
    'a person is missing at two schools, one of which is paused',
    [...people(4, 'a'), ...people(10, 'b'), both],
    list(people(10, 'b')),
    'all',
    { gone: [], left: [{ subject: 'both', schools: ['b'] }], paused: { a: [5, 5] } },
  ],
  [
    'a context without a school may belong to any school',
    ten,
    new Map([...only(9), ['a0', { ...at(), unclear: true }]]),
    'all',
    { gone: [], left: [], paused: {} },
  ],
  [
    'a person is listed without a context',
    ten,
    new Map([...only(9), ['a0', { ...at(), nowhere: true }]]),
    'all',
    { gone: ['a0'], left: [], paused: {} },
  ],
  [
    'a person is listed at an unknown school',
    ten,
    new Map([...only(9), ['a0', at()]]),
    'all',
    { gone: [], left: [{ subject: 'a0', schools: ['a'] }], paused: {} },
  ],
  ['the list of a school is unavailable', [...ten, both], only(10), new Set(['b']), { gone: [], left: [], paused: { b: [1, 1] } }],
  ['a person without a known school is missing', [nowhere, ...ten], only(10), 'all', { gone: ['nowhere'], left: [], paused: {} }],
  [
    'a person without a known school is missing while a school is paused',
    [nowhere, ...ten],
    only(1),
    'all',
    { gone: [], left: [], paused: { a: [9, 10] } },
  ],
  [
    'a person without a known school is missing in lists of single schools',
    [nowhere, ...ten],
    only(10),
    new Set(['a']),
    { gone: [], left: [], paused: {} },
  ],
])('compares the list with the known people: %s', (_, known, listed, schools, expected) =>
  expect(outcome(known, listed, schools)).toEqual(expected),
);

const settings = OidcProvider.parse({
  ...{ id: 'x', name: 'X', issuer: 'https://x.example', client_id: 'x', client_secret: 'x' },
  school_prefix: 'DE-XX-',
});
const context = (kennung: string | null, more = {}) => ({ id: 'k', organisation: { id: 'o', kennung }, rolle: 'lern', ...more });

test('parses all forms of contexts in Schulconnex', () => {
  const answer = parsePeopleList(settings, [
    { pid: 'p1', person: { name: { vorname: 'X' } }, personenkontexte: [context('DE-XX-10A', { loeschung: { zeitpunkt: '2026-12-01' } })] },
    { pid: 'p2', personenkontexte: [context(null), context('10b')] },
    { pid: 'p3' },
    { pid: 'p3', personenkontexte: [context('DE-YY-10a')] },
  ]);
  expect(Object.fromEntries(answer)).toEqual({
    p1: { numbers: ['de-xx-10a', '10a'], unclear: false },
    p2: { numbers: ['10b'], unclear: true },
    p3: { numbers: ['de-yy-10a'], unclear: false },
  });
});

test.each([[{}], [{ data: [] }], [null], ['x'], [[{ pid: 'p1' }, { id: 'p2' }]], [[{ pid: '' }]], [[[]]]])(
  'rejects the response %j',
  (value) => expect(() => parsePeopleList(settings, value)).toThrow('not a list of people'),
);
