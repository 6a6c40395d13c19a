/** The report of a month (docs/behaviour/mails.md#monthly-report): to administrators, at the beginning of the next one, what the figures of the school say. */
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import { LEAST_PEOPLE } from '@fundus/contract/schools/rules';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { countMembers, listEnding, listMonths, listTopMedia, listUnused, type Counted } from './numbers-repository.ts';
import { ACTIVE_DAYS, suppressSmall, UNUSED_DAYS } from './numbers.ts';
import { claimReaders, type PeriodReader } from './period-repository.ts';
import { type Message, type Say, writeMail } from '../mails/index.ts';

/** Until this day of the month: a portal that stood still on the first catches up, one that is new does not speak of long ago. */
const LAST_DAY = 7;
/** Readers held at once, while their mails are written; figures are read once for all of a school. */
const AT_ONCE = 20;
const TOP = 5;
const MOST_TITLES = 10;
const ENDING_DAYS = 60;

type Facts = {
  uses: number | null;
  active: number | null;
  top: { fn_titel: string; people: number }[];
  ending: { fn_titel: string; valid_to: string }[];
  unused: { fn_titel: string }[];
};

/** `2026-11` of any day in December. */
export function monthBefore(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/** Writes to everybody who has not got the report of last month; gives how many mails. Several processes may do so at once. */
export async function sendMonthlyReports(portal: Portal): Promise<number> {
  const now = portal.now();
  const day = today(now);
  if (!portal.config.ShowAnalytics || Number(day.slice(8)) > LAST_DAY) return 0;
  const month = monthBefore(day);
  let sent = 0;
  const known = new Map<string, Facts>();
  for (;;) {
    const taken = await portal.db.transaction().execute(async (db) => {
      const readers = await claimReaders(db, 'report_month', month, new Date(`${day.slice(0, 7)}-01T00:00:00Z`), AT_ONCE);
      for (const reader of readers) {
        const of = concernOf(reader);
        const key = JSON.stringify(of);
        const facts = known.get(key) ?? (await readFacts(db, of, { month, day, now }));
        known.set(key, facts);
        if (isEmpty(facts)) continue;
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

async function readFacts(db: Db, of: Counted, { month, day, now }: { month: string; day: string; now: Date }): Promise<Facts> {
  const span = { from: month, to: month };
  const [used] = await listMonths(db, of, span, LEAST_PEOPLE);
  const { active } = await countMembers(db, of, new Date(now.getTime() - ACTIVE_DAYS * DAY), LEAST_PEOPLE);
  return {
    uses: suppressSmall(used?.uses ?? 0, used?.people ?? 0),
    active: suppressSmall(active, active),
    top: await listTopMedia(db, of, span, { by: 'people', least: LEAST_PEOPLE, limit: TOP }),
    ending: await listEnding(db, of, day, shiftDay(day, ENDING_DAYS)),
    unused: await listUnused(db, of, day, shiftDay(day, -UNUSED_DAYS)),
  };
}

const isEmpty = ({ uses, ending, unused }: Facts): boolean => uses === null && ending.length + unused.length === 0;

/** The first of them, each on a line, and how many more there are. */
export const lines = (say: Say, all: readonly string[]): string => {
  const more = all.length - MOST_TITLES;
  return [...all.slice(0, MOST_TITLES).map((line) => `– ${line}`), ...(more > 0 ? [say('mail.more', { count: more })] : [])].join('\n');
};

const monthMail = ({ uses, active, top, ending, unused }: Facts, month: string, school: string | null): Message => ({
  template: 'monthlyReport',
  compose: (say, language) => {
    const locale = dateLocale(language);
    const number = new Intl.NumberFormat(locale);
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
    const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(`${month}-01T00:00:00Z`),
    );
    const showFigure = (value: number | null): string =>
      value === null ? say('mail.monthlyReport.few', { count: LEAST_PEOPLE }) : number.format(value);
    const part = (heading: string, all: readonly string[]) =>
      all.length === 0 ? [] : [{ kind: 'text' as const, text: `${heading}\n${lines(say, all)}` }];
    const owner = school ?? say('mail.monthlyReport.district');
    return {
      subject: say('mail.monthlyReport.subject', { month: name, owner }),
      body: [
        { kind: 'text', text: say('mail.monthlyReport.text', { month: name, owner }) },
        {
          kind: 'facts',
          rows: [
            [say('mail.monthlyReport.uses'), showFigure(uses)],
            [say('mail.monthlyReport.active', { count: ACTIVE_DAYS }), showFigure(active)],
          ],
        },
        ...part(
          say('mail.monthlyReport.top'),
          top.map(({ fn_titel, people }) => say('mail.monthlyReport.topLine', { title: fn_titel, count: people })),
        ),
        ...part(
          say('mail.monthlyReport.ending', { count: ENDING_DAYS }),
          ending.map(({ fn_titel, valid_to }) => `${fn_titel}: ${date.format(new Date(`${valid_to}T00:00:00Z`))}`),
        ),
        ...part(
          say('mail.monthlyReport.unused', { count: UNUSED_DAYS }),
          unused.map(({ fn_titel }) => fn_titel),
        ),
        { kind: 'link', label: say('mail.monthlyReport.action'), href: href('school', {}, { tab: 'numbers' }) },
      ],
    };
  },
});
