/** Sends teachers a daily mail about requests to join (docs/behaviour/classes.md#joining-by-a-code). */
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../../http/context.ts';
import { notifyPerson, type Message } from '../../mails/index.ts';
import { claimNotified, listTeachersToNotify, type RequestSummary } from './request-repository.ts';

/** Sends the mails, which contain no names, and returns their number. */
export async function notifyRequests(portal: Portal, { now, remind }: { now: Date; remind: boolean }): Promise<number> {
  if (!remind) return 0;
  let sent = 0;
  for (const request of await listTeachersToNotify(portal.db, today(now)))
    await portal.db.transaction().execute(async (db) => {
      if (!(await claimNotified(db, request.person_id, request.notified_at, now))) return;
      if (await notifyPerson({ db, config: portal.config, now }, request.person_id, requestsMail(request.classes))) sent += 1;
    });
  if (sent > 0) portal.wakeJobs();
  return sent;
}

const requestsMail = (classes: RequestSummary['classes']): Message => ({
  template: 'classRequests',
  compose: (t) => ({
    subject: t('mail.classRequests.subject', { count: classes.reduce((sum, { asked }) => sum + asked, 0) }),
    body: [
      { kind: 'text', text: t('mail.classRequests.text') },
      { kind: 'text', text: classes.map(({ name, asked }) => `– ${t('mail.classRequests.line', { name, count: asked })}`).join('\n') },
      {
        kind: 'link',
        label: t('mail.classRequests.action'),
        href: classes.length === 1 ? href('class', { id: classes[0]!.id }, { tab: 'learners' }) : href('classes'),
      },
    ],
  }),
});
