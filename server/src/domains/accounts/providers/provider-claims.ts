/** What a provider says about a person, in our words (docs/behaviour/accounts.md#other-portals). Nothing but this is kept of it. */
import { cleanLine } from '@fundus/contract/fields';
import { PORTAL_GROUP_LENGTH } from '@fundus/contract/classes/rules';
import type { OidcProvider } from '@fundus/contract/accounts/oidc-settings';

export type ProviderClaims = {
  subject: string;
  sid: string | null;
  /** null: no role we know was told. */
  role: 'L' | 'P' | 'S' | null;
  /** Numbers of schools, in every way the provider may have written them. */
  schools: string[];
  /** The school as the provider named it. */
  schoolWish: string;
  vorname: string;
  name: string;
  /** Groups at the school; null where the provider does not tell any, or tells of several schools and not of which one they are. */
  groups: string[] | null;
  /** Names of claims that were expected and did not come. */
  missing: string[];
};

const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .map((each) => (typeof each === 'string' ? each : typeof each === 'object' && each !== null && 'id' in each ? String(each.id) : ''))
    .map((each) => each.trim())
    .filter(Boolean);

/** As many groups as somebody can be in; what is longer than a name of one is none of ours. */
const MOST_GROUPS = 200;

/** A pupil's name is never taken over (docs/behaviour/accounts.md#other-portals). */
export function readClaims({ claims: names, roles, school_prefix }: OidcProvider, claims: Record<string, unknown>): ProviderClaims {
  const of = (claim: string): string[] => (claim === '' ? [] : list(claims[claim]));
  const known = Object.fromEntries(Object.entries(roles).map(([word, role]) => [word.toLowerCase(), role]));
  const given = of(names.role).flatMap((word) => known[word.toLowerCase()] ?? []);
  // Of several roles the one with most rights: a teacher may also be somebody's pupil.
  const role = (['L', 'P', 'S'] as const).find((each) => given.includes(each)) ?? null;
  const schools = of(names.school);
  const word = (claim: string): string => (role === 'S' ? '' : cleanLine(of(claim)[0] ?? '').slice(0, 60));
  return {
    subject: String(claims.sub),
    sid: typeof claims.sid === 'string' ? claims.sid : null,
    role,
    schools: [...new Set(schools.flatMap((school) => [school, bareNumber(school, school_prefix)]))].filter(Boolean),
    schoolWish: schools.join(', ').slice(0, 160),
    vorname: word(names.vorname),
    name: word(names.name),
    groups: names.groups === '' || claims[names.groups] === undefined || schools.length > 1 ? null : groupsOf(of(names.groups)),
    missing: [...(role === null && names.role ? [names.role] : []), ...(schools.length === 0 && names.school ? [names.school] : [])],
  };
}

const groupsOf = (groups: readonly string[]): string[] =>
  groups.filter(({ length }) => length <= PORTAL_GROUP_LENGTH).slice(0, MOST_GROUPS);

/** The number without the state it is of. A named prefix is kept to: behind another one stands the number of another state's school. */
function bareNumber(school: string, prefix: string): string {
  if (prefix === '') return school.split('-').at(-1) ?? '';
  return school.startsWith(prefix) ? school.slice(prefix.length) : '';
}
