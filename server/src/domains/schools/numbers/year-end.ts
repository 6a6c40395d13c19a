/** Announces the end of the school year twice to teachers and administrators (docs/behaviour/mails.md#end-of-the-school-year). */
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../../http/context.ts';
import { lines } from './monthly-report.ts';
import { listEndingLicences } from './numbers-repository.ts';
import { countEndingClasses, claimRecipients, type Ending } from './period-repository.ts';
import { type Message, writeMail } from '../../mails/index.ts';

/** Last day of the month on which the mail may be sent. */
const LAST_DAY = 7;
const AT_ONCE = 20;

type Licence = { fn_titel: string; valid_to: string };
type Year = { year: string; day: string; last: string };

/** Returns the school year to announce on the given day, or `null`. It is announced at the beginning of its last two months. */
export function endingYear(day: string, schoolYearEnd: string): Year | null {
  const year = schoolYearOf(day, schoolYearEnd);
  const last = lastDayOf(year, schoolYearEnd);
  const months = (each: string): number => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7));
  return months(last) - months(day) <= 1 && Number(day.slice(8)) <= LAST_DAY ? { year, day, last } : null;
}

/** Sends this month's mails to users for whom something ends, and returns their number. Several processes may run it concurrently. */
export async function sendYearEnd(portal: Portal): Promise<number> {
  const now = portal.now();
  const day = today(now);
  const ending = endingYear(day, portal.config.schoolYearEnd);
  if (!ending) return 0;
  const month = day.slice(0, 7);
  let sent = 0;
  const licences = new Map<string, Licence[]>();
  for (;;) {
    const taken = await portal.db.transaction().execute(async (db) => {
      const readers = await claimRecipients(db, 'year_end_month', month, new Date(`${month}-01T00:00:00Z`), AT_ONCE);
      for (const reader of readers) {
        const school = reader.school_id!;
        const own = licences.get(school) ?? (await listEndingLicences(db, { school }, day, ending.last));
        licences.set(school, own);
        const admin = reader.school_admin !== '0';
        const classes = await countEndingClasses(db, { school, leader: admin ? null : reader.id }, ending);
        if (own.length + classes.classes + classes.codes === 0) continue;
        if (await writeMail({ db, config: portal.config, now }, reader, yearMail(ending, classes, own, admin))) sent += 1;
      }
      return readers.length;
    });
    if (taken === 0) break;
  }
  if (sent > 0) portal.wakeJobs();
  return sent;
}

const yearMail = ({ year, last }: Year, { classes, codes }: Ending, licences: readonly Licence[], admin: boolean): Message => ({
  template: 'schoolYear',
  compose: (t, language) => {
    const locale = dateLocale(language);
    const formatted = (style: 'long' | 'medium', day: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: style, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
    const values = { year, date: formatted('long', last) };
    const rows = [
      ...(classes > 0 ? [[t(admin ? 'mail.schoolYear.classes' : 'mail.schoolYear.ownClasses'), String(classes)]] : []),
      ...(codes > 0 ? [[t('mail.schoolYear.codes'), String(codes)]] : []),
      ...(licences.length > 0 ? [[t('mail.schoolYear.licences'), String(licences.length)]] : []),
    ] as [string, string][];
    return {
      subject: t('mail.schoolYear.subject', values),
      body: [
        { kind: 'text', text: t('mail.schoolYear.text', values) },
        { kind: 'facts', rows },
        ...(licences.length > 0
          ? [
              {
                kind: 'text' as const,
                text: `${t('mail.schoolYear.licencesHeading')}\n${lines(
                  t,
                  licences.map(({ fn_titel, valid_to }) => `${fn_titel}: ${formatted('medium', valid_to)}`),
                )}`,
              },
            ]
          : []),
        ...(classes + codes > 0 ? [{ kind: 'link' as const, label: t('mail.schoolYear.action'), href: href('classes') }] : []),
        ...(licences.length > 0
          ? [
              {
                kind: 'link' as const,
                label: t('mail.licenceAlert.open'),
                href: admin ? href('library', { tab: 'licences' }, { view: 'manage' }) : href('library', { tab: 'licences' }),
              },
            ]
          : []),
      ],
    };
  },
});
