/** Rules that determine which licences are in force and who sees a medium because of them. */
import { isCatalogueEditor, isDistrictAdmin, isSchoolAdmin, isStudent, isTeacher } from '@fundus/contract/access';
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import type { FrontendConfig } from '@fundus/contract/config';
import { isEntitlementActive, licenceState, type EntitlementFields, type LicenceState } from '@fundus/contract/licences/licences';
import type { ValueOf } from '../../db/tables.ts';
import { mayReadOwnMaterial, type Own } from '../../visitors/own-material.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Settings of the portal for licences. */
export type LicenceTerms = { graceDays: number; allowReturns: boolean };

export const licenceTerms = (config: Pick<FrontendConfig, 'licenceGraceDays' | 'AllowReturns'>): LicenceTerms => ({
  graceDays: config.licenceGraceDays,
  allowReturns: config.AllowReturns,
});

/** Fields of a licence that the rules below use. */
export type LicenceRow = {
  id: string;
  scope: ValueOf<'licence', 'scope'>;
  district_id: string | null;
  school_id: string | null;
  valid_from: string | null;
  valid_to: string | null;
  seats: number;
  taken: number;
  in_use: number;
  returns_left: number | null;
  hidden: boolean;
  withdrawn: boolean;
  audience: ValueOf<'licence', 'audience'>;
  rights: Rights;
};

/** Fields that determine the owner of a licence and who sees the medium. */
export type LicenceVisibility = Omit<LicenceRow, 'rights'>;

/** Returns how many seats can be assigned and how many can be taken back today (docs/behaviour/licences.md#active). */
export function countSeats(
  licence: Pick<LicenceRow, 'seats' | 'taken' | 'in_use' | 'returns_left'>,
  { allowReturns }: LicenceTerms,
): Pick<EntitlementFields, 'remaining' | 'returns'> {
  const { seats, taken, in_use, returns_left } = licence;
  if (seats === 0) return { remaining: false, returns: false };
  return { remaining: seats - taken, returns: allowReturns ? taken - in_use + Math.min(in_use, returns_left ?? in_use) : false };
}

export const stateOf = (
  licence: Pick<LicenceRow, 'valid_from' | 'valid_to' | 'withdrawn'>,
  day: string,
  terms: LicenceTerms,
): LicenceState => licenceState(licence, day, terms.graceDays);

/** Returns true if a licence has begun and was not hidden or withdrawn and has not ended. */
export const isActiveLicence = (licence: LicenceRow, day: string): boolean =>
  !licence.hidden && ['active', 'expiring'].includes(licenceState(licence, day, 0));

/** Returns true if a licence covers only recipients with a seat, which are people, or schools of a district. */
export const hasAssignedSeats = ({ scope, district_id }: Pick<LicenceRow, 'scope' | 'district_id'>): boolean =>
  scope === 'volume' || scope === 'single' || (scope === 'school' && district_id !== null);

/** Returns true if the seats of a licence are for people, false if they are for schools. */
export const isForPeople = ({ scope }: Pick<LicenceRow, 'scope'>): boolean => scope !== 'school';

/** Returns the owner of a licence as a filter value: `free`, `district` or `school`. */
export const ownerScope = ({ scope, school_id }: Pick<LicenceRow, 'scope' | 'school_id'>): string =>
  scope === 'free' ? 'free' : school_id === null ? 'district' : 'school';

/** Returns true for a licence of the district, even if it is assigned to schools, and null for a free medium. */
export const isDistrictLicence = ({ scope, school_id }: Pick<LicenceRow, 'scope' | 'school_id'>): boolean | null =>
  scope === 'free' ? null : school_id === null;

/** Visibility token of the whole catalogue, regardless of licences. */
export const CATALOGUE = 'catalogue';
export const EVERYONE = 'all';
/**
 * Returns the token of media that the schools of a district hold at any time. The empty id stands for media that are free for everyone or that no
 * school holds.
 */
export const holderToken = (district: string): string => `of:${district}`;
export const STAFF = ':teacher';
const LEARNERS = ':student';
/** Visibility token of drafts, which editors see in addition to the catalogue. */
export const DRAFTS = 'drafts';

