/** Notifies approvers of registrations immediately, and again after three and seven days (docs/behaviour/accounts.md#approval). */
import { fullName } from '@fundus/contract/people/full-name';
import { shiftDay, today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../../http/context.ts';
import { gatherUnlessFirst } from '../../../jobs/gather.ts';
import {
  findApprovers,
  findDistrictAdmins,
  findWaiting,
  managesDistrict,
  claimOverdueApplicants,
  type WaitingPerson,
} from './approver-repository.ts';
import { type MailContext, type Message, notifyPerson } from '../../mails/index.ts';

export const REGISTRATIONS_JOB = 'registrations';

/** Notifies the approvers of the first registration of a day immediately, and of all others the next morning. */
export async function notifyApprovers(source: MailContext, personId: string): Promise<void> {
  const waiting = await findWaiting(source.db, personId);
  if (!waiting) return;
  const key = waiting.school_id ?? waiting.district_id ?? '';
  if (await gatherUnlessFirst(source.db, { kind: REGISTRATIONS_JOB, key, item: personId, now: source.now }))
    await notifyOf(source, [waiting]);
}

/** Notifies the approvers of a school. People in `also` are included if they administer the district. */
export async function notifyDeciders(
  source: MailContext,
  owner: { school_id: string; district_id: string },
  also: readonly (string | null)[],
  message: Message,
): Promise<void> {
  const ids = (await findApprovers(source.db, owner)).map(({ id }) => id);
  for (const one of also) if (one !== null && (await managesDistrict(source.db, one, owner.district_id))) ids.push(one);
  for (const id of new Set(ids)) await notifyPerson(source, id, message);
}

/** Notifies the administrators of a district except `besides`. The notice is mandatory, so users cannot turn it off. */
export async function notifyDistrict(source: MailContext, districtId: string, besides: string, message: Message): Promise<void> {
  for (const { id } of await findDistrictAdmins(source.db, districtId)) if (id !== besides) await notifyPerson(source, id, message);
}

/** Reminds approvers of people who have been waiting for three and seven days, at most once per day. Returns the number of these people. */
export async function remindApprovers(portal: Portal): Promise<number> {
  return portal.db.transaction().execute(async (db) => {
    const now = portal.now();
    const day = today(now);
    const waiting = await claimOverdueApplicants(db, shiftDay(day, -3), shiftDay(day, -7));
    await notifyOf({ db, config: portal.config, now }, waiting);
    return waiting.length;
  });
}

/** Sends each approver one mail about all people whom they can approve. */
export async function notifyOf(source: MailContext, waiting: readonly WaitingPerson[]): Promise<void> {
  const byApprover = new Map<string, WaitingPerson[]>();
  for (const one of waiting)
    for (const { id } of await findApprovers(source.db, one)) byApprover.set(id, [...(byApprover.get(id) ?? []), one]);
  for (const [id, people] of byApprover) await notifyPerson(source, id, registrationMail(people));
}

const registrationMail = (people: readonly WaitingPerson[]): Message => ({
  template: 'registration',
  compose: (t) => ({
    subject: t('mail.registration.subject', { count: people.length }),
    body: [
      { kind: 'text', text: t('mail.registration.text') },
      {
        kind: 'facts',
        rows: people.map((one) => [fullName(one), one.schulname ?? (one.school_wish || '–')] as [string, string]),
      },
      { kind: 'link', label: t('mail.registration.action'), href: href('school') },
    ],
  }),
});
