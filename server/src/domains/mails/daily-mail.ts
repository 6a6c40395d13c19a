/** One mail a day with all notices that a user receives in this way (docs/behaviour/mails.md#daily-digest). */
import { MAILS, notificationOf, type MailTemplate } from '@fundus/contract/mails/mails';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../http/context.ts';
import { claimDaily, findDailyReader, findDeliverySettings, removeMailOnlyNotices } from './notice-repository.ts';
import { findReader } from './repository.ts';
import { writeMail, type Message } from './write-mail.ts';

type Entry = Awaited<ReturnType<typeof claimDaily>>[number];

/** Sends the daily mails that are due. Each user's mail is written and marked in one transaction, so that several processes can run this. */
export async function sendDailyMails(portal: Portal, { now, remind }: { now: Date; remind: boolean }): Promise<void> {
  let sent = false;
  while (remind) {
    const person = await findDailyReader(portal.db, now);
    if (person === undefined) break;
    await portal.db.transaction().execute(async (db) => {
      const all = await claimDaily(db, person, now);
      const [reader, wants] = [await findReader(db, person), await findDeliverySettings(db, person)];
      // Notices of a kind that the user switched off meanwhile are left out.
      const entries = all.filter(({ template }) => !wants?.muted.includes(kindOf(template) ?? ''));
      if (reader?.state === 'active' && reader.email !== null && entries.length > 0)
        sent = (await writeMail({ db, config: portal.config, now }, reader, dailyMail(entries))) || sent;
      await removeMailOnlyNotices(db, person);
    });
  }
  if (sent) portal.wakeJobs();
}

const kindOf = (template: string) => notificationOf(MAILS[template as MailTemplate]?.[0] ?? 'required');

const dailyMail = (entries: readonly Entry[]): Message => ({
  template: 'daily',
  compose: (t) => ({
    subject: t('mail.daily.subject', { count: entries.length, title: entries[0]!.title }),
    body: [
      { kind: 'text', text: t('mail.daily.text', { count: entries.length }) },
      ...entries.flatMap(({ title, body, href: to }) => [
        to === null ? { kind: 'text' as const, text: title } : { kind: 'link' as const, label: title, href: to },
        ...(body === '' ? [] : [{ kind: 'quote' as const, text: body }]),
      ]),
      { kind: 'link', label: t('mail.daily.open'), href: href('notices') },
    ],
  }),
});
