/** Texts of the monthly report, for mail and PDF. */
import { dateLocale } from '@fundus/contract/locale';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Say } from '../../mails/index.ts';
import { ACTIVE_DAYS, UNUSED_DAYS } from './numbers.ts';
import { ENDING_DAYS, type ReportFacts } from './report-facts.ts';

/** A part with rows: names in the first column, figures in the others. */
export type ReportPart = { heading: string; columns: string[]; rows: string[][]; note?: string };
export type ReportWords = { month: string; figures: [string, string][]; parts: ReportPart[] };

const WAITING = ['people', 'orders', 'trials', 'wishes'] as const;

/** Returns the texts; parts without rows are omitted. */
export function formatReport(say: Say, language: string, month: string, facts: ReportFacts): ReportWords {
  const locale = dateLocale(language);
  const number = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const euros = (cents: number | null): string => (cents === null ? '–' : money.format(cents / 100));
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const few = say('mail.monthlyReport.few', { count: MIN_PEOPLE });
  const figure = (value: number | null): string => (value === null ? few : number.format(value));
  const { costs, waiting } = facts;
  const used = costs.items.filter(({ state }) => state === 'used');
  const parts: ReportPart[] = [
    {
      heading: say('mail.monthlyReport.waiting'),
      columns: [say('schools.report.column.what'), say('schools.report.column.count')],
      rows: WAITING.filter((what) => waiting[what] > 0).map((what) => [
        say(`mail.monthlyReport.waiting.${what}`),
        number.format(waiting[what]),
      ]),
    },
    {
      heading: say('mail.monthlyReport.top'),
      columns: [say('schools.report.column.medium'), say('schools.report.column.people')],
      rows: facts.top.map(({ fn_titel, people }) => [fn_titel, number.format(people)]),
    },
    {
      heading: say('mail.monthlyReport.ending', { count: ENDING_DAYS }),
      columns: [say('schools.report.column.medium'), say('schools.report.column.day')],
      rows: facts.ending.map(({ fn_titel, valid_to }) => [fn_titel, date.format(new Date(`${valid_to}T00:00:00Z`))]),
    },
    {
      heading: say('mail.monthlyReport.costs'),
      columns: [
        say('schools.report.column.medium'),
        say('schools.report.column.uses'),
        say('schools.report.column.cost'),
        say('schools.report.column.perUse'),
      ],
      rows: used.map(({ fn_titel, uses, cost, per_use }) => [fn_titel, figure(uses), euros(cost), euros(per_use)]),
      note: say('schools.report.costs.note'),
    },
    {
      heading: say('mail.monthlyReport.unused', { count: UNUSED_DAYS }),
      columns: [say('schools.report.column.medium'), say('schools.report.column.price')],
      rows: facts.unused.map(({ fn_titel, price }) => [fn_titel, euros(price)]),
    },
  ];
  return {
    month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`)),
    figures: [
      [say('mail.monthlyReport.uses'), figure(facts.uses)],
      [say('mail.monthlyReport.active', { count: ACTIVE_DAYS }), figure(facts.active)],
      [say('mail.monthlyReport.classes'), number.format(facts.classes)],
      ...(costs.items.length === 0
        ? []
        : [
            [say('mail.monthlyReport.cost'), euros(costs.cost)] as [string, string],
            [say('mail.monthlyReport.idle'), euros(costs.idle)] as [string, string],
          ]),
    ],
    parts: parts.filter(({ rows }) => rows.length > 0),
  };
}
