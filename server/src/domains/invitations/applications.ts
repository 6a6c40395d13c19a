/**
 * Mails about requests to join a school. The first request of a day is mailed at once, later ones in one mail on the next morning
 * (docs/behaviour/invitations.md#requests).
 */
import { fullName } from '@fundus/contract/people/full-name';
import { href } from '@fundus/contract/screens';
import type { Portal, UserCtx } from '../../http/context.ts';
import { gatherUnlessFirst } from '../../jobs/gather.ts';
import { claimBatchItems } from '../../jobs/repository.ts';
import type { Worker } from '../../jobs/runner.ts';
import { notifyDeciders } from '../accounts/index.ts';
import { listOpenRequests, type OpenRequest, type InvitationRow } from './repository.ts';
import type { MailContext, Message } from '../mails/index.ts';

const APPLICATIONS_JOB = 'applications';

/** Notifies the school's administrators. Also notifies the inviter if they administer the school's district. */
export async function notifyOfApplication(ctx: UserCtx, row: InvitationRow): Promise<void> {
  const item = `${row.id}/${ctx.user.id}`;
  if (!(await gatherUnlessFirst(ctx.db, { kind: APPLICATIONS_JOB, key: row.school_id!, item, now: ctx.now }))) return;
  await notifyOf(ctx, await listOpenRequests(ctx.db, [item]));
}

export const invitationWorkers = (portal: Portal): Record<string, Worker> => ({
  [APPLICATIONS_JOB]: (_, { id }) =>
    portal.db.transaction().execute(async (db) => {
      const asking = await listOpenRequests(db, await claimBatchItems(db, id));
      await notifyOf({ db, config: portal.config, now: portal.now() }, asking);
    }),
});

/** Sends one mail per school. After a merge, invitations may belong to another school than before. */
async function notifyOf(source: MailContext, asking: readonly OpenRequest[]): Promise<void> {
  for (const all of Map.groupBy(asking, ({ school_id }) => school_id).values())
    await notifyDeciders(source, all[0]!, [...new Set(all.map(({ created_by }) => created_by))], applicationsMail(all));
}

/** Returns a mail with the names of the applicants. Its recipients also see these names in the list of requests. */
const applicationsMail = (all: readonly OpenRequest[]): Message => ({
  template: 'invitationAsked',
  compose: (t) => {
    const values = { school: all[0]!.school_name, count: all.length };
    return {
      subject: t('mail.invitationAsked.subject', values),
      body: [
        { kind: 'text', text: t('mail.invitationAsked.text', values) },
        { kind: 'text', text: all.map((person) => `– ${fullName(person)}`).join('\n') },
        { kind: 'link', label: t('mail.invitationAsked.action'), href: href('school', {}, { tab: 'invitations' }) },
      ],
      values,
    };
  },
});
