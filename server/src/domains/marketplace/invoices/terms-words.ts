/** Terms of the bought lines in words, for invoices and the delivery mail. */
import { dateLocale } from '@fundus/contract/locale';
import { describeScope } from '@fundus/contract/marketplace/words';
import type { Say } from '../../mails/index.ts';
import type { InvoiceLine } from './invoice.ts';

/** Returns the terms and the period of each line: *30 Plätze · Nutzbar vom 23.11.2026 bis 31.07.2027*. */
export const formatTerms = (say: Say, lines: readonly InvoiceLine[], lang: string): string[] => {
  const form = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' });
  const day = (iso: string): string => form.format(new Date(iso));
  return lines.map((line) => [describeTerms(say, line), formatPeriod(say, line, day)].filter(Boolean).join(' · '));
};

const describeTerms = (say: Say, { scope, seats = 0, audience }: InvoiceLine): string =>
  scope === undefined
    ? ''
    : [
        describeScope(say, { scope, seats }),
        ...(audience === undefined || audience === 'all' ? [] : [say(`market.audience.${audience}`)]),
      ].join(' · ');

const formatPeriod = (say: Say, { runtime, runtime_days, from, to }: InvoiceLine, day: (iso: string) => string): string => {
  if (runtime === undefined) return '';
  if (from != null)
    return to == null ? say('market.invoice.from', { from: day(from) }) : say('market.invoice.span', { from: day(from), to: day(to) });
  if (to != null) return say('market.runtime.until', { day: day(to) });
  if (runtime === 'days') return `${say('market.runtime.days.count', { count: runtime_days ?? 0 })} ${say('market.invoice.first')}`;
  return runtime === 'unlimited'
    ? say('market.runtime.unlimited')
    : `${say(`market.runtime.${runtime}` as 'market.runtime.school_year')} ${say('market.invoice.first')}`;
};
