/** Mails a report with the figures of the previous month to administrators (docs/behaviour/mails.md#monthly-report). */
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../../http/context.ts';
import type { CountedScope } from './numbers-repository.ts';
import { claimRecipients, type PeriodRecipient } from './period-repository.ts';
import { isEmptyReport, readReport, type ReportFacts } from './report-facts.ts';
import { formatReport } from './report-words.ts';
import { type Message, type Translate, writeMail } from '../../mails/index.ts';

/** Number of recipients that one transaction locks. The figures are read once per school. */
const AT_ONCE = 20;
const MAX_TITLES = 10;

/** Returns the previous month, for example `2026-11` for any day in December 2026. */
export function monthBefore(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/**
 * Sends last month's report to administrators who have not received it, and returns the number of mails. Several processes may run it concurrently.
 */
export async function sendMonthlyReports(portal: Portal): Promise<number> {
  const now = portal.now();
  const day = today(now);
  const { ShowAnalytics, schoolYearEnd } = portal.config;
  if (!ShowAnalytics) return 0;
  const month = monthBefore(day);
  let sent = 0;
  const known = new Map<string, ReportFacts>();
  for (;;) {
    const taken = await portal.db.transaction().execute(async (db) => {
      const readers = await claimRecipients(db, 'report_month', month, new Date(`${day.slice(0, 7)}-01T00:00:00Z`), AT_ONCE);
      for (const reader of readers) {
        const of = concernOf(reader);
        const key = JSON.stringify(of);
        const facts = known.get(key) ?? (await readReport(db, of, { month, day, now, schoolYearEnd }));
        known.set(key, facts);
        if (isEmptyReport(facts)) continue;
        const mail = monthMail(facts, month, 'school' in of ? (reader.school_name ?? '') : null);
        if (await writeMail({ db, config: portal.config, now }, reader, mail)) sent += 1;
      }
      return readers.length;
    });
    if (taken === 0) break;
  }
  if (sent > 0) portal.wakeJobs();
  return sent;
}

/** Returns the scope of a recipient's report: all schools of a district, or a single school. */
const concernOf = (reader: PeriodRecipient): CountedScope =>
  reader.district_admin === '1' && reader.district_id !== null ? { district: reader.district_id } : { school: reader.school_id ?? '' };

/** Formats the first entries as lines, and adds the number of omitted entries. */
export const lines = (t: Translate, all: readonly string[]): string => {
  const more = all.length - MAX_TITLES;
  return [...all.slice(0, MAX_TITLES).map((line) => `– ${line}`), ...(more > 0 ? [t('mail.more', { count: more })] : [])].join('\n');
};

const monthMail = (facts: ReportFacts, month: string, school: string | null): Message => ({
  template: 'monthlyReport',
  compose: (t, language) => {
    const words = formatReport(t, language, month, facts);
    const owner = school ?? t('mail.monthlyReport.district');
    return {
      subject: t('mail.monthlyReport.subject', { month: words.month, owner }),
      body: [
        { kind: 'text', text: t('mail.monthlyReport.text', { month: words.month, owner }) },
        { kind: 'facts', rows: words.figures },
        ...words.parts.map(({ heading, rows }) => ({
          kind: 'text' as const,
          text: `${heading}:\n${lines(
            t,
            // The mail shows only the last column. The PDF shows all columns.
            rows.map(([name, ...figures]) => `${name}: ${figures.at(-1)}`),
          )}`,
        })),
        { kind: 'link', label: t('mail.monthlyReport.action'), href: href('school', {}, { tab: 'numbers', from: `${month}-01` }) },
      ],
    };
  },
});
