/** Messages for rejected scans on a tablet. They never contain the name of another borrower. */
import type { AppError } from '@fundus/contract/errors';
import type { Translate } from '../../../i18n/translate.ts';

const REASONS = {
  desk_only: 'lending.kiosk.refused.desk',
  too_early: 'lending.kiosk.refused.early',
  most: 'lending.kiosk.refused.most',
  not_ready: 'lending.kiosk.refused.notReady',
  not_on_loan: 'lending.kiosk.refused.notOnLoan',
  on_loan: 'lending.kiosk.refused.onLoan',
  needed: 'lending.kiosk.refused.needed',
} as const;

export function kioskErrorText(t: Translate, { code, field, details }: AppError): string {
  if (code === 'barcode_unknown') return t(field === 'card' ? 'lending.kiosk.refused.card' : 'lending.kiosk.refused.unknown');
  if (code === 'barcode_ambiguous') return t('lending.kiosk.refused.several');
  if (code === 'terms_outdated') return t('lending.kiosk.refused.terms');
  if (code === 'unavailable') return t('lending.kiosk.refused.network');
  if (code === 'suspended' || code === 'briefing_missing') return t(`lending.kiosk.refused.${code}`);
  const { reason } = (details ?? {}) as { reason?: string };
  if (reason !== undefined && reason in REASONS) return t(REASONS[reason as keyof typeof REASONS]);
  return t('lending.kiosk.refused.other');
}
