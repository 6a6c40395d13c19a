/** Which licences count today, and who may see what by them. */
import { isCatalogueEditor, isDistrictAdmin, isSchoolAdmin, isStudent, isTeacher } from '@fundus/contract/access';
import type { Rights } from '@fundus/contract/catalogue/catalogue';
import type { FrontendConfig } from '@fundus/contract/config';
import { isEntitlementActive, licenceState, type EntitlementFields, type LicenceState } from '@fundus/contract/licences/licences';
import type { ValueOf } from '../../db/tables.ts';
import { hasOwn, type Own } from '../../visitors/own-material.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** What the portal's configuration says about licences. */
export type LicenceTerms = { graceDays: number; allowReturns: boolean };

export const termsOf = (config: Pick<FrontendConfig, 'licenceGraceDays' | 'AllowReturns'>): LicenceTerms => ({
  graceDays: config.licenceGraceDays,
  allowReturns: config.AllowReturns,
});

/** A licence as the rules need it. */
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

/** What decides whose a licence is and who sees the medium by it. */
export type WhoseLicence = Omit<LicenceRow, 'rights'>;

/** Seats that can be given out, and seats that may be taken back now (docs/behaviour/licences.md#active). */
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

/** In force: begun, not ended, neither withdrawn nor put aside. */
export const isInForce = (licence: LicenceRow, day: string): boolean =>
  !licence.hidden && ['active', 'expiring'].includes(licenceState(licence, day, 0));

/** Reaches only those it was given to: people, or the schools of a district. */
export const isGiven = ({ scope, district_id }: Pick<LicenceRow, 'scope' | 'district_id'>): boolean =>
  scope === 'volume' || scope === 'single' || (scope === 'school' && district_id !== null);

/** Its seats are given to people, not to schools. */
export const isForPeople = ({ scope }: Pick<LicenceRow, 'scope'>): boolean => scope !== 'school';

/** Whose a licence is, in the words of the filter: `free`, `district` or `school`. */
export const ownerScope = ({ scope, school_id }: Pick<LicenceRow, 'scope' | 'school_id'>): string =>
  scope === 'free' ? 'free' : school_id === null ? 'district' : 'school';

/** The district's own, whoever it was given to; what is free to everyone is nobody's. */
export const isOfDistrict = ({ scope, school_id }: Pick<LicenceRow, 'scope' | 'school_id'>): boolean | null =>
  scope === 'free' ? null : school_id === null;

/** Token of everything, whatever its licence: the catalogue's view. */
export const CATALOGUE = 'catalogue';
const EVERYONE = 'all';
/** Token of what schools of a district have, whatever the day; '': of what is free to everyone, or nobody has. */
export const holderToken = (district: string): string => `of:${district}`;
const STAFF = ':teacher';
const LEARNERS = ':student';
/** Token of everything nobody was given yet: the editors' view, beside the catalogue's. */
export const DRAFTS = 'drafts';

const districtToken = (id: string | null): string => `district:${id}`;
const schoolToken = (id: string | null): string => `school:${id}`;
/** Of those who may make drafts: each sees their own. */
const makerToken = (id: string): string => `maker:${id}`;
/** Of all of a school: its own material. */
const ownToken = (school: string): string => `own:${school}`;
/** Of a teacher at a school: their drafts there. */
const ownDraftToken = (maker: string, school: string): string => `own:${school}:${maker}`;
const seatToken = (id: string): string => `licence:${id}`;
/** Those who manage a district's licences. */
const districtEditorToken = (id: string | null): string => `keeper:${id}`;

/** Token of those it reaches, whatever they are. */
const reachToken = (licence: WhoseLicence): string =>
  isGiven(licence)
    ? seatToken(licence.id)
    : licence.scope === 'district'
      ? districtToken(licence.district_id)
      : licence.scope === 'school'
        ? schoolToken(licence.school_id)
        : EVERYONE;

/** Token of those who may use it. */
const usersToken = (licence: WhoseLicence): string =>
  reachToken(licence) + { all: '', teacher: STAFF, student: LEARNERS }[licence.audience];

