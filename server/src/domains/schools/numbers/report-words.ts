/** Texts of the monthly report for the mail and the PDF. */
import { dateLocale } from '@fundus/contract/locale';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Translate } from '../../mails/index.ts';
import { ACTIVE_DAYS, UNUSED_DAYS } from './numbers.ts';
import { ENDING_DAYS, type ReportFacts } from './report-facts.ts';

/** A section of the report. Each row has a name in the first column and figures in the others. */
export type ReportPart = { heading: string; columns: string[]; rows: string[][]; note?: string };
export type ReportWords = { month: string; figures: [string, string][]; parts: ReportPart[] };

const WAITING = ['people', 'orders', 'trials', 'wishes'] as const;

/** Returns the texts of the report. Sections without rows are omitted. */
export function formatReport(t: Translate, language: string, month: string, facts: ReportFacts): ReportWords {
  const locale = dateLocale(language);
  const number = new Intl.NumberFormat(locale);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const euros = (cents: number | null): string => (cents === null ? '–' : money.format(cents / 100));
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const few = t('mail.monthlyReport.few', { count: MIN_PEOPLE });
  const figure = (value: number | null): string => (value === null ? few : number.format(value));
  const { costs, waiting } = facts;
  const used = costs.items.filter(({ state }) => state === 'used');
  const parts: ReportPart[] = [
    {
      heading: t('mail.monthlyReport.waiting'),
      columns: [t('schools.report.column.what'), t('schools.report.column.count')],
      rows: WAITING.filter((what) => waiting[what] > 0).map((what) => [
        t(`mail.monthlyReport.waiting.${what}`),
        number.format(waiting[what]),
      ]),
    },
    {
      heading: t('mail.monthlyReport.top'),
      columns: [t('schools.report.column.medium'), t('schools.report.column.people')],
      rows: facts.top.map(({ fn_titel, people }) => [fn_titel, number.format(people)]),
    },
    {
      heading: t('mail.monthlyReport.ending', { count: ENDING_DAYS }),
      columns: [t('schools.report.column.medium'), t('schools.report.column.day')],
      rows: facts.ending.map(({ fn_titel, valid_to }) => [fn_titel, date.format(new Date(`${valid_to}T00:00:00Z`))]),
    },
    {
      heading: t('mail.monthlyReport.costs'),
      columns: [
        t('schools.report.column.medium'),
        t('schools.report.column.uses'),
        t('schools.report.column.cost'),
        t('schools.report.column.perUse'),
      ],
      rows: used.map(({ fn_titel, uses, cost, per_use }) => [fn_titel, figure(uses), euros(cost), euros(per_use)]),
      note: t('schools.report.costs.note'),
    },
    {
      heading: t('mail.monthlyReport.unused', { count: UNUSED_DAYS }),
      columns: [t('schools.report.column.medium'), t('schools.report.column.price')],
      rows: facts.unused.map(({ fn_titel, price }) => [fn_titel, euros(price)]),
    },
  ];
  return {
    month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`)),
    figures: [
      [t('mail.monthlyReport.uses'), figure(facts.uses)],
      [t('mail.monthlyReport.active', { count: ACTIVE_DAYS }), figure(facts.active)],
      [t('mail.monthlyReport.classes'), number.format(facts.classes)],
      ...(costs.items.length === 0
        ? []
        : [
            [t('mail.monthlyReport.cost'), euros(costs.cost)] as [string, string],
            [t('mail.monthlyReport.idle'), euros(costs.idle)] as [string, string],
          ]),
    ],
    parts: parts.filter(({ rows }) => rows.length > 0),
  };
}
