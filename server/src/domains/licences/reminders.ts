/** Mails before licences end, when seats run out, and when nobody uses them (behaviour.md 5.8.5, 5.17). */
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../http/context.ts';
import { remindersMayLeave } from '../../jobs/hour-of-mails.ts';
import { putMail } from '../../mail/outbox.ts';
import { wordsFor } from '../setup/index.ts';
import { today } from './active.ts';
import { findTold, takeUntold, type Told } from './reminder-repository.ts';

type Reader = Awaited<ReturnType<typeof findTold>>[number];

const concerns = (reader: Reader, told: Told): boolean =>
  told.school_id === null
    ? reader.for_district && reader.district_id === told.district_id
    : reader.for_school && reader.school_id === told.school_id;

/** Writes one mail to each person with everything that is new for them; gives how many. Asked as often as one likes, it tells each thing once. */
export async function sendLicenceAlerts(portal: Portal): Promise<number> {
  const now = portal.now();
  if (!remindersMayLeave(now)) return 0;
  return portal.db.transaction().execute(async (db) => {
    const news = await takeUntold(db, today(now));
    if (news.length === 0) return 0;
    const ids = (field: 'school_id' | 'district_id') => [...new Set(news.flatMap((told) => told[field] ?? []))];
    let sent = 0;
    for (const reader of await findTold(db, ids('school_id'), ids('district_id'))) {
      const own = news.filter((told) => concerns(reader, told));
      if (own.length === 0 || reader.email === null) continue;
      const language = reader.locale ?? portal.config.Locales[0] ?? 'de';
      const say = await wordsFor({ db, config: portal.config }, language);
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
      const line = (told: Told): string =>
        told.kind === 'seats_low'
          ? say('mail.licence.seatsLow', { title: told.fn_titel, free: told.seats - told.taken, seats: told.seats })
          : told.kind === 'unused'
            ? say('mail.licence.unused', { title: told.fn_titel })
            : say('mail.licence.ends', { title: told.fn_titel, date: date.format(new Date(`${told.valid_to}T00:00:00Z`)) });
      await putMail(db, now, {
        to: { address: reader.email, name: `${reader.vorname} ${reader.name}`.trim() },
        language,
        subject: say('mail.licence.subject', { count: own.length }),
        body: [
          { kind: 'text', text: say('mail.licence.text') },
          { kind: 'text', text: own.map((told) => `– ${line(told)}`).join('\n') },
          { kind: 'link', label: say('mail.licence.open'), href: href('library', { tab: 'licences' }, { view: 'manage' }) },
          { kind: 'link', label: say('mail.settings'), href: href('account', { section: 'notifications' }) },
        ],
        reason: say('mail.licence.reason'),
      });
      sent += 1;
    }
    return sent;
  });
}
