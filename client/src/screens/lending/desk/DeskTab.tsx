import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { DEVICE_WORK, type DeviceWork } from '@fundus/contract/lending/desk/desk-orders';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingPaper } from '@fundus/contract/lending/desk/paper';
import type { TableQuery } from '@fundus/contract/table-file';
import { useQuery } from '@tanstack/react-query';
import { EllipsisVertical, PhoneIncoming, Printer } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { ExportMenu, useExportItems } from '../../../components/lists/ExportMenu.tsx';
import { DeskWaits } from './DeskWaits.tsx';
import { DeskDevices } from './DeskDevices.tsx';
import { DeskNav } from './DeskNav.tsx';
import { DeskOrders } from './DeskOrders.tsx';
import { DeskTasks } from './DeskTasks.tsx';
import { OrderForDialog } from './OrderForDialog.tsx';
import { ScanPanel } from './ScanPanel.tsx';
import { useOpenOrder } from './use-open-order.ts';
import { WalkUpDialog } from './WalkUpDialog.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import '../parts/desk.css';
import '../../../ui/button.css';
import '../parts/lending.css';

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void; go: Go };

/** Shows the desk: scanning devices, orders to decide, and work lists (docs/behaviour/lending.md#at-the-desk). */
export function DeskTab({ point, view, show, go }: Props) {
  const { t } = useT();
  const { queue, mode, chosen, order, signature, setSignature, choose, openHanded, find } = useOpenOrder(point.id);
  /** Code of the device to lend without an order, or an empty string. `null` if the dialog is closed. */
  const [walkUp, setWalkUp] = useState<string | null>(null);
  const [ordering, setOrdering] = useState(false);
  const desk = useQuery({ ...query(lendingDesk.desk, { query: { point: point.id } }), staleTime: 0, refetchInterval: 60_000 });
  const { data } = desk;
  const { work } = view;
  return (
    <div className="desk">
      <ScanPanel
        point={point}
        queue={queue}
        mode={mode}
        order={order}
        onMode={(next) => choose(null, next)}
        onOrder={find}
        onWalkUp={(code = '') => setWalkUp(code)}
        go={go}
        signature={signature}
        onSign={setSignature}
      />
      {walkUp !== null && (
        <WalkUpDialog
          point={point}
          code={walkUp}
          onDone={(handed, signed) => {
            openHanded(handed, signed);
            setWalkUp(null);
          }}
          onClose={() => setWalkUp(null)}
        />
      )}
      {ordering && <OrderForDialog point={point} onClose={() => setOrdering(false)} />}
      <div className="desk-board">
        <div className="lending-bar">
          <Button variant="line" icon={<PhoneIncoming />} onClick={() => setOrdering(true)}>
            {t('lending.orderFor')}
          </Button>
          {data && <ListMenus point={point.id} day={data.today} />}
        </div>
        {!data && (desk.error ? <Failed error={desk.error} onRetry={() => void desk.refetch()} /> : <PlaceholderLines />)}
        {data && <DeskNav counts={data} view={view} />}
        {work === 'tasks' && <DeskTasks point={point} view={view} show={show} />}
        {work === 'waiting' && <DeskWaits point={point} view={view} show={show} />}
        {data && isDeviceWork(work) && <DeskDevices key={work} point={point} work={work} today={data.today} view={view} show={show} />}
        {data && work === '' && <DeskOrders point={point} today={data.today} view={view} show={show} chosen={chosen} onChoose={choose} />}
      </div>
    </div>
  );
}

const isDeviceWork = (work: LendingView['work']): work is DeviceWork => (DEVICE_WORK as readonly string[]).includes(work);

/** Offers the picking list of the day, sorted by order or by shelf, and the export of the list. On phones, both are in one menu. */
function ListMenus({ point, day }: { point: string; day: string }) {
  const { t, locale } = useT();
  const phone = usePhone();
  const exportTo = (wanted: TableQuery) => address(lendingDesk.exportDesk, { query: { point, ...wanted } });
  const exports = useExportItems(exportTo);
  const picking = (['order', 'shelf'] as const).map((by) => ({
    ...({ kind: 'link', label: t(`desk.print.${by}`), icon: <Printer />, newTab: true } as const),
    href: address(lendingPaper.picking, { query: { point, date: day, by, lang: locale } }),
  }));
  if (phone)
    return (
      <Menu
        label={t('rows.more')}
        trigger={<EllipsisVertical />}
        sections={[
          { label: t('lending.print.picking'), items: picking },
          { label: t('rows.export'), items: exports },
        ]}
      />
    );
  return (
    <>
      <Menu
        label={t('lending.print.picking')}
        className="btn btn-line"
        trigger={
          <>
            <Printer />
            {t('lending.print.picking')}
          </>
        }
        sections={[{ items: picking }]}
      />
      <ExportMenu name={t('lending.export.desk')} hrefOf={exportTo} />
    </>
  );
}
