import { Rights } from '@fundus/contract/catalogue/catalogue';
import { expect, test } from 'vitest';
import { parseOdrl } from './package-odrl.ts';
import { writePolicy, type PlaceLicence } from './write-odrl.ts';

const licence: PlaceLicence = {
  ...{ id: '0b5f9f6e-0000-7000-8000-000000000000', identifier: 'FU-1', licensor: 'Bildungshaus', purchase_ref: 'K-1', seats: 0 },
  ...{ valid_from: null, valid_to: null, audience: 'all', rights: Rights.parse({}), school: null },
};
const PART = { partOf: 'https://medien.example/' };

test.each<[string, Partial<PlaceLicence>, object]>([
  ['of a district, without end', {}, { scope: 'school', runtime: 'unlimited', school: '', audience: 'all' }],
  ['of a school', { school: 'DE-XX-10a' }, { school: 'DE-XX-10a' }],
  ['seats', { seats: 30 }, { scope: 'volume', seats: 30 }],
  [
    'days, the last one counts',
    { valid_from: '2026-08-01', valid_to: '2027-07-31' },
    { valid_from: '2026-08-01', valid_to: '2027-07-31', runtime: 'until_date' },
  ],
  ['for teachers at a school', { audience: 'teacher', school: '10a' }, { audience: 'teacher', school: '10a' }],
  ['for learners', { audience: 'student' }, { audience: 'student' }],
  [
    'rights',
    { rights: Rights.parse({ stream: true, download: false, home_use: true, lms_embed: false, edit: false }) },
    { rights: { stream: true, download: false, home_use: true, lms_embed: false, edit: false } },
  ],
])('writes a policy that is parsed to the same licence: %s', (_, some, expected) => {
  const written = JSON.stringify({ data: [writePolicy({ ...licence, ...some }, { ...PART, withKeys: true })] });
  expect(parseOdrl(written)).toMatchObject([{ medium: 'FU-1', licensor: 'Bildungshaus', code: 'K-1', problem: null, ...expected }]);
});

test("includes the supplier's number only on request", () => {
  expect(writePolicy(licence, { ...PART, withKeys: false })).not.toHaveProperty('access_control');
  expect(JSON.stringify(writePolicy(licence, { ...PART, withKeys: false }))).not.toContain('K-1');
  expect(writePolicy({ ...licence, purchase_ref: '' }, { ...PART, withKeys: true })).not.toHaveProperty('access_control');
});

test('parses a policy for several schools into one line per school', () => {
  const kennung = (operator: string, rightOperand: unknown) => ({
    refinement: [{ leftOperand: 'urn:schulconnex:de:personenkontext:organisation:kennung', operator, rightOperand }],
  });
  const read = (permission: object[]) =>
    parseOdrl(JSON.stringify({ data: [{ uid: 'V-1', target: 'FU-1', permission }] })).map(({ code, school, medium, line, rights }) => ({
      ...{ code, school, medium, line, streams: rights.stream },
    }));
  expect(read([{ action: 'use', assignee: [kennung('eq', '10a'), kennung('eq', '10b')] }])).toEqual([
    { code: 'V-1#10a', school: '10a', medium: 'FU-1', line: 1, streams: undefined },
    { code: 'V-1#10b', school: '10b', medium: 'FU-1', line: 2, streams: undefined },
  ]);
  expect(read([{ action: 'use', assignee: kennung('isAnyOf', ['10a', { '@value': '10b' }, '10a']) }]).map(({ school }) => school)).toEqual([
    '10a',
    '10b',
  ]);
  // Each school has the rights of the permissions that name it.
  expect(
    read([
      { action: 'stream', assignee: kennung('eq', '10a') },
      { action: 'download', assignee: kennung('isAnyOf', ['10a', '10b']) },
      { target: 'FU-2', action: 'use', assignee: kennung('eq', '10b') },
    ]),
  ).toEqual([
    { code: 'V-1#FU-1#10a', school: '10a', medium: 'FU-1', line: 1, streams: true },
    { code: 'V-1#FU-1#10b', school: '10b', medium: 'FU-1', line: 2, streams: false },
    { code: 'V-1#FU-2#10b', school: '10b', medium: 'FU-2', line: 3, streams: undefined },
  ]);
});
