import { lendingDesk, type DeskOrder as Order, type HandedOver } from '@fundus/contract/lending/desk/desk';
import { DEVICE_WORK, type DeviceWork } from '@fundus/contract/lending/desk/desk-orders';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { lendingPaper } from '@fundus/contract/lending/desk/paper';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PhoneIncoming, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { address } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { LateLines } from '../../../ui/Skeleton.tsx';
import { Menu } from '../../../ui/overlays/Menu.tsx';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { DeskWaits } from './DeskWaits.tsx';
import { boardQuery } from './board-query.ts';
import { DeskDevices } from './DeskDevices.tsx';
import { DeskNav } from './DeskNav.tsx';
import { DeskOrders } from './DeskOrders.tsx';
import { DeskTasks } from './DeskTasks.tsx';
import { OrderForDialog } from './OrderForDialog.tsx';
import type { ScanMode } from '../scan/scan-queue.ts';
import { ScanPanel } from './ScanPanel.tsx';
import { useDeskQueue } from './use-desk-queue.ts';
import { WalkUpDialog } from './WalkUpDialog.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import '../parts/desk.css';
import '../../../ui/button.css';
import '../parts/lending.css';

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void; go: Go };

/** Shows the desk: scanning devices, orders to decide, and work lists (docs/behaviour/lending.md#at-the-desk). */
export function DeskTab({ point, view, show, go }: Props) {
  const { t } = useT();
  const [chosen, setChosen] = useState<string | null>(null);
  const [mode, setMode] = useState<ScanMode>('in');
  /** Code of the device to lend without an order, possibly empty; `null`: the dialog is closed. */
  const [walkUp, setWalkUp] = useState<string | null>(null);
  /** The chosen order as last received, shown until it is loaded. */
  const [begun, setBegun] = useState<Order | null>(null);
  /** True while the order of a scanned number is looked up. Until then no device is handed over for another order. */
  const [finding, setFinding] = useState(false);
  const [ordering, setOrdering] = useState(false);
  /** Signature of the person who collects the chosen order. */
  const [signature, setSignature] = useState<Signature | null>(null);
  const queue = useDeskQueue(point.id, ({ opened, handed }) => {
    if (opened) {
      setSignature(null);
      setChosen(opened.id);
      setMode('out');
    }
    if (handed && (opened?.id ?? chosen) === handed.id) setBegun(asDeskOrder(handed));
  });
  const client = useQueryClient();
  // No order is open when the desk is opened, even if one was when the user left it.
  useEffect(() => queue.open(undefined), [queue]);
  const desk = useQuery({ ...query(lendingDesk.desk, { query: { point: point.id } }), staleTime: 0, refetchInterval: 60_000 });
  const open = useQuery({ ...boardQuery(lendingDesk.deskOrder, { params: { id: chosen ?? '' } }), enabled: chosen !== null });
  const { data } = desk;
  const handed = (order: HandedOver, signed: Signature | null): void => {
    setSignature(signed);
    setBegun(asDeskOrder(order));
    setChosen(order.id);
    queue.open(order.id);
    setMode('out');
    setWalkUp(null);
  };
  const choose = (order: Order | null, next: ScanMode = order ? 'out' : 'in'): void => {
    if (order?.id !== chosen) setSignature(null);
    setChosen(order?.id ?? null);
    setBegun(order);
    queue.open(order?.id);
    setMode(next);
  };
  /** Opens the order with a scanned number; `null` closes the open one. Later scans wait for the result. Returns whether it was found. */
  const find = async (number: string | null): Promise<boolean> => {
    if (number === null) {
      choose(null);
      return true;
    }
    setFinding(true);
    const asked = boardQuery(lendingDesk.deskOrders, { query: { point: point.id, q: number, limit: 20 } });
    const found = client.fetchQuery(asked).then(
      ({ items }) => items.find((each) => each.number === number) ?? null,
      () => null,
    );
    queue.open(found.then((order) => order?.id ?? chosen ?? undefined));
    const order = await found;
    setFinding(false);
    if (order) choose(order);
    else queue.open(chosen ?? undefined);
    return order !== null;
  };
  const { work } = view;
  const shown = mode === 'out' && chosen !== null && !finding ? (open.data ?? (begun?.id === chosen ? begun : null)) : null;
  return (
    <div className="desk">
      <ScanPanel
        point={point}
        queue={queue}
        mode={mode}
        order={shown}
        onMode={(next) => choose(null, next)}
        onOrder={find}
        onWalkUp={(code = '') => setWalkUp(code)}
        go={go}
        signature={signature}
        onSign={setSignature}
      />
      {walkUp !== null && <WalkUpDialog point={point} code={walkUp} onDone={handed} onClose={() => setWalkUp(null)} />}
      {ordering && <OrderForDialog point={point} onClose={() => setOrdering(false)} />}
      <div className="desk-board">
        <div className="lending-bar">
          <Button variant="line" icon={<PhoneIncoming />} onClick={() => setOrdering(true)}>
            {t('lending.orderFor')}
          </Button>
          {data && <PickingMenu point={point.id} day={data.today} />}
          <ExportMenu
            name={t('lending.export.desk')}
            hrefOf={(wanted) => address(lendingDesk.exportDesk, { query: { point: point.id, ...wanted } })}
          />
        </div>
        {!data && (desk.error ? <Failed error={desk.error} onRetry={() => void desk.refetch()} /> : <LateLines />)}
        {data && <DeskNav counts={data} view={view} />}
        {work === 'tasks' && <DeskTasks point={point} view={view} show={show} />}
        {work === 'waiting' && <DeskWaits point={point} view={view} show={show} />}
        {data && isDeviceWork(work) && <DeskDevices key={work} point={point} work={work} today={data.today} view={view} show={show} />}
        {data && work === '' && (
          <DeskOrders point={point} today={data.today} view={view} show={show} chosen={mode === 'out' ? chosen : null} onChoose={choose} />
        )}
      </div>
    </div>
  );
}

const isDeviceWork = (work: LendingView['work']): work is DeviceWork => (DEVICE_WORK as readonly string[]).includes(work);

/** Prints the picking list of the day, by order or by shelf. */
function PickingMenu({ point, day }: { point: string; day: string }) {
  const { t, locale } = useT();
  return (
    <Menu
      label={t('lending.print.picking')}
      className="btn btn-line"
      trigger={
        <>
          <Printer />
          {t('lending.print.picking')}
        </>
      }
      sections={[
        {
          items: (['order', 'shelf'] as const).map((by) => ({
            ...({ kind: 'link', label: t(`desk.print.${by}`), icon: <Printer />, newTab: true } as const),
            href: address(lendingPaper.picking, { query: { point, date: day, by, lang: locale } }),
          })),
        },
      ]}
    />
  );
}

/** Returns a handed-over order as the desk shows it. */
const asDeskOrder = ({ scanned: _, ...order }: HandedOver): Order => ({ ...order, suspended: null, unbriefed: [] });