/** Tokens of those who see it and may not use it: what is for learners is given to them by those who teach. */
const giversTokens = (licence: WhoseLicence): string[] => (licence.audience === 'student' ? [reachToken(licence) + STAFF] : []);

/** Token of those whose licence it is: the school's staff, the keepers of the district. */
const ownersToken = (licence: WhoseLicence): string =>
  licence.school_id === null ? districtEditorToken(licence.district_id) : schoolToken(licence.school_id) + STAFF;

/**
 * Who may see a medium by a licence (docs/behaviour/licences.md#visibility): its users while it is in force; of one that is given out also its owners
 * while there is a seat to give or to take back; after its end its owners for the days of grace.
 */
function tokensOf(licence: WhoseLicence, day: string, terms: LicenceTerms): string[] {
  if (licence.hidden) return [];
  const state = stateOf(licence, day, terms);
  if (state === 'grace') return licence.scope === 'free' ? [] : [ownersToken(licence)];
  if (state !== 'active' && state !== 'expiring') return [];
  const given = isGiven(licence) && isEntitlementActive({ valid_to: licence.valid_to ?? false, ...countSeats(licence, terms) }, day);
  return [usersToken(licence), ...giversTokens(licence), ...(given ? [ownersToken(licence)] : [])];
}

/** `draft_of`: who made it, empty where they are not there any more; null where it is no draft. `own`: of a school's own material. */
type Item = { free: boolean; draft_of: string | null; own: Own | null };

/** Tokens a record carries in the index. */
export function recordTokens(item: Item, licences: readonly WhoseLicence[], day: string, terms: LicenceTerms): string[] {
  if (item.own)
    return item.own.given ? [ownToken(item.own.school_id)] : item.own.made_by ? [ownDraftToken(item.own.made_by, item.own.school_id)] : [];
  if (item.draft_of !== null) return [DRAFTS, ...(item.draft_of ? [makerToken(item.draft_of)] : [])];
  const tokens = licences.flatMap((licence) => tokensOf(licence, day, terms));
  return [...new Set([CATALOGUE, ...(item.free ? [EVERYONE] : []), ...tokens])];
}

/** Token of those who can really use what carries the other one now: it opens here, or it is lent. */
const usableToken = (token: string): string => `use:${token}`;

/**
 * Tokens a record that opens or is lent carries in the index beside those of `recordTokens`: of its users, and of those who may take a seat of it. An
 * ended licence, and one for learners only, opens nothing for staff.
 */
export function usableTokens(item: Item, licences: readonly WhoseLicence[], day: string, terms: LicenceTerms): string[] {
  if (item.own || item.draft_of !== null)
    return recordTokens(item, licences, day, terms)
      .filter((token) => token !== DRAFTS)
      .map(usableToken);
  const tokens = licences.flatMap((licence) => {
    if (licence.hidden || !['active', 'expiring'].includes(stateOf(licence, day, terms))) return [];
    const givers = new Set(giversTokens(licence));
    return tokensOf(licence, day, terms).filter((token) => !givers.has(token));
  });
  return [...new Set([...(item.free ? [EVERYONE] : []), ...tokens])].map(usableToken);
}

/** Tokens of what a person can really use now. */
export const usablePersonTokens = (user: SignedIn | null): string[] => personTokens(user).map(usableToken);

/** Teachers and administrators. */
export const isStaff = (user: SignedIn): boolean => isTeacher(user) || isSchoolAdmin(user) || isDistrictAdmin(user);

/** Manages the licences of the own district: its administrators, and licence editors who belong to no school (docs/behaviour/access.md#capabilities). */
export const isDistrictEditor = (user: SignedIn): boolean =>
  user.district_id !== null && (isDistrictAdmin(user) || (user.school_id === null && user.capabilities.includes('cap_licences')));

