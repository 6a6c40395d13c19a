import { orders } from '@fundus/contract/marketplace/orders';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { query } from '../../../api/query.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { OrderPage } from './OrderPage.tsx';
import '../marketplace.css';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Polling interval in milliseconds while the state is undecided. */
const EVERY = 3_000;
const FOR = 60_000;

/**
 * Shows the current state of an order on both return URLs of the payment provider (docs/behaviour/marketplace.md#screens). Opening a URL changes
 * nothing.
 */
export function Screen({ search, go }: ScreenProps<'purchase-confirmed' | 'purchase-cancelled'>) {
  const { t } = useT();
  const id = new URLSearchParams(search).get('order') ?? '';
  const [watching, setWatching] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setWatching(false), FOR);
    return () => clearTimeout(timer);
  }, []);
  const result = useQuery({
    ...query(orders.order, { params: { id } }),
    staleTime: 0,
    enabled: UUID.test(id),
    refetchInterval: ({ state }) => (watching && state.data && ['pending_payment', 'confirmed'].includes(state.data.state) ? EVERY : false),
  });
  const isMissing = !UUID.test(id) || result.error?.code === 'not_found';
  return (
    <div className="wrap market-page">
      {result.data ? (
        <OrderPage order={result.data} watching={watching} go={go} />
      ) : isMissing ? (
        <EmptyState icon={<SearchX />} title={t('market.order.gone')} heading={(words) => <PageHeading title={words} />}>
          <p>{t('market.order.gone.hint')}</p>
          <ButtonLink variant="primary" href={href('marketplace', {}, { tab: 'orders' })}>
            {t('market.order.list')}
          </ButtonLink>
        </EmptyState>
      ) : result.error ? (
        <Failed error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <PlaceholderLines />
      )}
    </div>
  );
}
