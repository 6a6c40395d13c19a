import { describe, expect, it } from 'vitest';
import { isEntitlementActive, licenceState, normalizeCode, runtimeEnd, type EntitlementFields } from './licences.ts';

const TODAY = '2026-05-15';

describe('isEntitlementActive (docs/behaviour/licences.md#active)', () => {
  it.each<[EntitlementFields['valid_to'], EntitlementFields['remaining'], EntitlementFields['returns'], boolean]>([
    ['2026-05-15', 1, 0, true],
    ['2026-05-14', 1, 0, false],
    ['2026-05-15', 0, 2, true],
    ['2026-05-15', 0, 0, false],
    [false, false, false, true],
    ['2026-07-31', false, false, true],
    // Cases beyond the specification's table: unlimited seats never limit a licence, and without an end date only the seats do.
    ['2026-05-14', false, false, false],
    [false, 3, false, true],
    [false, 0, false, false],
    [false, 0, 0, false],
    [false, 0, 1, true],
    ['2026-05-14', 0, 5, false],
  ])('given the end %s, %s remaining seats and %s returns, returns %s', (valid_to, remaining, returns, active) =>
    expect(isEntitlementActive({ valid_to, remaining, returns }, TODAY)).toBe(active),
  );
});

describe('licenceState', () => {
  it.each([
    ['not begun', '2026-05-16', null, false, 0, 'upcoming'],
    ['begins today', TODAY, null, false, 0, 'active'],
    ['without an end', null, null, false, 0, 'active'],
    ['61 days left', null, '2026-07-15', false, 0, 'active'],
    ['60 days left', null, '2026-07-14', false, 0, 'expiring'],
    ['last day', null, TODAY, false, 28, 'expiring'],
    ['the day after', null, '2026-05-14', false, 0, 'expired'],
    ['the day after, with grace', null, '2026-05-14', false, 28, 'grace'],
    ['day 28', null, '2026-04-17', false, 28, 'grace'],
    ['day 29', null, '2026-04-16', false, 28, 'expired'],
    ['withdrawn', null, null, true, 28, 'withdrawn'],
  ] as const)('classifies a licence: %s', (_, valid_from, valid_to, withdrawn, grace, state) =>
    expect(licenceState({ valid_from, valid_to, withdrawn }, TODAY, grace)).toBe(state),
  );
});

describe('runtimeEnd', () => {
  it.each([
    ['unlimited', {}, TODAY, null],
    ['until_date', { until: '2026-12-24' }, TODAY, '2026-12-24'],
    ['days', { days: 1 }, TODAY, TODAY],
    ['days', { days: 30 }, '2026-02-15', '2026-03-16'],
    ['school_year', {}, TODAY, '2026-07-31'],
    ['school_year', {}, '2026-07-31', '2026-07-31'],
    ['school_year', {}, '2026-08-01', '2027-07-31'],
    ['publisher_year', {}, '2026-05-31', '2027-05-30'],
    ['publisher_year', {}, '2026-06-01', '2027-09-30'],
    ['publisher_year', {}, '2026-09-30', '2027-09-30'],
    ['publisher_year', {}, '2026-10-01', '2027-09-30'],
    ['publisher_year', {}, '2027-10-02', '2028-09-30'],
  ] as const)('given the runtime %s (%o) and the start day %s, returns %s', (kind, more, day, end) =>
    expect(runtimeEnd({ kind, ...more }, day, '07-31')).toBe(end),
  );
});

it('removes separators from licence codes', () => {
  expect(normalizeCode(' abcd-efGH 34 ')).toBe('ABCDEFGH34');
});