/** Tokens of a person: everyone's, the district's, the school's, those of the licences given to them, and those for staff or for learners. */
export function personTokens(user: SignedIn | null): string[] {
  if (!user) return [EVERYONE];
  const scopes = [
    EVERYONE,
    ...(user.district_id ? [districtToken(user.district_id)] : []),
    ...(user.school_id ? [schoolToken(user.school_id)] : []),
    ...user.licences.map(seatToken),
    ...(isCatalogueEditor(user) ? [makerToken(user.id)] : []),
  ];
  const keeper = isDistrictEditor(user) ? [districtEditorToken(user.district_id)] : [];
  const kind = isStaff(user) ? STAFF : isStudent(user) ? LEARNERS : null;
  return [...scopes, ...(kind === null ? [] : scopes.map((scope) => scope + kind)), ...keeper, ...ownTokens(user)];
}

/** Tokens of material of the own school, and of one's own drafts of it: in every scope. */
export const ownTokens = (user: SignedIn | null): string[] =>
  user?.school_id ? [ownToken(user.school_id), ...(isTeacher(user) ? [ownDraftToken(user.id, user.school_id)] : [])] : [];

/** The person's own school's licences and material weigh more (docs/behaviour/search.md#order). */
export const ownSchoolTokens = (user: SignedIn | null): string[] =>
  personTokens(user).filter((token) => token.startsWith('school:') || token.startsWith('own:'));

/** What a person has of a medium, with the fields of docs/specification.md#entities. `rights` is null where it may not be used, though there may be a seat to have. */
export type Entitlement = EntitlementFields & {
  active: boolean;
  rights: Rights | null;
  /** It comes by the media library of the district, not by a licence the school bought; null where no licence says. */
  is_mediathek: boolean | null;
};

const ALL_RIGHTS: Rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };
/** No seat, rather than no limit: the three fields alone say that it is closed (docs/specification.md#active-licences). */
const NOTHING: Entitlement = { active: false, valid_to: false, remaining: 0, returns: false, rights: null, is_mediathek: null };

/**
 * What a person has by one licence; null where it is none of theirs. Whoever holds a seat has no count any more: only the day ends it.
 * Whoever might get one sees the counts and has no rights yet.
 */
export function findEntitlementBy(user: SignedIn | null, licence: LicenceRow, day: string, terms: LicenceTerms): Entitlement | null {
  if (licence.hidden || licence.withdrawn || (licence.valid_from ?? day) > day) return null;
  const tokens = personTokens(user);
  const valid_to: string | false = licence.valid_to ?? false;
  const inForce = isInForce(licence, day);
  const counts = countSeats(licence, terms);
  const is_mediathek = isOfDistrict(licence);
  if (tokens.includes(usersToken(licence))) {
    const entitlement = isGiven(licence) ? { valid_to, remaining: false as const, returns: false as const } : { valid_to, ...counts };
    return { ...entitlement, active: inForce, rights: inForce ? licence.rights : null, is_mediathek };
  }
  if (giversTokens(licence).some((token) => tokens.includes(token)))
    return { valid_to, remaining: false, returns: false, active: inForce, rights: null, is_mediathek };
  if (!isGiven(licence) || !tokens.includes(ownersToken(licence))) return null;
  return { valid_to, ...counts, active: inForce && isEntitlementActive({ valid_to, ...counts }, day), rights: null, is_mediathek };
}

/** Usable before to be had, in force before ended, without end before dated, later before sooner. */
const rank = (entitlement: Entitlement): string =>
  `${entitlement.rights ? 2 : entitlement.active ? 1 : 0}${entitlement.valid_to || '9999'}`;

/** The best of the licences that reach the person. */
export function findEntitlement(
  user: SignedIn | null,
  item: Item,
  licences: readonly LicenceRow[],
  day: string,
  terms: LicenceTerms,
): Entitlement {
  if (item.own ? !hasOwn(user, item.own) : item.draft_of !== null && item.draft_of !== user?.id) return NOTHING;
  if (item.free || item.own || item.draft_of !== null)
    return { active: true, valid_to: false, remaining: false, returns: false, rights: ALL_RIGHTS, is_mediathek: item.own && false };
  const mine = licences.flatMap((licence) => findEntitlementBy(user, licence, day, terms) ?? []);
  return mine.sort((a, b) => rank(b).localeCompare(rank(a)))[0] ?? NOTHING;
}
