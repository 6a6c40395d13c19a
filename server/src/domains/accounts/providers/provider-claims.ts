/** Reads the claims of an identity provider (docs/behaviour/accounts.md#identity-providers). Other claims are not stored. */
import { cleanLine } from '@fundus/contract/fields';
import { PORTAL_GROUP_LENGTH } from '@fundus/contract/classes/rules';
import type { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { numbersOf } from '../../../oidc/school-numbers.ts';
import { readInfo } from './schulconnex-info.ts';

/** Role and groups of a person at one school. */
export type Context = {
  role: PersonRole;
  /** All notations of the school number. Empty if the provider names no school. */
  schools: string[];
  /** Groups at the school, or `null` if they are unknown or the provider names several schools without assigning groups to them. */
  groups: string[] | null;
};

type PersonRole = 'L' | 'P' | 'S' | null;

export type ProviderClaims = {
  subject: string;
  sid: string | null;
  /** Role with the most rights, or `null` if the provider names no known role. */
  role: PersonRole;
  /** All notations of the numbers of the person's schools. */
  schools: string[];
  /** School number or name as written by the provider. */
  schoolWish: string;
  vorname: string;
  name: string;
  /** Role and groups at each school. */
  contexts: Context[];
  /** Names of missing claims. */
  missing: string[];
};

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Returns the values of a claim, which may be a string, an array of strings, objects with one of the fields `calledBy`, or a map of such objects
 * (IServ).
 */
function list(value: unknown, calledBy: readonly string[] = ['id']): string[] {
  const one = !isMap(value) || calledBy.some((name) => name in value);
  const all = Array.isArray(value) ? value : one ? [value] : Object.values(value);
  return all
    .flatMap((each: unknown) => (isMap(each) ? calledBy.map((name) => each[name]) : [each]))
    .flatMap((word) => (typeof word === 'string' || typeof word === 'number' ? String(word).trim() : ''))
    .filter(Boolean);
}

/** Fields of a group by which a class may be linked to it. */
const GROUP_NAMES = ['id', 'act', 'name'];

/** Name of the claim that stores fetched person info. */
export const PERSON_INFO = 'person_info';

/** Roles, starting with the role that has the most rights. */
const ORDER = ['L', 'P', 'S'] as const;

/** Maximum number of groups. Groups whose value is longer than a name are ignored. */
const MAX_GROUPS = 200;

/** Reads the claims of an identity provider. Names of learners are not read (docs/behaviour/accounts.md#identity-providers). */
export function readClaims(
  { claims: names, roles, school_prefix }: Pick<OidcProvider, 'claims' | 'roles' | 'school_prefix'>,
  claims: Record<string, unknown>,
): ProviderClaims {
  const of = (claim: string): string[] => (claim === '' ? [] : list(claims[claim]));
  const known = new Map(Object.entries(roles).map(([word, role]) => [word.toLowerCase(), role]));
  const asRoles = (words: readonly string[]): PersonRole[] =>
    ORDER.filter((role) => words.some((word) => known.get(word.toLowerCase()) === role));
  const numbersFor = (school: string): string[] => numbersOf(school, school_prefix);
  // Data per school takes precedence over separate lists of roles and schools.
  const infos = [...readInfo(claims[PERSON_INFO]), ...(names.info === '' ? [] : readInfo(claims[names.info]))];
  const schools = infos.length > 0 ? [...new Set(infos.map(({ school }) => school))] : of(names.school);
  const given = asRoles(infos.length > 0 ? infos.map(({ role }) => role) : of(names.role));
  const groups =
    names.groups === '' || claims[names.groups] === undefined || schools.length > 1
      ? null
      : groupsOf(list(claims[names.groups], GROUP_NAMES));
  // If the roles are not assigned to schools, the role with the most rights applies.
  const role = given[0] ?? null;
  const contexts: Context[] =
    infos.length > 0
      ? infos.map((each) => ({
          role: asRoles([each.role])[0] ?? null,
          schools: numbersFor(each.school),
          groups: each.groups && groupsOf(each.groups),
        }))
      : names.school === ''
        ? [{ role, schools: [], groups }]
        : schools.flatMap((school) =>
            (schools.length === 1 && given.length > 0 ? given : [role]).map((each) => ({
              role: each,
              schools: numbersFor(school),
              groups,
            })),
          );
  const word = (claim: string): string => (role === 'S' ? '' : cleanLine(of(claim)[0] ?? '').slice(0, 60));
  return {
    subject: String(claims.sub),
    sid: typeof claims.sid === 'string' ? claims.sid : null,
    role,
    schools: [...new Set(schools.flatMap(numbersFor))],
    schoolWish: schools.join(', ').slice(0, 160),
    vorname: word(names.vorname),
    name: word(names.name),
    contexts,
    missing: [...(role === null && names.role ? [names.role] : []), ...(schools.length === 0 && names.school ? [names.school] : [])],
  };
}

const groupsOf = (groups: readonly string[]): string[] => groups.filter(({ length }) => length <= PORTAL_GROUP_LENGTH).slice(0, MAX_GROUPS);
