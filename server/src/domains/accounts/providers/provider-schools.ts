/**
 * Schools that an identity provider names (docs/behaviour/accounts.md#identity-providers). They are applied at every sign-in or chosen by the user.
 */
import type { OwnSchools, SchoolRole } from '@fundus/contract/accounts/providers';
import { isRoleAllowed } from '@fundus/contract/access';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import type { Context, ProviderClaims } from './provider-claims.ts';
import type { findSchoolsByNumber } from './provider-repository.ts';
import { listClaimedRoles, listClaimedSchools, setRole } from './provider-repository.ts';

type School = Awaited<ReturnType<typeof findSchoolsByNumber>>[number];

/** Omits schools whose number also exists in another district, because only an administrator can tell them apart. */
export const filterUnambiguous = (found: readonly School[]): School[] =>
  found.filter(
    ({ number, district_id }) =>
      !found.some((other) => other.district_id !== district_id && other.number.toLowerCase() === number.toLowerCase()),
  );

/** Returns the schools that a user may join. */
export const filterJoinable = (found: readonly School[]): School[] => filterUnambiguous(found).filter(({ state }) => isSchoolOpen(state));

/**
 * Moves a user whose account the provider manages to the school that the provider names, or out of a school that it no longer names. A suspended
 * school keeps its people. The last administrator of a school stays until there is a successor.
 */
export async function syncSchool(
  ctx: Ctx<'schoolMembership'>,
  personId: string,
  { schools: numbers, schoolWish }: ProviderClaims,
  found: readonly School[],
): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (!person || numbers.length === 0) return;
  const open = filterJoinable(found);
  const own = found.find(({ id }) => id === person.school_id);
  if (own && (own.state !== 'closed' || open.length === 0)) return;
  const next = open.find(({ district_id }) => district_id === person.district_id) ?? open[0];
  try {
    if (next) await ctx.schoolMembership.join(ctx, person, { personId, schoolId: next.id, admin: false });
    else await ctx.schoolMembership.quit(ctx, person, schoolWish);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
    ctx.log.warn({ person: personId }, 'identity provider names another school for the last administrator of a school');
  }
}

/** Returns the contexts at a school, whose number must be unambiguous. */
const contextsAt = ({ contexts }: ProviderClaims, { number }: Pick<School, 'number'>): Context[] =>
  contexts.filter(({ schools }) => schools.some((each) => each.toLowerCase() === number.toLowerCase()));

const rolesAt = (profile: ProviderClaims, school: School): SchoolRole['role'][] => [
  ...new Set(contextsAt(profile, school).map(({ role }) => role)),
];

/** Returns the schools and roles a user can choose: each open school with each of the user's roles there. */
export const offersOf = (profile: ProviderClaims, found: readonly School[]): SchoolRole[] =>
  filterJoinable(found).flatMap((school) => rolesAt(profile, school).map((role) => ({ id: school.id, name: school.name, role })));

/** Returns the user's roles by school, which are stored for a later choice. */
export const rolesBySchool = (profile: ProviderClaims, found: readonly School[]): Record<string, string[]> =>
  Object.fromEntries(filterUnambiguous(found).map((school) => [school.id, rolesAt(profile, school).flatMap((role) => role ?? [])]));

/** Returns the chosen offer. A single offer need not be chosen. Throws `validation_failed` if the choice is not among the offers. */
export function pickOffer(offers: readonly SchoolRole[], school: string | null, role: SchoolRole['role']): SchoolRole | undefined {
  if (offers.length < 2 && school === null) return offers[0];
  const picked = offers.find((offer) => offer.id === school && (role === null || offer.role === role));
  if (!picked) throw invalid('school_id', 'required');
  return picked;
}

