import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import type { DevicePage } from '@fundus/contract/lending/desk/borrower-page';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { Go, ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { DevicePanel } from './borrower-page/DevicePanel.tsx';
import { LookupScan } from './borrower-page/LookupScan.tsx';
import { useDeskQueue } from './desk/use-desk-queue.ts';
import { deviceHref } from './parts/desk-href.ts';
import { lendingHref } from './parts/lending-view.ts';
import './parts/desk.css';
import './parts/lending.css';

/** Shows who has a device on loan and who has reserved it next (docs/behaviour/lending.md#borrowers-at-the-desk). */
export function Screen({ params, go }: ScreenProps<'lending-device'>) {
  const { t } = useT();
  const { id } = params;
  const page = useQuery({ ...query(lendingBorrower.devicePage, { params: { id } }), staleTime: 0, refetchInterval: 60_000 });
  return (
    <div className="wrap lending-page">
      <BackLink href={lendingHref({ tab: 'desk', point: page.data?.point.id ?? '' })}>{t('lending.borrower.back')}</BackLink>
      {page.data ? (
        <Device key={id} device={page.data} go={go} />
      ) : (
        <>
          <PageHeading title={t('lending.device')} />
          {page.error ? <Failed error={page.error} onRetry={() => void page.refetch()} /> : <PlaceholderLines />}
        </>
      )}
    </div>
  );
}

function Device({ device, go }: { device: DevicePage; go: Go }) {
  const { point } = device;
  const queue = useDeskQueue(point.id, () => {});
  return (
    <div className="desk">
      <LookupScan point={point.id} here={deviceHref(device.item.id)} queue={queue} go={go} />
      <DevicePanel device={device} queue={queue} />
    </div>
  );
}
