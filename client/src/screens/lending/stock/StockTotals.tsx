import { lendingStock } from '@fundus/contract/lending/stock/stock';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { formatMoney } from '../../../i18n/money.ts';
import '../parts/desk.css';
import '../parts/lending.css';
import '../parts/stock.css';

type Props = { point: string; onPass: (item: { id: string; code: string }) => void };

/** Shows the number and total value of the devices, and the warranties and lifetimes that end soon (docs/behaviour/lending.md#stock). */
export function StockTotals({ point, onPass }: Props) {
  const { t, locale } = useT();
  const { data, error, refetch } = useQuery({ ...query(lendingStock.stock, { query: { point } }), staleTime: 0 });
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  const number = (value: number | undefined): string => (value === undefined ? '–' : formatNumber(value, locale));
  const money = (cents: number | undefined): string => (cents === undefined ? '–' : formatMoney(cents, locale));
  const facts = [
    ['devices', number(data?.devices)],
    ['on_loan', number(data?.on_loan)],
    ['out', number(data && data.quarantine + data.repair)],
    ['lost', number(data?.lost)],
    ['retired', number(data?.retired)],
    ['value', money(data?.value_cents)],
    ['paid', money(data?.paid_cents)],
  ] as const;
  return (
    <>
      <section className="stock-sums" aria-labelledby="lending-sums">
        <h2 id="lending-sums">{t('lending.sums')}</h2>
        <dl className="desk-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`lending.sums.${name}`)}</dt>
              <dd>{value}</dd>
              {name === 'value' && data && data.without_value > 0 && (
                <dd className="small-print">{t('lending.sums.without', { count: data.without_value })}</dd>
              )}
            </div>
          ))}
        </dl>
      </section>
      {(!data || data.ending.length > 0) && (
        <Fold title={`${t('lending.ending')} (${number(data?.ending_total)})`}>
          <p className="small-print">{t('lending.ending.about')}</p>
          {data && data.ending_total > data.ending.length && (
            <p className="small-print">{t('desk.ending.more', { shown: data.ending.length, total: data.ending_total })}</p>
          )}
          <ul className="lending-lines">
            {data?.ending.map(({ item, what, on }) => (
              <li key={`${item.id} ${what}`}>
                <span>
                  <strong className="lending-code">{item.code}</strong> {item.model}
                  <span className="small-print">{joinFacts([t(`lending.ending.${what}`), formatDate(on, 'short', locale)])}</span>
                </span>
                <Button flush="phone" aria-label={t('lending.pass.of', { code: item.code })} onClick={() => onPass(item)}>
                  {t('lending.pass')}
                </Button>
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </>
  );
}
