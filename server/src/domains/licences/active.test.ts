/** Entitlements and visibility of media by licence (docs/behaviour/licences.md#visibility). */
import { describe, expect, test } from 'vitest';
import { countSeats, findEntitlement, personTokens, recordTokens, type LicenceRow, type LicenceTerms } from './active.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

const DAY = '2026-05-15';
const TERMS: LicenceTerms = { graceDays: 0, allowReturns: true };
const RIGHTS = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };

const licence = (more: Partial<LicenceRow> = {}): LicenceRow => ({
  id: '01890000-0000-7000-8000-000000000001',
  scope: 'volume',
  district_id: null,
  school_id: 'a',
  valid_from: null,
  valid_to: null,
  seats: 5,
  taken: 0,
  in_use: 0,
  returns_left: null,
  hidden: false,
  withdrawn: false,
  audience: 'all',
  rights: RIGHTS,
  ...more,
});

const person = (more: Partial<SignedIn> = {}): SignedIn => ({
  id: 'p',
  role: '',
  school_admin: '0',
  district_admin: '0',
  vorname: '',
  name: '',
  email: '',
  school_id: 'a',
  klassenID: null,
  schulname: null,
  show_jitsi: false,
  shared_classes: [],
  lends_at: [],
  given: [],
  district_id: 'd',
  capabilities: [],
  licences: [],
  ...more,
});
const PEOPLE = {
  guest: null,
  pupil: person(),
  teacher: person({ role: 'L' }),
  holder: person({ licences: [licence().id] }),
  otherTeacher: person({ role: 'L', school_id: 'b' }),
  districtAdmin: person({ district_admin: '1', school_id: null }),
  editor: person({ capabilities: ['cap_licences'], school_id: null }),
};
type Who = keyof typeof PEOPLE;

const sees = (row: LicenceRow, terms = TERMS): Who[] =>
  (Object.keys(PEOPLE) as Who[]).filter((who) => {
    const mine = personTokens(PEOPLE[who]);
    return recordTokens({ free: false, draft_of: null, own: null }, [row], DAY, terms).some((token) => mine.includes(token));
  });
const uses = (row: LicenceRow, terms = TERMS): Who[] =>
  (Object.keys(PEOPLE) as Who[]).filter(
    (who) => findEntitlement(PEOPLE[who], { free: false, draft_of: null, own: null }, [row], DAY, terms).rights !== null,
  );

const STAFF: Who[] = ['teacher'];
const SCHOOL: Who[] = ['pupil', 'teacher', 'holder'];
const ALL: Who[] = Object.keys(PEOPLE) as Who[];
const DISTRICT = ALL.filter((who) => who !== 'guest');

describe('visibility and use', () => {
  test.each<[string, Partial<LicenceRow>, Who[], Who[]]>([
    ['free', { scope: 'free', school_id: null, seats: 0 }, ALL, ALL],
    ['district', { scope: 'district', school_id: null, district_id: 'd', seats: 0 }, DISTRICT, DISTRICT],
    ['school', { scope: 'school', seats: 0 }, SCHOOL, SCHOOL],
    ['school with seats', { scope: 'school', seats: 30 }, SCHOOL, SCHOOL],
    ['school, for teachers', { scope: 'school', seats: 0, audience: 'teacher' }, STAFF, STAFF],
    ['school, for learners', { scope: 'school', seats: 0, audience: 'student' }, SCHOOL, ['pupil', 'holder']],
    [
      'district, for learners',
      { scope: 'district', school_id: null, district_id: 'd', seats: 0, audience: 'student' },
      DISTRICT.filter((who) => who !== 'editor'),
      ['pupil', 'holder'],
    ],
    ['seats for learners', { audience: 'student' }, ['teacher', 'holder'], ['holder']],
    ['seats of the school', {}, ['teacher', 'holder'], ['holder']],
    ['seats of the school, all given, may come back', { taken: 5 }, ['teacher', 'holder'], ['holder']],
    ['seats of the school, all in use for good', { taken: 5, in_use: 5, returns_left: 0 }, ['holder'], ['holder']],
    ['seats of the district', { school_id: null, district_id: 'd' }, ['holder', 'districtAdmin', 'editor'], ['holder']],
    [
      'a district licence for schools',
      { scope: 'school', school_id: null, district_id: 'd' },
      ['holder', 'districtAdmin', 'editor'],
      ['holder'],
    ],
    ['hidden', { hidden: true }, [], []],
    ['withdrawn', { withdrawn: true }, [], []],
    ['not begun', { valid_from: '2026-05-16' }, [], []],
    ['ends today', { valid_to: DAY }, ['teacher', 'holder'], ['holder']],
    ['ended yesterday', { valid_to: '2026-05-14' }, [], []],
  ])('follow the licence: %s', (_, about, seen, used) => {
    expect(sees(licence(about))).toEqual(seen);
    expect(uses(licence(about))).toEqual(used);
  });

  test('show the medium only to licence owners during the grace period', () => {
    const terms = { ...TERMS, graceDays: 28 };
    const school = licence({ scope: 'school', seats: 0, valid_to: '2026-04-17' });
    expect(sees(school, terms)).toEqual(STAFF);
    expect(uses(school, terms)).toEqual([]);
    expect(findEntitlement(PEOPLE.teacher, { free: false, draft_of: null, own: null }, [school], DAY, terms)).toMatchObject({
      active: false,
      valid_to: '2026-04-17',
    });
    expect(sees({ ...school, valid_to: '2026-04-16' }, terms)).toEqual([]);
    expect(sees(licence({ scope: 'district', school_id: null, district_id: 'd', valid_to: '2026-05-14' }), terms)).toEqual([
      'districtAdmin',
      'editor',
    ]);
  });
});

