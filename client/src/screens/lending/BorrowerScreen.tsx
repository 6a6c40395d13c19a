import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { lending } from '@fundus/contract/lending/lending';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/query.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { Go, ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { BorrowerFacts } from './borrower-page/BorrowerFacts.tsx';
import { BorrowerHead } from './borrower-page/BorrowerHead.tsx';
import { BorrowerHistory } from './borrower-page/BorrowerHistory.tsx';
import { BorrowerNotes } from './borrower-page/BorrowerNotes.tsx';
import { BorrowerOrders } from './borrower-page/BorrowerOrders.tsx';
import { BorrowerScan } from './borrower-page/BorrowerScan.tsx';
import { useDeskQueue } from './desk/use-desk-queue.ts';
import { lendingHref } from './parts/lending-view.ts';
import './parts/desk.css';
import './parts/lending.css';

/**
 * Shows a borrower's page at the lending desk. The clerk scans the borrower's card and then devices
 * (docs/behaviour/lending.md#borrowers-at-the-desk).
 */
export function Screen({ params, search, go }: ScreenProps<'lending-borrower'>) {
  const { t } = useT();
  const asked = new URLSearchParams(search);
  const points = useQuery({ ...query(lending.points), staleTime: 60_000 });
  const point = points.data?.items.find(({ id, can }) => can.desk && id === asked.get('point'));
  return (
    <div className="wrap lending-page">
      <BackLink href={lendingHref({ tab: 'desk', point: asked.get('point') ?? '' })}>{t('lending.borrower.back')}</BackLink>
      {!point && <PageHeading title={t('lending.borrower')} />}
      {points.error && !points.data && <Failed error={points.error} onRetry={() => void points.refetch()} />}
      {!points.data && !points.error && <PlaceholderLines />}
      {points.data && !point && <p role="alert">{t('lending.borrower.noPoint')}</p>}
      {point && <Borrower key={`${params.id} ${point.id}`} point={point} id={params.id} order={asked.get('order') ?? ''} go={go} />}
    </div>
  );
}

function Borrower({ point, id, order, go }: { point: LendingPoint; id: string; order: string; go: Go }) {
  const { t } = useT();
  const [shown, setShown] = useState(order);
  const queue = useDeskQueue(point.id, () => {});
  const page = useQuery({
    ...query(lendingBorrower.borrowerPage, { params: { id }, query: { point: point.id } }),
    staleTime: 0,
    refetchInterval: 60_000,
  });
  if (!page.data)
    return (
      <>
        <PageHeading title={t('lending.borrower')} />
        {page.error ? <Failed error={page.error} onRetry={() => void page.refetch()} /> : <PlaceholderLines />}
      </>
    );
  const borrower = page.data;
  return (
    <>
      <BorrowerHead point={point.id} borrower={borrower} />
      <div className="desk">
        <BorrowerScan point={point} borrower={borrower} queue={queue} go={go} onShow={setShown} />
        <div className="desk-board">
          <BorrowerOrders borrower={borrower} queue={queue} shown={shown} />
          <BorrowerFacts borrower={borrower} />
          <BorrowerNotes point={point.id} borrower={id} notes={borrower.notes} />
          <BorrowerHistory point={point.id} borrower={id} keepDays={point.keep_days} />
        </div>
      </div>
    </>
  );
}
