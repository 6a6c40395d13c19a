/** Schools another portal says somebody is at (docs/behaviour/accounts.md#other-portals): followed at every sign-in, and chosen from. */
import type { OwnSchools } from '@fundus/contract/accounts/providers';
import { AppError, notFound } from '@fundus/contract/errors';
import { isOpen } from '@fundus/contract/schools/schools';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import type { ProviderClaims } from './provider-claims.ts';
import type { findSchoolsByNumber } from './provider-repository.ts';
import { listClaimedSchools } from './provider-repository.ts';

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

/** Groups are those of the school the portal names: they say nothing about another one the person is at. */
export async function followClaimedGroups(ctx: Ctx, personId: string, groups: readonly string[], found: readonly School[]): Promise<void> {
  const person = await readPerson(ctx.db, personId);
  if (person && unambiguous(found).some(({ id }) => id === person.school_id)) await ctx.schoolMembership.group(ctx, person, groups);
}

export async function readOwnSchools(ctx: UserCtx): Promise<OwnSchools> {
  return { items: await listClaimedSchools(ctx.db, ctx.user.id), current: ctx.user.school_id };
}

/** Throws `not_found` for a school nobody said the person is at, `state_conflict` for the last administrator of the present one. */
export async function chooseSchool(ctx: UserCtx, schoolId: string): Promise<OwnSchools> {
  const { items, current } = await readOwnSchools(ctx);
  if (!items.some(({ id }) => id === schoolId)) throw notFound('school_id');
  if (schoolId !== current) await ctx.schoolMembership.join(ctx, ctx.user, { personId: ctx.user.id, schoolId, admin: false });
  return { items, current: schoolId };
}
