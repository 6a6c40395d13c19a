/** Starts a session, which is the last step of every kind of sign-in. */
import type { User } from '@fundus/contract/accounts/accounts';
import type { AccountState } from '@fundus/contract/accounts/states';
import { isDistrictAdmin, isStudent, isManager } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import { dateLocale } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import type { Ctx, OidcSession } from '../../../http/context.ts';
import { deviceName } from '../../../http/sessions/device-name.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { insertIdentity } from '../providers/provider-repository.ts';
import { findSchoolState, recordDevice, recordSignIn } from '../repository.ts';
import { changeState } from '../states.ts';
import { simpleMail, notifyPerson } from '../../mails/index.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Starts the session of an authenticated person. Throws `suspended` if the school may not use the portal. */
export async function startSession(
  ctx: Ctx<'oidc'>,
  about: { personId: string; state: AccountState; stay: boolean; oidc?: OidcSession | undefined },
): Promise<User> {
  const { personId, state, stay, oidc } = about;
  if (state === 'dormant') await changeState(ctx, personId, 'wake');
  if (state === 'deletion_pending') await changeState(ctx, personId, 'undelete');
  const person = await readPerson(ctx.db, personId);
  if (!person) throw new AppError('wrong_credentials');
  await requireOpenSchool(ctx, person);
  if (oidc?.link) await linkIdentity(ctx, personId, oidc);
  await recordSignIn(ctx.db, personId, ctx.now);
  await notifyOfNewDevice(ctx, person);
  // "Angemeldet bleiben" is for teachers and learners only (docs/behaviour/accounts.md#sessions).
  ctx.rememberDevice({ person: personId });
  ctx.changeSession({ start: { personId, stay: stay && !isManager(person), oidc } });
  return person;
}

/** Links the account to an identity provider and notifies its owner. Throws `already_exists` if the subject is linked to another account. */
export async function linkIdentity(
  ctx: Ctx<'oidc'>,
  personId: string,
  { provider, subject }: Pick<OidcSession, 'provider' | 'subject'>,
): Promise<void> {
  if (!(await insertIdentity(ctx.db, { provider, subject, person_id: personId }, ctx.now))) throw new AppError('already_exists');
  const portal = ctx.oidc.find(({ settings }) => settings.id === provider)?.settings.name ?? provider;
  await notifyPerson(ctx, personId, simpleMail('portalLinked', { portal }, href('account', { section: 'security' })));
}

async function requireOpenSchool(ctx: Ctx, person: SignedIn): Promise<void> {
  if (!person.school_id || isDistrictAdmin(person)) return;
  const school = await findSchoolState(ctx.db, person.school_id);
  if (school?.state === 'suspended' || school?.state === 'closed')
    throw new AppError('suspended', { details: { school: person.schulname, reason: school.state_reason } });
}

/** Notifies a user of a sign-in with a new browser. Learners and the first browser of an account are excluded (docs/behaviour/accounts.md#sessions). */
async function notifyOfNewDevice(ctx: Ctx, person: SignedIn): Promise<void> {
  const device = deviceName(ctx.header('user-agent'));
  const { known, others } = await recordDevice(ctx.db, person.id, device, ctx.now);
  if (known || others === 0 || isStudent(person)) return;
  await notifyPerson(ctx, person.id, {
    template: 'newDevice',
    compose: (t, language, name) => {
      const time = new Intl.DateTimeFormat(dateLocale(language), {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'Europe/Berlin',
      }).format(ctx.now);
      const named = device || t('account.sessions.unknown');
      return simpleMail('newDevice', { device: named, time }, href('password-request')).compose(t, language, name);
    },
  });
}
