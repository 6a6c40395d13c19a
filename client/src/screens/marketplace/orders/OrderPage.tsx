import type { Order } from '@fundus/contract/marketplace/orders';
import { href } from '@fundus/contract/screens';
import { Crumb } from '../../../components/page/Crumb.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { Note } from '../../../ui/Note.tsx';
import { viewHref } from '../marketplace-view.ts';
import { InvoiceRows } from './InvoiceRows.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderLines } from './OrderLines.tsx';
import { stateText } from '../words.ts';
import '../marketplace.css';

type Heading = 'received' | 'good' | 'wait' | 'asked' | 'over' | 'checking';
const HEADINGS: Record<Order['state'], Heading> = {
  draft: 'asked',
  waiting_approval: 'asked',
  declined: 'over',
  pending_payment: 'wait',
  cancelled: 'over',
  expired: 'over',
  confirmed: 'checking',
  fulfilled: 'good',
  refunded: 'over',
};

/** Shows an order with all its details and actions. */
export function OrderPage({ order, watching, go }: { order: Order; watching: boolean; go: Go }) {
  const { t, locale } = useT();
  const { number, state, pays, payment, school, buyer, note, reason, withdrawal, licences, invoices, history } = order;
  const name = number ? t('market.order.title', { number }) : t('market.order.untitled');
  const heading: Heading = order.can.accept ? 'received' : HEADINGS[state];
  const online = pays === 'online' && state === 'pending_payment';
  const waits = state === 'pending_payment' || state === 'confirmed';
  return (
    <article className="market-order">
      <Crumb label={t('market.crumb')} to={viewHref({ tab: 'orders' })} name={t('market.tab.orders')} part={name} />
      <PageHeading title={t(online ? 'market.order.heading.pay' : `market.order.heading.${heading}`)} />
      <p>{joinFacts([name, stateText(t, order), school?.name, buyer && t('market.order.by', { name: buyer })])}</p>
      <div role="status">{waits && watching && <Note>{t(online ? 'market.order.checking.online' : 'market.order.checking')}</Note>}</div>
      {pays === 'online' && <p>{t(`market.payment.${payment ?? 'open'}`)}</p>}
      {note && <blockquote>{note}</blockquote>}
      {reason && <Note>{t('market.order.answer', { why: reason })}</Note>}
      {withdrawal && <Note>{t('market.order.withdrawal', { why: withdrawal })}</Note>}
      <section>
        <h2>{t('market.order.lines')}</h2>
        <OrderLines order={order} />
      </section>
      <OrderActions order={order} go={go} />
      {licences.length > 0 && (
        <section>
          <h2>{t('market.order.licences')}</h2>
          <ul className="market-rows">
            {licences.map(({ id, identifier, fn_titel, seats, valid_to, code }) => (
              <li key={id}>
                <Link href={href('school-media-detail', { mediaId: identifier, codeId: id })}>{fn_titel}</Link>
                <span className="small-print">
                  {joinFacts([
                    seats > 0 && t('market.seats', { count: seats }),
                    valid_to && t('market.runtime.until', { day: formatDate(valid_to, 'short', locale) }),
                    code && t('market.order.code', { code }),
                  ])}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {invoices.length > 0 && (
        <section>
          <h2>{t('market.order.invoices')}</h2>
          <InvoiceRows order={order} />
        </section>
      )}
      {history.length > 0 && (
        <section>
          <h2>{t('market.order.history')}</h2>
          <ol className="market-history">
            {history.map(({ at, event }) => (
              <li key={`${at} ${event}`}>
                <span className="small-print num">{formatDate(at, 'berlin', locale)}</span>{' '}
                {t(event === 'pay' && pays === 'online' ? 'market.order.event.paid' : `market.order.event.${event}`)}
              </li>
            ))}
          </ol>
        </section>
      )}
    </article>
  );
}
