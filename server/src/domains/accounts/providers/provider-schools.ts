/** Schools another portal says somebody is at (docs/behaviour/accounts.md#other-portals): followed at every sign-in, and chosen from. */
import type { OwnSchools, SchoolRole } from '@fundus/contract/accounts/providers';
import { isRoleAllowed } from '@fundus/contract/access';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { isOpen } from '@fundus/contract/schools/schools';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import type { Context, ProviderClaims } from './provider-claims.ts';
import type { findSchoolsByNumber } from './provider-repository.ts';
import { listClaimedRoles, listClaimedSchools, setRole } from './provider-repository.ts';

type School = Awaited<ReturnType<typeof findSchoolsByNumber>>[number];

/** Without those whose number is also that of a school in another district: which of them is meant only an administrator knows. */
export const unambiguous = (found: readonly School[]): School[] =>
  found.filter(
    ({ number, district_id }) =>
      !found.some((other) => other.district_id !== district_id && other.number.toLowerCase() === number.toLowerCase()),
  );

/** Those one may come into. */
export const joinable = (found: readonly School[]): School[] => unambiguous(found).filter(({ state }) => isOpen(state));

/**
 * Brings somebody whose account is managed by the other portal to the school it names, or out of the one it no longer names. A suspended
 * school keeps its people; out of a closed one they go where they are too. The last administrator of a school stays: there somebody has to say
 * who comes after.
 */
export async function followSchools(
  ctx: Ctx,
  personId: string,
  { schools: numbers, schoolWish }: ProviderClaims,
  found: readonly School[],
): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (!person || numbers.length === 0) return;
  const open = joinable(found);
  const own = found.find(({ id }) => id === person.school_id);
  if (own && (own.state !== 'closed' || open.length === 0)) return;
  const next = open.find(({ district_id }) => district_id === person.district_id) ?? open[0];
  try {
    if (next) await ctx.schoolMembership.join(ctx, person, { personId, schoolId: next.id, admin: false });
    else await ctx.schoolMembership.quit(ctx, person, schoolWish);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
    ctx.log.warn({ person: personId }, 'another portal names another school, but the person is the last administrator of this one');
  }
}

/** What is said of one school: a number that several districts have says nothing. */
const contextsAt = ({ contexts }: ProviderClaims, { number }: Pick<School, 'number'>): Context[] =>
  contexts.filter(({ schools }) => schools.some((each) => each.toLowerCase() === number.toLowerCase()));

const rolesAt = (profile: ProviderClaims, school: School): SchoolRole['role'][] => [
  ...new Set(contextsAt(profile, school).map(({ role }) => role)),
];

/** As what somebody may come in: every open school, and each role they have there. */
export const offersOf = (profile: ProviderClaims, found: readonly School[]): SchoolRole[] =>
  joinable(found).flatMap((school) => rolesAt(profile, school).map((role) => ({ id: school.id, name: school.name, role })));

/** The roles at each school, as they are kept to be chosen from. */
export const rolesBySchool = (profile: ProviderClaims, found: readonly School[]): Record<string, string[]> =>
  Object.fromEntries(unambiguous(found).map((school) => [school.id, rolesAt(profile, school).flatMap((role) => role ?? [])]));

/** Which of the offers is meant; where there is but one it need not be said. Throws `validation_failed`. */
export function pickOffer(offers: readonly SchoolRole[], school: string | null, role: SchoolRole['role']): SchoolRole | undefined {
  if (offers.length < 2 && school === null) return offers[0];
  const picked = offers.find((offer) => offer.id === school && (role === null || offer.role === role));
  if (!picked) throw invalid('school_id', 'required');
  return picked;
}

/** Whether somebody has to say as what they come: they are several things, and none of them is what they were last. */
export function requireChoice(
  offers: readonly SchoolRole[],
  person: { school_id: string | null; role: string },
  found: readonly School[],
): boolean {
  // A school that is suspended keeps its people.
  const own = found.find(({ id }) => id === person.school_id);
  if (offers.length < 2 || (own && !isOpen(own.state) && own.state !== 'closed')) return false;
  return !offers.some(({ id, role }) => id === person.school_id && (role === null || role === person.role));
}

/** Brings somebody where they chose to be. The last administrator of a school stays there. */
export async function joinChosen(ctx: Ctx, personId: string, schoolId: string): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (!person || person.school_id === schoolId) return;
  try {
    await ctx.schoolMembership.join(ctx, person, { personId, schoolId, admin: false });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
    ctx.log.warn({ person: personId }, 'somebody chose another school, but is the last administrator of this one');
  }
}

/** The role somebody has at the school they work at: the one they have already, else the one with most rights; null where nothing is said of it. */
export async function roleHere(ctx: Ctx, personId: string, profile: ProviderClaims, found: readonly School[]): Promise<SchoolRole['role']> {
  const person = await readPerson(ctx.db, personId);
  const school = unambiguous(found).find(({ id }) => id === person?.school_id);
  const roles = school ? rolesAt(profile, school) : [];
  return roles.find((role) => role === person?.role) ?? (['L', 'P', 'S'] as const).find((role) => roles.includes(role)) ?? null;
}

/**
 * Groups are those of the school the portal names: they say nothing about another one the person is at. A portal that tells no school is one of a school:
 * that into which those were put whom it alone lets in (`follows`).
 */
export async function followClaimedGroups(
  ctx: Ctx,
  personId: string,
  profile: ProviderClaims,
  { found, follows }: { found: readonly School[]; follows: boolean },
): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (!person) return;
  const school = unambiguous(found).find(({ id }) => id === person.school_id);
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

/** Throws `not_found` for what nobody said the person is, `state_conflict` for the last administrator of the present school, and for a pupil's role of a manager. */
export async function chooseSchool(ctx: UserCtx, schoolId: string, role: SchoolRole['role']): Promise<OwnSchools> {
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