const districtToken = (id: string | null): string => `district:${id}`;
const schoolToken = (id: string | null): string => `school:${id}`;
/** Returns the token of a user's own catalogue drafts. */
const authorToken = (id: string): string => `maker:${id}`;
/** Returns the token of a school's own material. */
const ownToken = (school: string): string => `own:${school}`;
/** Returns the token of a teacher's drafts of a school's own material. */
const ownDraftToken = (maker: string, school: string): string => `own:${school}:${maker}`;
/** Returns the token of the people with whom a draft of a school's own material is shared. */
const givenToken = (identifier: string): string => `given:${identifier}`;
const seatToken = (id: string): string => `licence:${id}`;
/** Returns the token of the licence editors of a district. */
const districtEditorToken = (id: string | null): string => `keeper:${id}`;

/** Returns the token of all users whom a licence covers, regardless of its audience. */
const reachToken = (licence: LicenceVisibility): string =>
  hasAssignedSeats(licence)
    ? seatToken(licence.id)
    : licence.scope === 'district'
      ? districtToken(licence.district_id)
      : licence.scope === 'school'
        ? schoolToken(licence.school_id)
        : EVERYONE;

/** Returns the token of the users who may use the medium of a licence. */
const usersToken = (licence: LicenceVisibility): string =>
  reachToken(licence) + { all: '', teacher: STAFF, student: LEARNERS }[licence.audience];

/** Returns the tokens of users who see a licence without using it. Teachers see licences for learners, because they assign the seats. */
export const giversTokens = (licence: LicenceVisibility): string[] => (licence.audience === 'student' ? [reachToken(licence) + STAFF] : []);

/** Returns the token of the owners of a licence: the staff of the school, or the licence editors of the district. */
const ownersToken = (licence: LicenceVisibility): string =>
  licence.school_id === null ? districtEditorToken(licence.district_id) : schoolToken(licence.school_id) + STAFF;

/**
 * Returns the tokens of users who see a medium because of a licence (docs/behaviour/licences.md#visibility). Users see it as long as the licence is
 * in force. Owners of a licence with seats see it as long as a seat can be assigned or taken back. During the grace period, only owners see it.
 */
export function tokensOf(licence: LicenceVisibility, day: string, terms: LicenceTerms): string[] {
  if (licence.hidden) return [];
  const state = stateOf(licence, day, terms);
  if (state === 'grace') return licence.scope === 'free' ? [] : [ownersToken(licence)];
  if (state !== 'active' && state !== 'expiring') return [];
  const given =
    hasAssignedSeats(licence) && isEntitlementActive({ valid_to: licence.valid_to ?? false, ...countSeats(licence, terms) }, day);
  return [usersToken(licence), ...giversTokens(licence), ...(given ? [ownersToken(licence)] : [])];
}

/**
 * Medium without its licences. `draft_of` is the author of a draft, empty if the author was deleted, and null for other media. `own` is set for a
 * school's own material.
 */
export type Item = { free: boolean; draft_of: string | null; own: Own | null };

/** Returns the visibility tokens of a media record in the search index. */
export function recordTokens(item: Item, licences: readonly LicenceVisibility[], day: string, terms: LicenceTerms): string[] {
  if (item.own) {
    const { identifier, school_id, made_by, given } = item.own;
    return given ? [ownToken(school_id)] : [givenToken(identifier), ...(made_by ? [ownDraftToken(made_by, school_id)] : [])];
  }
  if (item.draft_of !== null) return [DRAFTS, ...(item.draft_of ? [authorToken(item.draft_of)] : [])];
  const tokens = licences.flatMap((licence) => tokensOf(licence, day, terms));
  return [...new Set([CATALOGUE, ...(item.free ? [EVERYONE] : []), ...tokens])];
}

/** Returns true for teachers and for administrators of a school or district. */
export const isStaff = (user: SignedIn): boolean => isTeacher(user) || isSchoolAdmin(user) || isDistrictAdmin(user);

/**
 * Returns true for users who manage the licences of their district: its administrators, and licence editors who belong to no school
 * (docs/behaviour/access.md#capabilities).
 */
export const isDistrictEditor = (user: SignedIn): boolean =>
  user.district_id !== null && (isDistrictAdmin(user) || (user.school_id === null && user.capabilities.includes('cap_licences')));

/**
 * Returns the visibility tokens of a user: of everyone, the district, the school and the assigned seats, and their variants for staff or learners.
 */
