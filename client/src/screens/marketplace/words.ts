/** Texts for products, offers and errors. */
import type { AppError } from '@fundus/contract/errors';
import type { Offer } from '@fundus/contract/marketplace/marketplace';
import type { OrderItem } from '@fundus/contract/marketplace/orders';
import type { Trial } from '@fundus/contract/marketplace/trials';
import { formatGradeSpan } from '../../components/media/format-grade-span.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

type Terms = Pick<Offer, 'runtime' | 'runtime_days' | 'runtime_until'>;

export const runtimeWords = (t: Translate, { runtime, runtime_days, runtime_until }: Terms, locale: string): string =>
  runtime === 'days'
    ? t('market.runtime.days.count', { count: runtime_days ?? 0 })
    : runtime === 'until_date'
      ? t('market.runtime.until', { day: runtime_until ? formatDate(runtime_until, 'short', locale) : '' })
      : t(`market.runtime.${runtime}`);

/** Returns the grades as text, such as *Klassen 7–9*, or `null` for any grade. */
export const gradeText = (t: Translate, { grade_from, grade_to }: { grade_from: number | null; grade_to: number | null }): string | null =>
  grade_from === null || grade_to === null ? null : formatGradeSpan(t, 'market', { from: grade_from, to: grade_to });

/** Returns the state of an order as text, such as *bestellt, noch nicht bezahlt*. */
export const stateText = (t: Translate, { state, pays }: Pick<OrderItem, 'state' | 'pays'>): string =>
  t(state === 'pending_payment' && pays === 'online' ? 'market.order.state.pending_online' : `market.order.state.${state}`);

const RULES = ['free', 'unknown', 'duplicate'] as const;

export function marketRefusalText(t: Translate, { code, field, details }: AppError): string {
  const [first] = (details?.problems ?? []) as { rule?: string }[];
  const rule = RULES.find((name) => name === first?.rule);
  if (code === 'validation_failed' && field === 'media' && rule) return t(`market.media.${rule}`);
  if (code === 'validation_failed' && field === 'offers' && first?.rule === 'required') return t('market.offers.required');
  if (code === 'version_conflict' && field === 'gross') return t('market.refused.gross');
  if (code === 'terms_outdated') return t('market.refused.terms');
  if (code === 'not_available' && field === 'pays') return t('market.refused.payment');
  if (code === 'not_available') return t('market.refused.offer');
  if (code === 'scope_mismatch') return t('market.refused.scope');
  if (code === 'state_conflict' && details?.reason === 'in_use') return t('market.refused.in_use');
  if (code === 'already_exists' && field === 'number') return t('market.number.taken');
  if (code === 'already_exists' && field === 'prefix') return t('market.prefix.taken');
  return t(`error.${code}`, { name: '' });
}

/** Returns the state of a trial as text, such as *läuft bis 6.12.2026*. */
export const trialText = (t: Translate, { state, ends_on }: Pick<Trial, 'state' | 'ends_on'>, locale: string): string =>
  t(`market.trial.state.${state}`, { day: ends_on ? formatDate(ends_on, 'short', locale) : '' });
