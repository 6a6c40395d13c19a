import { today } from '@fundus/contract/days';
import { orders, type OrderItem } from '@fundus/contract/marketplace/orders';
import { href } from '@fundus/contract/screens';
import { Receipt } from 'lucide-react';
import { address } from '../../../api/call.ts';
import { BarActions } from '../../../components/lists/BarActions.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { BudgetLine } from './BudgetLine.tsx';
import type { View } from '../marketplace-view.ts';
import { TrialRows } from '../products/TrialRows.tsx';
import { stateText } from '../words.ts';
import '../marketplace.css';

const PAGE = 20;

/** Lists the user's own orders, or all orders that the user may manage. */
export function OrdersTab({ view, show }: { view: View; show: (about: Partial<View>) => void }) {
  const { t, locale } = useT();
  const list = usePage(orders.orders, { query: { all: String(view.all), unpaid: String(view.unpaid), ...rowsOf(view.page, PAGE) } });
  const { can, budget, unpaid } = list.data ?? {};
  return (
    <>
      {budget && <BudgetLine budget={budget} change />}
      {list.data && <TrialRows school={budget != null} />}
      <div className="market-find">
        {can?.all && (
          <Segment
            label={t('market.orders.view')}
            value={view.unpaid ? 'unpaid' : view.all ? 'all' : 'own'}
            options={(['own', 'all', 'unpaid'] as const).map((value) => ({ value, label: t(`market.orders.${value}`) }))}
            onChange={(value) => show({ all: value !== 'own', unpaid: value === 'unpaid' })}
          />
        )}
        {list.data && list.data.total > 0 && (
          <BarActions
            actions={[]}
            exportTo={(asked) => address(orders.exportOrders, { query: { all: view.all, unpaid: view.unpaid, ...asked } })}
          />
        )}
      </div>
      {view.unpaid && unpaid && unpaid.count > 0 && (
        <p>{t('market.orders.unpaid.sum', { count: unpaid.count, total: formatMoney(unpaid.gross, locale) })}</p>
      )}
      <PagedList
        list={list}
        label={t('market.tab.orders')}
        onPage={(page) => show({ page })}
        empty={
          <EmptyState icon={<Receipt />} title={t(view.unpaid ? 'market.orders.unpaid.none' : 'market.orders.none')}>
            <p>{t(view.unpaid ? 'market.orders.unpaid.hint' : 'market.orders.none.hint')}</p>
          </EmptyState>
        }
      >
        {({ items }) => (
          <ul className="market-rows">
            {items.map((item) => (
              <OrderRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function OrderRow({ item }: { item: OrderItem }) {
  const { t, locale } = useT();
  const { id, number, state, school, buyer, gross, created_at, titles, withdrawal, due_on } = item;
  return (
    <li>
      <span>
        <Link href={href('purchase-confirmed', {}, { order: id })}>
          {number ? t('market.order.title', { number }) : t('market.order.untitled')}
        </Link>
        <span className="small-print">{joinFacts([school?.name, buyer, formatDate(created_at, 'short', locale)])}</span>
        <span className="small-print">{titles.join(', ')}</span>
      </span>
      <span className="market-row-facts">
        {due_on && (
          <span className="market-state">
            {t(due_on < today(new Date()) ? 'market.order.overdue' : 'market.order.due', { day: formatDate(due_on, 'short', locale) })}
          </span>
        )}
        {(number || gross > 0) && <span className="num">{formatMoney(gross, locale)}</span>}
        <span className="market-state" data-state={state === 'fulfilled' ? 'active' : undefined}>
          {withdrawal && state === 'fulfilled' ? t('market.order.event.withdraw') : stateText(t, item)}
        </span>
      </span>
    </li>
  );
}
