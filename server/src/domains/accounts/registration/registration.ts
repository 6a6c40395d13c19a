/**
 * Registration (docs/behaviour/accounts.md#registration). The request only queues the form, and a job looks up the address. Therefore reply and
 * timing do not reveal whether an account exists. The mail reveals this only to the owner of the address.
 */
import { Salutation, type Registration } from '@fundus/contract/accounts/forms';
import { passwordProblem } from '@fundus/contract/accounts/password-rules';
import { AppError, invalid, rejectInvalidFields } from '@fundus/contract/errors';
import { PERSON_ROLES } from '@fundus/contract/people/rules';
import { href } from '@fundus/contract/screens';
import { z } from 'zod';
import type { Ctx, Portal, Services } from '../../../http/context.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { addJob } from '../../../jobs/repository.ts';
import { notifyApprovers } from './approvers.ts';
import { countFailure, countAttempts, limitKey, requireNotBlocked, type LimitRule } from '../../../limits/limits.ts';
import { hashPassword } from '../password/password.ts';
import {
  findSchool,
  insertRegistered,
  findOnlyDistrict,
  replaceRegistered,
  findByAddress,
  findTermsVersion,
} from './registration-repository.ts';
import { changeState } from '../states.ts';
import { useToken } from '../token-repository.ts';
import { makeToken, readToken } from '../tokens.ts';
import { findReader, simpleMail, notifyPerson, mailUnknownAddress } from '../../mails/index.ts';

export const REGISTER_JOB = 'register';

/** Rate limit of forms per address, which allows a staff meeting to register within an hour. */
const PER_FORM: LimitRule = { most: 60, withinMinutes: 60, grows: false };

/** Counts a submitted form. Throws `too_many_attempts` after sixty forms per hour from one address. */
export async function limitFormSubmissions(ctx: Ctx, form: 'register' | 'password'): Promise<void> {
  const key = limitKey(ctx.secret, `form:${form}`, ctx.address);
  await requireNotBlocked(ctx.db, [key], ctx.now);
  await countFailure(ctx.db, key, ctx.now, PER_FORM);
}

type Invited = Awaited<ReturnType<Services['registrationInvitations']['find']>>;

/** Returns the school of the invitation, otherwise the chosen school. An invitation to the staff of a district has no school. */
const schoolOf = (invited: Invited, chosen: string | null): string | null => (invited?.staff_of ? null : (invited?.school_id ?? chosen));

/**
 * Validates the form and hashes the password. Throws `feature_disabled` if registration requires an invitation and the form has no personal
 * invitation for its address. Must not be called inside a transaction.
 */
export async function prepareRegistration(ctx: Ctx<'registrationInvitations'>, form: Registration, invitedOnly = false): Promise<string> {
  await limitFormSubmissions(ctx, 'register');
  const invited = form.invitation === '' ? null : await ctx.registrationInvitations.find(ctx, form.invitation, form.email);
  if (invitedOnly && !(invited?.personal && invited.vouches)) throw new AppError('feature_disabled');
  if (form.invitation !== '' && !invited) throw invalid('email', 'invitation');
  const schoolId = schoolOf(invited, form.school_id);
  const school = schoolId ? await findSchool(ctx.db, schoolId) : undefined;
  const password = school && passwordProblem(form.password, { school: school.name });
  rejectInvalidFields([
    // An invitation to a class may leave the school open.
    invited !== null && !invited.staff_of && !schoolId && form.school_wish === '' && { field: 'school_id', rule: 'required' },
    Boolean(schoolId) && school?.state !== 'active' && !(school && invited) && { field: 'school_id', rule: 'unknown' },
    password != null && { field: 'password', rule: password },
    form.borrower_code !== '' && !ctx.config.LoginEntleiherCode && { field: 'borrower_code', rule: 'unknown' },
  ]);
  return hashPassword(form.password);
}

/** Prepares a registration with a personal invitation, which is possible even if registration is disabled. */
export const prepareInvitedRegistration = (ctx: Ctx<'registrationInvitations'>, form: Registration): Promise<string> =>
  prepareRegistration(ctx, form, !ctx.config.AllowRegister);

const Payload = z.object({
  salutation: Salutation,
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  school_id: z.string().nullable(),
  school_wish: z.string(),
  role: z.enum(PERSON_ROLES),
  borrower_code: z.string().nullable(),
  invitation: z.string().default(''),
  locale: z.string(),
  terms_version: z.string(),
  password_hash: z.string(),
});
type Registered = z.output<typeof Payload>;

