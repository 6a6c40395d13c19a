/** Which licences count today, and who may see what by them. */
import { isDistrictAdmin, isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import type { Rights } from '@fundus/contract/catalogue';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type { SignedIn } from '../../http/context.ts';

/** Made once: a formatter costs a fraction of a millisecond and much memory outside the heap. Swedish dates are ISO. */
const BERLIN_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });

const MINUTE = 60_000;

/** The answer of the last minute asked for: a result list asks for every item. */
let last = { minute: NaN, day: '' };

/** The calendar day in Europe/Berlin (behaviour.md 5.0.3), ISO. */
export function today(now: Date): string {
  const minute = Math.floor(now.getTime() / MINUTE);
  if (minute !== last.minute) last = { minute, day: BERLIN_DAY.format(now) };
  return last.day;
}

/** A day so many days later or earlier, ISO. */
export const shiftDay = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Query expression: the licence is in force on the day. A missing end is no end; `graceDays` prolongs a passed one. */
export function activeLicence(
  eb: ExpressionBuilder<Tables, 'licence'>,
  day: string,
  graceDays: number,
): ExpressionWrapper<Tables, 'licence', SqlBool> {
  return eb.and([
    eb.or([eb('licence.valid_from', 'is', null), eb('licence.valid_from', '<=', day)]),
    eb.or([eb('licence.valid_to', 'is', null), eb('licence.valid_to', '>=', shiftDay(day, -graceDays))]),
  ]);
}

export type LicenceRow = {
  scope: string;
  district_id: string | null;
  school_id: string | null;
  valid_from: string | null;
  valid_to: string | null;
  seats: number;
  audience: string;
  rights: Rights;
};

/** The same rule for a row already read. */
export const isActive = (licence: Pick<LicenceRow, 'valid_from' | 'valid_to'>, day: string, graceDays: number): boolean =>
  (licence.valid_from === null || licence.valid_from <= day) &&
  (licence.valid_to === null || licence.valid_to >= shiftDay(day, -graceDays));

/** Token of everything, whatever its licence: the catalogue's view. */
export const HOLDINGS = 'holdings';
const EVERYONE = 'all';
const STAFF = ':teacher';

const scopeToken = (licence: Pick<LicenceRow, 'scope' | 'district_id' | 'school_id'>): string =>
  licence.scope === 'district' ? `district:${licence.district_id}` : licence.scope === 'school' ? `school:${licence.school_id}` : EVERYONE;

const licenceToken = (licence: LicenceRow): string => scopeToken(licence) + (licence.audience === 'teacher' ? STAFF : '');

/** Tokens a record carries in the index: one for each licence in force. */
export function recordTokens(item: { free: boolean }, licences: readonly LicenceRow[], day: string, graceDays: number): string[] {
  const tokens = licences.filter((licence) => isActive(licence, day, graceDays)).map(licenceToken);
  return [...new Set([HOLDINGS, ...(item.free ? [EVERYONE] : []), ...tokens])];
}

/** Tokens of a person: everyone's, the district's, the school's, and those for staff. */
export function personTokens(user: SignedIn | null): string[] {
  if (!user) return [EVERYONE];
  const scopes = [
    EVERYONE,
    ...(user.district_id ? [`district:${user.district_id}`] : []),
    ...(user.school_id ? [`school:${user.school_id}`] : []),
  ];
  const staff = isTeacher(user) || isSchoolAdmin(user) || isDistrictAdmin(user);
  return staff ? [...scopes, ...scopes.map((scope) => scope + STAFF)] : scopes;
}

/** The person's own school's licences weigh more (behaviour.md 5.15). */
export const ownSchoolTokens = (user: SignedIn | null): string[] => personTokens(user).filter((token) => token.startsWith('school:'));

/** What a person has of a medium, with the fields of spec §3. */
export type Holding = {
  active: boolean;
  valid_to: string | false;
  remaining: number | false;
  returns: number | false;
  rights: Rights | null;
};

const ALL_RIGHTS: Rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };

/** The best licence of those that reach the person: one in force before one that has ended, unlimited before dated, later before sooner. */
export function holdingOf(
  user: SignedIn | null,
  item: { free: boolean },
  licences: readonly LicenceRow[],
  day: string,
  graceDays: number,
): Holding {
  if (item.free) return { active: true, valid_to: false, remaining: false, returns: false, rights: ALL_RIGHTS };
  const tokens = new Set(personTokens(user));
  const mine = licences.filter((licence) => tokens.has(licenceToken(licence)) && (licence.valid_from ?? day) <= day);
  const best = mine.sort((a, b) => (b.valid_to ?? '9999').localeCompare(a.valid_to ?? '9999'))[0];
  if (!best) return { active: false, valid_to: false, remaining: false, returns: false, rights: null };
  const active = isActive(best, day, graceDays);
  return {
    active,
    valid_to: best.valid_to ?? false,
    remaining: best.seats === 0 ? false : best.seats,
    returns: false,
    rights: active ? best.rights : null,
  };
}
