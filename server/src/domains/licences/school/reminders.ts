/** Mails before a licence ends, when few seats are left and when seats stay unused (docs/behaviour/licences.md#alerts). */
import { isAdvancedView } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../../http/context.ts';
import { maySendReminders } from '../../../jobs/hour-of-mails.ts';
import { findAlertReaders, claimDueAlerts, type DueAlert } from './reminder-repository.ts';
import { type Message, writeMail } from '../../mails/index.ts';

type Reader = Awaited<ReturnType<typeof findAlertReaders>>[number];
/** `share` is true for a district licence that was assigned to the reader's school. */
type News = DueAlert & { share: boolean };

/** Returns true for reminders of an end. Reminders about seats are only for readers who manage the licence. */
const isEnd = ({ kind }: DueAlert): boolean => kind !== 'seats_low' && kind !== 'unused';

/** Returns the reminder for a reader who manages the licence or whose school has a share of it. Returns `null` for other readers. */
function newsFor(reader: Reader, alert: DueAlert): News | null {
  if (!isEnd(alert) && !reader.manages) return null;
  const own =
    alert.school_id === null
      ? reader.for_district && reader.district_id === alert.district_id
      : reader.for_school && reader.school_id === alert.school_id;
  const share = !own && reader.for_school && alert.given_to.some((school) => school === reader.school_id);
  return own || share ? { ...alert, share } : null;
}

/** Sends each person one mail with all due reminders and returns the number of mails. Each reminder is sent once. */
export async function sendLicenceAlerts(portal: Portal): Promise<number> {
  const now = portal.now();
  if (!maySendReminders(now)) return 0;
  return portal.db.transaction().execute(async (db) => {
    const news = await claimDueAlerts(db, today(now));
    if (news.length === 0) return 0;
    const schools = new Set(news.flatMap((alert) => [...alert.given_to, ...(alert.school_id === null ? [] : [alert.school_id])]));
    const districts = new Set(news.flatMap((alert) => alert.district_id ?? []));
    let sent = 0;
    for (const reader of await findAlertReaders(db, [...schools], [...districts])) {
      const own = news.flatMap((alert) => newsFor(reader, alert) ?? []);
      if (own.length === 0) continue;
      const about = licencesMail(own, licencesHref(reader, own));
      if (await writeMail({ db, config: portal.config, now }, { ...reader, state: 'active' }, about)) sent += 1;
    }
    return sent;
  });
}

/**
 * Returns the address of a page that shows all reminders. Shares appear in the library and on the school page, but the basic view has no school page.
 */
function licencesHref(reader: Reader, news: readonly News[]): string {
  if (!news.some(({ share }) => share)) return href('library', { tab: 'licences' }, { view: 'manage' });
  return isAdvancedView(reader) ? href('school', {}, { tab: 'media' }) : href('library', { tab: 'licences' });
}

const licencesMail = (all: readonly News[], page: string): Message => ({
  template: 'licenceAlert',
  compose: (t, language) => {
    const date = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' });
    const line = ({ kind, fn_titel: title, seats, taken, valid_to, share }: News): string => {
      if (kind === 'seats_low') return t('mail.licenceAlert.seatsLow', { title, free: seats - taken, seats });
      if (kind === 'unused') return t('mail.licenceAlert.unused', { title });
      return t(share ? 'mail.licenceAlert.shareEnds' : 'mail.licenceAlert.ends', {
        title,
        date: date.format(new Date(`${valid_to}T00:00:00Z`)),
      });
    };
    return {
      subject: t('mail.licenceAlert.subject', { count: all.length }),
      body: [
        { kind: 'text', text: t('mail.licenceAlert.text') },
        { kind: 'text', text: all.map((alert) => `– ${line(alert)}`).join('\n') },
        { kind: 'link', label: t('mail.licenceAlert.open'), href: page },
      ],
    };
  },
});
