/** The report of a month (docs/behaviour/mails.md#monthly-report): to administrators, at the beginning of the next one, what the figures of the school say. */
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../../http/context.ts';
import type { Counted } from './numbers-repository.ts';
import { claimReaders, type PeriodReader } from './period-repository.ts';
import { isEmptyReport, readReport, type ReportFacts } from './report-facts.ts';
import { sayReport } from './report-words.ts';
import { type Message, type Say, writeMail } from '../../mails/index.ts';

/** Readers held at once, while their mails are written; figures are read once for all of a school. */
const AT_ONCE = 20;
const MAX_TITLES = 10;

/** `2026-11` of any day in December. */
export function monthBefore(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/**
 * Writes to everybody who has not got the report of last month, on whichever day of this one the portal runs; gives how many mails. Several processes
 * may do so at once.
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
      const readers = await claimReaders(db, 'report_month', month, new Date(`${day.slice(0, 7)}-01T00:00:00Z`), AT_ONCE);
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

/** One mail a person: whoever manages a district gets the figures of all its schools. */
const concernOf = (reader: PeriodReader): Counted =>
  reader.district_admin === '1' && reader.district_id !== null ? { district: reader.district_id } : { school: reader.school_id ?? '' };

/** The first of them, each on a line, and how many more there are. */
export const lines = (say: Say, all: readonly string[]): string => {
  const more = all.length - MAX_TITLES;
  return [...all.slice(0, MAX_TITLES).map((line) => `– ${line}`), ...(more > 0 ? [say('mail.more', { count: more })] : [])].join('\n');
};

const monthMail = (facts: ReportFacts, month: string, school: string | null): Message => ({
  template: 'monthlyReport',
  compose: (say, language) => {
    const words = sayReport(say, language, month, facts);
    const owner = school ?? say('mail.monthlyReport.district');
    return {
      subject: say('mail.monthlyReport.subject', { month: words.month, owner }),
      body: [
        { kind: 'text', text: say('mail.monthlyReport.text', { month: words.month, owner }) },
        { kind: 'facts', rows: words.figures },
        ...words.parts.map(({ heading, rows }) => ({
          kind: 'text' as const,
          text: `${heading}:\n${lines(
            say,
            // The paper has all columns; of costs the last says most.
            rows.map(([name, ...figures]) => `${name}: ${figures.at(-1)}`),
          )}`,
        })),
        { kind: 'link', label: say('mail.monthlyReport.action'), href: href('school', {}, { tab: 'numbers', from: `${month}-01` }) },
      ],
    };
  },
});