/** Queues the form. A form that a bot filled in is discarded with a success reply. */
export async function queueRegistration(ctx: Ctx, form: Registration, password_hash: string): Promise<{ ok: true }> {
  if (form.website !== '') return { ok: true };
  const payload: Registered = {
    salutation: form.salutation,
    vorname: form.vorname,
    name: form.name,
    email: form.email,
    school_id: form.school_id,
    school_wish: form.school_id ? '' : form.school_wish,
    role: form.role,
    borrower_code: form.borrower_code || null,
    invitation: form.invitation,
    locale: form.language,
    terms_version: await findTermsVersion(ctx.db),
    password_hash,
  };
  await addJob(ctx.db, { kind: REGISTER_JOB, payload, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
  return { ok: true };
}

/** Limits the mails per day about an existing account, because anyone can enter its address. */
const EXISTS: LimitRule = { most: 5, withinMinutes: 24 * 60, grows: false };

/**
 * Returns the worker that creates the account and sends a mail. If the address already has an account, the mail says so. The id of the job becomes
 * the id of the person, so that a repeated run has no effect.
 */
export const registerWorker =
  (portal: Portal<'registrationInvitations'>): Worker =>
  async (payload, { id }) => {
    const { invitation, ...form } = Payload.parse(payload);
    const now = portal.now();
    await portal.db.transaction().execute(async (db) => {
      const source = { db, config: portal.config, now };
      if (await findReader(db, id)) return;
      const known = await findByAddress(db, form.email);
      if (known && known.state !== 'pending_email') {
        if ((await countAttempts(db, limitKey(portal.secret, 'account-exists', known.id), now, EXISTS)) === 0)
          await notifyPerson(source, known.id, simpleMail('accountExists', {}, href('password-request')));
        return;
      }
      const invited = invitation === '' ? null : await portal.registrationInvitations.find({ db, now }, invitation, form.email);
      const school_id = schoolOf(invited, form.school_id);
      const row = {
        ...form,
        ...(invited && { role: invited.role === 'teacher' ? 'L' : form.role }),
        ...((invited?.school_id ?? invited?.staff_of) && { school_wish: '' }),
        school_id,
        state: 'pending_email' as const,
        state_since: now,
        district_id: school_id ? null : (invited?.staff_of ?? (await findOnlyDistrict(db))),
      };
      // A borrower code of another account is omitted, and the mail mentions this.
      const codeTaken = !(known ? await replaceRegistered(db, known.id, row) : await insertRegistered(db, { ...row, id }));
      const token = await makeToken(db, now, { kind: 'register', personId: known?.id ?? id, invitationId: invited ? invitation : null });
      const template = codeTaken ? 'registerNoCode' : 'register';
      await mailUnknownAddress(
        { ...source, secret: portal.secret },
        form,
        simpleMail(template, {}, `${href('register-success')}#${token}`),
        'anybody',
      );
    });
  };

/**
 * Confirms the address. If the school trusts the address or the user has a personal invitation, the account is active immediately. Otherwise the
 * school must approve it.
 */
export async function confirmRegistration(
  ctx: Ctx<'registrationInvitations'>,
  token: string,
): Promise<{ state: 'pending_approval' | 'active' }> {
  const row = await readToken(ctx.db, ctx.now, 'register', token);
  await useToken(ctx.db, row.hash, ctx.now);
  const person = await findReader(ctx.db, row.person_id);
  const school = await findSchool(ctx.db, person?.school_id ?? '');
  const invitation = row.invitation_id;
  const invited = invitation === null ? null : await ctx.registrationInvitations.find(ctx, invitation, person?.email ?? '');
  const trusted = invited?.vouches === true || isTrusted(person?.email ?? '', school?.settings);
  const state = await changeState(ctx, row.person_id, trusted ? 'confirm_trusted' : 'confirm');
  const used = invitation !== null && invited !== null && (await ctx.registrationInvitations.use(ctx, row.person_id, invitation));
  // Another user took the last use concurrently. Nothing has been changed, and the next attempt will wait for the school's approval.
  if (invited?.vouches && !used) throw new AppError('state_conflict');
  if (state === 'active') return { state };
  await notifyApprovers(ctx, row.person_id);
  return { state: 'pending_approval' };
}

const Settings = z.object({ trusted_domains: z.array(z.string()).default([]) });

/** Returns whether a school trusts the domain of an e-mail address (`settings.trusted_domains`). */
function isTrusted(email: string, settings: unknown): boolean {
  const { data } = Settings.safeParse(settings ?? {});
  const domain = email.split('@').at(-1)?.toLowerCase() ?? '';
  return domain !== '' && (data?.trusted_domains ?? []).some((trusted) => trusted.toLowerCase() === domain);
}
