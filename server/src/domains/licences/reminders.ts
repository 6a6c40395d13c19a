/** Mails before licences end, when seats run out, and when nobody uses them (behaviour.md 5.8.5, 5.17). */
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../http/context.ts';
import { remindersMayLeave } from '../../jobs/hour-of-mails.ts';
import { writeMail, type Message } from '../setup/index.ts';
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
      const about = aboutLicences(own);
      if (await writeMail({ db, config: portal.config, now }, { ...reader, email: reader.email, state: 'active' }, about)) sent += 1;
    }
    return sent;
  });
}

const aboutLicences = (all: readonly Told[]): Message => ({
  template: 'licence',
  compose: (say, language) => {
    const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
    const line = ({ kind, fn_titel: title, seats, taken, valid_to }: Told): string => {
      if (kind === 'seats_low') return say('mail.licence.seatsLow', { title, free: seats - taken, seats });
      if (kind === 'unused') return say('mail.licence.unused', { title });
      return say('mail.licence.ends', { title, date: date.format(new Date(`${valid_to}T00:00:00Z`)) });
    };
    return {
      subject: say('mail.licence.subject', { count: all.length }),
      body: [
        { kind: 'text', text: say('mail.licence.text') },
        { kind: 'text', text: all.map((told) => `– ${line(told)}`).join('\n') },
        { kind: 'link', label: say('mail.licence.open'), href: href('library', { tab: 'licences' }, { view: 'manage' }) },
      ],
    };
  },
});
