/**
 * Removes a school or role that an identity provider no longer names (docs/behaviour/accounts.md#identity-providers). It is removed at the third
 * consecutive sign-in without it, or thirty days after the first, because a single omission may be an error.
 */
import { isRoleAllowed } from '@fundus/contract/access';
import { DAY } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { changeInTransaction } from '../../../http/change-in-transaction.ts';
import type { Ctx, Portal } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import { notifyDeciders } from '../registration/approvers.ts';
import type { ProviderClaims } from './provider-claims.ts';
import { setRole } from './provider-repository.ts';
import { countMissingClaims, isNamedByOtherProvider, lockStaleIdentities, type UnnamedClaims } from './unnamed-repository.ts';

const SIGN_INS = 3;
const DAYS = 30;
const AT_ONCE = 200;

type At = Pick<
  Ctx<'oidc' | 'schoolMembership'>,
  'db' | 'now' | 'config' | 'afterCommit' | 'wakeIndex' | 'schoolMembership' | 'oidc' | 'log'
>;

/**
 * Counts missing claims at a sign-in, and removes a school or role that has been missing too often or too long. Called only if the provider manages
 * the account.
 */
export async function recordUnnamedClaims(ctx: At, provider: string, profile: ProviderClaims, personId: string): Promise<void> {
  const claims = ctx.oidc.find(({ settings }) => settings.id === provider)?.settings.claims;
  const unnamed: UnnamedClaims = [
    ...(claims?.school && profile.schools.length === 0 ? (['school'] as const) : []),
    ...(claims?.role && profile.role === null ? (['role'] as const) : []),
  ];
  const which = { provider, subject: profile.subject };
  const row = await countMissingClaims(ctx.db, which, unnamed, ctx.now);
  if (!row?.unnamed_since) return;
  const long = row.unnamed_since.getTime() < ctx.now.getTime() - DAYS * DAY;
  if (row.unnamed_count >= SIGN_INS || long) await endUnnamed(ctx, { ...which, person_id: personId, unnamed });
}

/** Removes schools and roles that have been missing for thirty days from people who no longer sign in. */
export async function removeStaleClaims(portal: Portal<'oidc' | 'schoolMembership'>, { now }: { now: Date }): Promise<void> {
  await changeInTransaction(portal, now, async (change) => {
    for (const row of await lockStaleIdentities(change.db, new Date(now.getTime() - DAYS * DAY), AT_ONCE)) await endUnnamed(change, row);
  });
}

async function endUnnamed(
  ctx: At,
  { provider, subject, person_id, unnamed }: { provider: string; subject: string; person_id: string; unnamed: UnnamedClaims },
): Promise<void> {
  const person = await readPerson(ctx.db, person_id);
  if (!person) return;
  const { school_id, district_id } = person;
  const leaves =
    unnamed.includes('school') && school_id !== null && !(await isNamedByOtherProvider(ctx.db, person_id, provider, school_id));
  const forgets = unnamed.includes('role') && person.role !== '' && isRoleAllowed({ ...person, role: '' });
  if (!leaves && !forgets) return void (await countMissingClaims(ctx.db, { provider, subject }, [], ctx.now));
  try {
    if (leaves) await ctx.schoolMembership.quit(ctx, person, '');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'state_conflict') throw error;
    ctx.log.warn({ person: person_id }, 'identity provider no longer names a school for the last administrator of a school');
    return void (await countMissingClaims(ctx.db, { provider, subject }, [], ctx.now));
  }
  if (forgets) await setRole(ctx.db, person_id, '');
  await countMissingClaims(ctx.db, { provider, subject }, [], ctx.now);
  const portal = ctx.oidc.find(({ settings }) => settings.id === provider)?.settings.name ?? provider;
  const what = leaves ? 'portalUnnamedSchool' : 'portalUnnamedRole';
  await notifyPerson(ctx, person_id, simpleMail(what, { portal }));
  if (school_id !== null && district_id !== null)
    await notifyDeciders(
      ctx,
      { school_id, district_id },
      [],
      simpleMail('portalUnnamed', { portal, person: `${person.vorname} ${person.name}`.trim() }, href('school', {}, { tab: 'people' })),
    );
}