/** Returns whether the user must choose, because there are several offers and none matches the current school and role. */
export function requireChoice(
  offers: readonly SchoolRole[],
  person: { school_id: string | null; role: string },
  found: readonly School[],
): boolean {
  // A suspended school keeps its people, so they cannot choose.
  const own = found.find(({ id }) => id === person.school_id);
  if (offers.length < 2 || (own && !isSchoolOpen(own.state) && own.state !== 'closed')) return false;
  return !offers.some(({ id, role }) => id === person.school_id && (role === null || role === person.role));
}

/** Moves a user to the chosen school, unless the user is the last administrator of the current school. */
export async function joinChosenSchool(ctx: Ctx<'schoolMembership'>, personId: string, schoolId: string): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (!person || person.school_id === schoolId) return;
  try {
    await ctx.schoolMembership.join(ctx, person, { personId, schoolId, admin: false });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
    ctx.log.warn({ person: personId }, 'the last administrator of a school chose another school');
  }
}

/**
 * Returns the role that the provider names for the user's school. Prefers the current role, then the role with the most rights. Returns `null` if the
 * provider names no role there.
 */
export async function findSchoolRole(
  ctx: Ctx,
  personId: string,
  profile: ProviderClaims,
  found: readonly School[],
): Promise<SchoolRole['role']> {
  const person = await readPerson(ctx.db, personId);
  const school = filterUnambiguous(found).find(({ id }) => id === person?.school_id);
  const roles = school ? rolesAt(profile, school) : [];
  return roles.find((role) => role === person?.role) ?? (['L', 'P', 'S'] as const).find((role) => roles.includes(role)) ?? null;
}

/**
 * Applies the groups that the provider names for the user's school to the classes there. If the provider names no school, its groups apply only to
 * users whose account it manages (`follows`).
 */
export async function syncClaimedGroups(
  ctx: Ctx<'schoolMembership'>,
  personId: string,
  profile: ProviderClaims,
  { found, follows }: { found: readonly School[]; follows: boolean },
): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (!person) return;
  const school = filterUnambiguous(found).find(({ id }) => id === person.school_id);
  const contexts = school ? contextsAt(profile, school) : profile.contexts.filter(({ schools }) => follows && schools.length === 0);
  const groups = contexts.flatMap((context) => (context.groups ? [context.groups] : []));
  if (groups.length > 0) await ctx.schoolMembership.group(ctx, person, [...new Set(groups.flat())]);
}

export async function readOwnSchools({ db, user }: UserCtx): Promise<OwnSchools> {
  const schools = await listClaimedSchools(db, user.id);
  const roles = await listClaimedRoles(db, user.id);
  return {
    items: schools.flatMap(({ id, name }): SchoolRole[] => {
      const here = (['L', 'P', 'S'] as const).filter((role) => roles.some((each) => each[id]?.includes(role)));
      return here.length === 0 ? [{ id, name, role: null }] : here.map((role) => ({ id, name, role }));
    }),
    current: user.school_id,
    role: user.role,
  };
}

/**
 * Switches to another school or role. Throws `not_found` if no provider named the role, and `state_conflict` for the last administrator of the
 * current school and for a manager who chooses the role of a learner.
 */
export async function chooseSchool(ctx: UserCtx<'schoolMembership'>, schoolId: string, role: SchoolRole['role']): Promise<OwnSchools> {
  const { items, current } = await readOwnSchools(ctx);
  const item = items.find((each) => each.id === schoolId && (role === null || each.role === role));
  if (!item) throw notFound('school_id');
  if (schoolId !== current) await ctx.schoolMembership.join(ctx, ctx.user, { personId: ctx.user.id, schoolId, admin: false });
  const person = (await readPerson(ctx.db, ctx.user.id)) ?? ctx.user;
  if (item.role === null || item.role === person.role) return { items, current: schoolId, role: person.role };
  if (!isRoleAllowed({ ...person, role: item.role })) throw new AppError('state_conflict', { details: { reason: 'manager' } });
  await setRole(ctx.db, ctx.user.id, item.role);
  return { items, current: schoolId, role: item.role };
}
