import { openCents, type FeeSums } from '@fundus/contract/lending/orders/fee-rules';
import { formatMoney } from '../../../i18n/money.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import '../parts/lending.css';

/** Returns a text and a tone for the state of a fee: paid, unpaid or overpaid. */
export function feeState(t: Translate, fee: FeeSums, locale: string): { words: string; tone: 'good' | 'warn' } {
  const open = openCents(fee);
  if (open === 0) return { words: t('lending.fee.settled'), tone: 'good' };
  return open > 0
    ? { words: t('lending.fee.open', { amount: formatMoney(open, locale) }), tone: 'warn' }
    : { words: t('lending.fee.surplus', { amount: formatMoney(-open, locale) }), tone: 'warn' };
}

/** Shows the fee of an order and its unpaid amount. */
export function FeeSummary({ fee }: { fee: FeeSums }) {
  const { t, locale } = useT();
  const { words, tone } = feeState(t, fee, locale);
  return (
    <>
      <span>{t('lending.fee.of', { cents: formatMoney(fee.cents, locale), day: formatMoney(fee.day_cents, locale) })}</span>{' '}
      <span className="lending-state" data-tone={tone}>
        {words}
      </span>
    </>
  );
}
