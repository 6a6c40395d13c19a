import type { Order } from '@fundus/contract/marketplace/orders';
import { href } from '@fundus/contract/screens';
import { describeScope } from '@fundus/contract/marketplace/words';
import type { ReactNode } from 'react';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { runtimeWords } from '../words.ts';
import '../marketplace.css';

type Props = { order: Pick<Order, 'lines' | 'net' | 'gross' | 'rates'>; action?: (line: Order['lines'][number]) => ReactNode };

/** Shows the lines of an order and their total. */
export function OrderLines({ order, action }: Props) {
  const { t, locale } = useT();
  const money = (cents: number): string => formatMoney(cents, locale);
  return (
    <>
      <ul className="market-rows">
        {order.lines.map((line) => (
          <li key={line.id}>
            <span className="market-quantity num">{line.quantity} ×</span>
            <span>
              {line.product_id ? <Link href={href('marketplacemedia', { id: line.product_id })}>{line.title}</Link> : line.title}
              <span className="small-print">{joinFacts([line.publisher, describeScope(t, line), runtimeWords(t, line, locale)])}</span>
              {!line.open && <span className="market-shut">{t('market.cart.shut')}</span>}
            </span>
            <span className="market-row-facts num">
              {money(line.price * line.quantity)}
              {action?.(line)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="market-sums">
        <dt>{t('market.sum.net')}</dt>
        <dd className="num">{money(order.net)}</dd>
        {order.rates.map(({ rate, net, vat }) => (
          <div key={rate}>
            <dt>{t('market.sum.vat', { rate, net: money(net) })}</dt>
            <dd className="num">{money(vat)}</dd>
          </div>
        ))}
        <dt>
          <strong>{t('market.sum.gross')}</strong>
        </dt>
        <dd className="num">
          <strong>{money(order.gross)}</strong>
        </dd>
      </dl>
    </>
  );
}
