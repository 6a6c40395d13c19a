/** What a provider says about a person, in our words (docs/behaviour/accounts.md#other-portals). Nothing but this is kept of it. */
import { cleanLine } from '@fundus/contract/fields';
import { PORTAL_GROUP_LENGTH } from '@fundus/contract/classes/rules';
import type { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { numbersOf } from '../../../oidc/school-numbers.ts';
import { readInfo } from './schulconnex-info.ts';

/** What somebody is at one school, as the provider says. */
export type Context = {
  role: PersonRole;
  /** The number of the school, in every way the provider may have written it; none where it tells no school at all. */
  schools: string[];
  /** Groups there; null where the provider does not tell any, or tells of several schools and not of which one they are. */
  groups: string[] | null;
};

type PersonRole = 'L' | 'P' | 'S' | null;

export type ProviderClaims = {
  subject: string;
  sid: string | null;
  /** null: no role we know was told. */
  role: PersonRole;
  /** Numbers of schools, in every way the provider may have written them. */
  schools: string[];
  /** The school as the provider named it. */
  schoolWish: string;
  vorname: string;
  name: string;
  /** What the person is, and where. */
  contexts: Context[];
  /** Names of claims that were expected and did not come. */
  missing: string[];
};

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A word, words, objects that are called by these names, or such objects under names of their own (IServ). */
function list(value: unknown, calledBy: readonly string[] = ['id']): string[] {
  const one = !isMap(value) || calledBy.some((name) => name in value);
  const all = Array.isArray(value) ? value : one ? [value] : Object.values(value);
  return all
    .flatMap((each: unknown) => (isMap(each) ? calledBy.map((name) => each[name]) : [each]))
    .flatMap((word) => (typeof word === 'string' || typeof word === 'number' ? String(word).trim() : ''))
    .filter(Boolean);
}

/** By any of these a class may follow a group. */
const GROUP_NAMES = ['id', 'act', 'name'];

/** Where what was fetched of a person stands among the claims. */
export const PERSON_INFO = 'person_info';

/** The one with most rights first. */
const ORDER = ['L', 'P', 'S'] as const;

/** As many groups as somebody can be in; what is longer than a name of one is none of ours. */
const MAX_GROUPS = 200;

/** A pupil's name is never taken over (docs/behaviour/accounts.md#other-portals). */
export function readClaims(
  { claims: names, roles, school_prefix }: Pick<OidcProvider, 'claims' | 'roles' | 'school_prefix'>,
  claims: Record<string, unknown>,
): ProviderClaims {
  const of = (claim: string): string[] => (claim === '' ? [] : list(claims[claim]));
  const known = new Map(Object.entries(roles).map(([word, role]) => [word.toLowerCase(), role]));
  const asRoles = (words: readonly string[]): PersonRole[] =>
    ORDER.filter((role) => words.some((word) => known.get(word.toLowerCase()) === role));
  const numbersFor = (school: string): string[] => numbersOf(school, school_prefix);
  // Said school by school it is worth more than roles and schools in two lists.
  const infos = [...readInfo(claims[PERSON_INFO]), ...(names.info === '' ? [] : readInfo(claims[names.info]))];
  const schools = infos.length > 0 ? [...new Set(infos.map(({ school }) => school))] : of(names.school);
  const given = asRoles(infos.length > 0 ? infos.map(({ role }) => role) : of(names.role));
  const groups =
    names.groups === '' || claims[names.groups] === undefined || schools.length > 1
      ? null
      : groupsOf(list(claims[names.groups], GROUP_NAMES));
  // Of several roles the one with most rights, where it is not said which of them is had where.
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
