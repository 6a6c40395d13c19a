/** Terms of bought lines in words, for invoices and the delivery mail. */
import { dateLocale } from '@fundus/contract/locale';
import { describeScope } from '@fundus/contract/marketplace/words';
import type { Translate } from '../../mails/index.ts';
import type { InvoiceLine } from './invoice.ts';

/** Returns the terms and the period of each line, for example *30 Plätze · Nutzbar vom 23.11.2026 bis 31.07.2027*. */
export const formatTerms = (t: Translate, lines: readonly InvoiceLine[], lang: string): string[] => {
  const form = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' });
  const day = (iso: string): string => form.format(new Date(iso));
  return lines.map((line) => [describeTerms(t, line), formatPeriod(t, line, day)].filter(Boolean).join(' · '));
};

const describeTerms = (t: Translate, { scope, seats = 0, audience }: InvoiceLine): string =>
  scope === undefined
    ? ''
    : [
        describeScope(t, { scope, seats }),
        ...(audience === undefined || audience === 'all' ? [] : [t(`market.audience.${audience}`)]),
      ].join(' · ');

const formatPeriod = (t: Translate, { runtime, runtime_days, from, to }: InvoiceLine, day: (iso: string) => string): string => {
  if (runtime === undefined) return '';
  if (from != null)
    return to == null ? t('market.invoice.from', { from: day(from) }) : t('market.invoice.span', { from: day(from), to: day(to) });
  if (to != null) return t('market.runtime.until', { day: day(to) });
  if (runtime === 'days') return `${t('market.runtime.days.count', { count: runtime_days ?? 0 })} ${t('market.invoice.first')}`;
  return runtime === 'unlimited'
    ? t('market.runtime.unlimited')
    : `${t(`market.runtime.${runtime}` as 'market.runtime.school_year')} ${t('market.invoice.first')}`;
};