export function personTokens(user: SignedIn | null): string[] {
  if (!user) return [EVERYONE];
  const scopes = [
    EVERYONE,
    ...(user.district_id ? [districtToken(user.district_id)] : []),
    ...(user.school_id ? [schoolToken(user.school_id)] : []),
    ...user.licences.map(seatToken),
    ...(isCatalogueEditor(user) ? [authorToken(user.id)] : []),
  ];
  const keeper = isDistrictEditor(user) ? [districtEditorToken(user.district_id)] : [];
  const kind = isStaff(user) ? STAFF : isStudent(user) ? LEARNERS : null;
  return [...scopes, ...(kind === null ? [] : scopes.map((scope) => scope + kind)), ...keeper, ...ownTokens(user)];
}

/**
 * Returns the tokens of the school's own material, of the user's drafts of it, and of drafts shared with the user. Every search scope includes them.
 */
export const ownTokens = (user: SignedIn | null): string[] =>
  user?.school_id
    ? [ownToken(user.school_id), ...(isTeacher(user) ? [ownDraftToken(user.id, user.school_id)] : []), ...user.given.map(givenToken)]
    : [];

/**
 * Returns the tokens of media that the search ranks higher: media licensed by the user's school and its own material
 * (docs/behaviour/search.md#order).
 */
export const ownSchoolTokens = (user: SignedIn | null): string[] =>
  personTokens(user).filter((token) => token.startsWith('school:') || token.startsWith('own:'));

/**
 * Entitlement of a user to a medium, with the fields of docs/specification.md#entities. `rights` is null if the user may not use the medium, even if
 * a seat is available.
 */
export type Entitlement = EntitlementFields & {
  active: boolean;
  rights: Rights | null;
  /** True if the entitlement comes from a licence of the district, false if from a licence of the school, null without a licence. */
  is_mediathek: boolean | null;
};

const ALL_RIGHTS: Rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };
/**
 * Result for a user without an entitlement. `remaining` is 0 because `false` would mean an unlimited number (docs/specification.md#active-licences).
 */
const NOTHING: Entitlement = { active: false, valid_to: false, remaining: 0, returns: false, rights: null, is_mediathek: null };

/**
 * Returns the entitlement that one licence gives a user, or null if the licence does not cover the user. Seat holders get no counts, because only the
 * end date matters to them. Owners without a seat get counts but no rights.
 */
export function findEntitlementBy(user: SignedIn | null, licence: LicenceRow, day: string, terms: LicenceTerms): Entitlement | null {
  if (licence.hidden || licence.withdrawn || (licence.valid_from ?? day) > day) return null;
  const tokens = personTokens(user);
  const valid_to: string | false = licence.valid_to ?? false;
  const inForce = isActiveLicence(licence, day);
  const counts = countSeats(licence, terms);
  const is_mediathek = isDistrictLicence(licence);
  if (tokens.includes(usersToken(licence))) {
    const entitlement = hasAssignedSeats(licence)
      ? { valid_to, remaining: false as const, returns: false as const }
      : { valid_to, ...counts };
    return { ...entitlement, active: inForce, rights: inForce ? licence.rights : null, is_mediathek };
  }
  if (giversTokens(licence).some((token) => tokens.includes(token)))
    return { valid_to, remaining: false, returns: false, active: inForce, rights: null, is_mediathek };
  if (!hasAssignedSeats(licence) || !tokens.includes(ownersToken(licence))) return null;
  return { valid_to, ...counts, active: inForce && isEntitlementActive({ valid_to, ...counts }, day), rights: null, is_mediathek };
}

/** Returns a sort key. Usable entitlements rank before available ones, active before ended ones, and later ends or no end before earlier ends. */
const rank = (entitlement: Entitlement): string =>
  `${entitlement.rights ? 2 : entitlement.active ? 1 : 0}${entitlement.valid_to || '9999'}`;

/** Returns the user's best entitlement among the licences of a medium. */
export function findEntitlement(
  user: SignedIn | null,
  item: Item,
  licences: readonly LicenceRow[],
  day: string,
  terms: LicenceTerms,
): Entitlement {
  if (item.own ? !mayReadOwnMaterial(user, item.own) : item.draft_of !== null && item.draft_of !== user?.id) return NOTHING;
  if (item.free || item.own || item.draft_of !== null)
    return { active: true, valid_to: false, remaining: false, returns: false, rights: ALL_RIGHTS, is_mediathek: item.own && false };
  const mine = licences.flatMap((licence) => findEntitlementBy(user, licence, day, terms) ?? []);
  return mine.sort((a, b) => rank(b).localeCompare(rank(a)))[0] ?? NOTHING;
}
