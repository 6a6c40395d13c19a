import { marketplace } from '@fundus/contract/marketplace/marketplace';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { rowsOf, usePage } from '../../components/lists/use-page.ts';
import { useT } from '../../i18n/translate.ts';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { parseMarketplaceView, viewHref, type Tab, type View } from './marketplace-view.ts';
import { ProductsTab } from './products/ProductsTab.tsx';
import './marketplace.css';

const PAGE = 24;

// Loaded on demand, because most visitors only browse.
const loadOrders = () => import('./ordering.ts');
const CartTab = loadLater(async () => (await loadOrders()).CartTab, PlaceholderLines);
const OrdersTab = loadLater(async () => (await loadOrders()).OrdersTab, PlaceholderLines);
const ManageProductsTab = loadLater(async () => (await import('./manage-products.ts')).ManageProductsTab, PlaceholderLines);

/** Shows products and orders, and lets managers edit products (docs/behaviour/marketplace.md). */
export function Screen({ search, go }: ScreenProps<'marketplace'>) {
  const { t } = useT();
  const view = parseMarketplaceView(search);
  const { q, kind, subject, grade, sort, page } = view;
  const list = usePage(marketplace.products, {
    query: { q, kind, subject, grade: grade === '' ? '' : Number(grade), sort, ...rowsOf(page, PAGE) },
  });
  const can = list.data?.can;
  const tabs: Tab[] = [
    'products',
    ...(can?.ask ? (['cart'] as const) : []),
    ...(can?.ask || can?.manage ? (['orders'] as const) : []),
    ...(can?.manage ? (['keep'] as const) : []),
  ];
  const tab = tabs.includes(view.tab) ? view.tab : 'products';
  const show = (about: Partial<View>) => go(viewHref({ ...view, page: 1, ...about }), { replace: true });
  return (
    <div className="wrap market-page">
      <PageHeading title={t('market.title')} />
      {tabs.length > 1 ? (
        <PageTabs
          label={t('market.tabs')}
          tabs={tabs.map((name) => ({ href: viewHref({ tab: name }), label: t(`market.tab.${name}`), current: name === tab }))}
        />
      ) : (
        <p className="market-about">{t('market.about')}</p>
      )}
      {tab === 'products' && <ProductsTab list={list} view={view} show={show} />}
      {tab === 'cart' && <CartTab go={go} />}
      {tab === 'orders' && <OrdersTab view={view} show={show} />}
      {tab === 'keep' && <ManageProductsTab view={view} show={show} />}
    </div>
  );
}