describe('seat counts', () => {
  test.each<[string, Partial<LicenceRow>, boolean, number | false, number | false]>([
    ['without seats', { seats: 0 }, true, false, false],
    ['nothing given', {}, true, 5, 0],
    ['given, not used', { taken: 3 }, true, 2, 3],
    ['given and used', { taken: 3, in_use: 2 }, true, 2, 3],
    ['used seats come back once more', { taken: 3, in_use: 2, returns_left: 1 }, true, 2, 2],
    ['used seats come back no more', { taken: 5, in_use: 5, returns_left: 0 }, true, 0, 0],
    ['without returns in the portal', { taken: 3 }, false, 2, false],
  ])('follow the assigned and used seats: %s', (_, about, allowReturns, remaining, returns) =>
    expect(countSeats(licence(about), { graceDays: 0, allowReturns })).toEqual({ remaining, returns }),
  );
});

describe('findEntitlement', () => {
  test('omits seat counts for seat holders', () => {
    const full = licence({ taken: 5, in_use: 5, returns_left: 0, valid_to: '2026-07-31' });
    const none = { active: false, rights: null };
    expect(findEntitlement(PEOPLE.holder, { free: false, draft_of: null, own: null }, [full], DAY, TERMS)).toEqual({
      active: true,
      valid_to: '2026-07-31',
      is_mediathek: false,
      remaining: false,
      returns: false,
      rights: RIGHTS,
    });
    expect(findEntitlement(PEOPLE.teacher, { free: false, draft_of: null, own: null }, [full], DAY, TERMS)).toMatchObject({
      ...none,
      remaining: 0,
      returns: 0,
    });
    expect(findEntitlement(PEOPLE.teacher, { free: false, draft_of: null, own: null }, [licence()], DAY, TERMS)).toMatchObject({
      active: true,
      remaining: 5,
      rights: null,
    });
    expect(findEntitlement(PEOPLE.pupil, { free: false, draft_of: null, own: null }, [licence()], DAY, TERMS)).toMatchObject(none);
  });

  test('prefers a usable licence and then the licence without an end date', () => {
    const dated = licence({ id: 'x', scope: 'school', seats: 0, valid_to: '2027-01-01' });
    const open = { ...dated, id: 'y', valid_to: null };
    const mine = (rows: LicenceRow[]) =>
      findEntitlement(PEOPLE.teacher, { free: false, draft_of: null, own: null }, rows, DAY, TERMS).valid_to;
    expect(mine([licence(), dated])).toBe('2027-01-01');
    expect(mine([dated, open])).toBe(false);
    expect(mine([{ ...dated, valid_to: '2026-01-01' }, dated])).toBe('2027-01-01');
  });

  test('sets is_mediathek according to the owner of the licence', () => {
    const of = (more: Partial<LicenceRow>) =>
      findEntitlement(
        PEOPLE.teacher,
        { free: false, draft_of: null, own: null },
        [licence({ scope: 'school', seats: 0, ...more })],
        DAY,
        TERMS,
      ).is_mediathek;
    expect(of({})).toBe(false);
    expect(of({ scope: 'district', school_id: null, district_id: 'd' })).toBe(true);
    expect(of({ scope: 'free', school_id: null })).toBe(null);
  });
});
