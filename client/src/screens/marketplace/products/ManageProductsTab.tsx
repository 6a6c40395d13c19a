import { marketplace, type ProductItem } from '@fundus/contract/marketplace/marketplace';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { FileUp, Plus, ShoppingBag, Store } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { BarActions } from '../../../components/lists/BarActions.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { SmallCover } from '../../../components/media/finder/SmallCover.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Note } from '../../../ui/Note.tsx';
import type { View } from '../marketplace-view.ts';
import { ProductDialog } from './ProductDialog.tsx';
import { ProductImport } from './ProductImport.tsx';
import { SellerDialog } from './SellerDialog.tsx';
import '../marketplace.css';

const PAGE = 50;

/** Lists all products of the district, including products that are not on sale. */
export function ManageProductsTab({ view, show }: { view: View; show: (about: Partial<View>) => void }) {
  const { t } = useT();
  const [open, setOpen] = useState<'new' | 'import' | 'seller' | null>(null);
  const seller = useQuery(query(marketplace.seller));
  const list = usePage(marketplace.products, { query: { q: view.q, manage: 'true', ...rowsOf(view.page, PAGE) } });
  const close = () => setOpen(null);
  return (
    <>
      {seller.data?.seller === null && (
        <Note>
          <p>{t('market.seller.none')}</p>
          <Button variant="line" onClick={() => setOpen('seller')}>
            {t('market.seller.enter')}
          </Button>
        </Note>
      )}
      <div className="market-find">
        <FindInAddress label={t('market.find')} value={view.q} onFind={(q) => show({ q })} />
        <Button variant="primary" icon={<Plus />} onClick={() => setOpen('new')}>
          {t('market.new')}
        </Button>
        <BarActions
          actions={[
            { label: t('market.import'), icon: <FileUp />, onSelect: () => setOpen('import') },
            ...(seller.data ? [{ label: t('market.seller'), icon: <Store />, onSelect: () => setOpen('seller') }] : []),
          ]}
        />
      </div>
      <PagedList
        list={list}
        label={t('market.tab.keep')}
        onPage={(page) => show({ page })}
        count={({ total }) => t('market.count', { count: total })}
        empty={
          <EmptyState icon={<ShoppingBag />} title={t('market.keep.none')}>
            <p>{t('market.keep.none.hint')}</p>
          </EmptyState>
        }
      >
        {({ items }) => (
          <ul className="market-rows">
            {items.map((item) => (
              <ManagedProductRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </PagedList>
      {open === 'new' && <ProductDialog product={null} onClose={close} onDone={close} />}
      {open === 'import' && <ProductImport onClose={close} />}
      {open === 'seller' && seller.data && <SellerDialog seller={seller.data.seller} onClose={close} />}
    </>
  );
}

function ManagedProductRow({ item }: { item: ProductItem }) {
  const { t, locale } = useT();
  return (
    <li>
      <span className="market-thumb">
        <SmallCover item={{ cover: item.cover, duration: null }} />
      </span>
      <span>
        <Link href={href('marketplacemedia', { id: item.id })}>{item.title}</Link>
        <span className="small-print">{joinFacts([item.number, item.publisher, t(`market.kind.${item.kind}`)])}</span>
      </span>
      <span className="market-row-facts">
        {item.from !== null && <span className="num">{t('market.from', { price: formatMoney(item.from, locale) })}</span>}
        <span className="market-state" data-state={item.state}>
          {t(`market.state.${item.state}`)}
        </span>
      </span>
    </li>
  );
}
