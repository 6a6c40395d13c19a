import type { Reply } from '@fundus/contract/endpoint';
import { lendingDesk, type DeskOrder as Order, type HandedOver } from '@fundus/contract/lending/desk/desk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { lendingPaper } from '@fundus/contract/lending/desk/paper';
import { useQuery } from '@tanstack/react-query';
import { PhoneIncoming, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { address } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { LateLines } from '../../../ui/Skeleton.tsx';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { DeskWaits } from './DeskWaits.tsx';
import { DeskOrder } from './DeskOrder.tsx';
import { OrderForDialog } from './OrderForDialog.tsx';
import type { ScanMode } from '../scan/scan-queue.ts';
import { ScanPanel } from './ScanPanel.tsx';
import { useDeskQueue } from './use-desk-queue.ts';
import { WalkUpDialog } from './WalkUpDialog.tsx';
import { periodWords } from '../parts/words.ts';
import '../parts/desk.css';
import '../parts/lending.css';

/** The board before it is loaded: scans do not wait for it. */
const NOTHING = { today: '', tasks: [], requests: [], pick_ups: [], returns: [], overdue: [], coming: [] } satisfies Reply<
  typeof lendingDesk.desk
>;
const PARTS = ['overdue', 'requests', 'pick_ups', 'returns', 'coming'] as const;

/** What the day brings: devices that go and come by their codes, orders to decide, what cannot be kept as promised (docs/behaviour/lending.md#at-the-desk). */
export function DeskTab({ point, go }: { point: LendingPoint; go: Go }) {
  const { t, locale } = useT();
  const [chosen, setChosen] = useState<string | null>(null);
  const [mode, setMode] = useState<ScanMode>('in');
  /** A loan without an order begins: the code of the device, or ''; null: none. */
  const [walkUp, setWalkUp] = useState<string | null>(null);
  /** The chosen order as it was last seen: it stays open when its last device is out, and it is on no list any more. */
  const [begun, setBegun] = useState<Order | null>(null);
  const [ordering, setOrdering] = useState(false);
  /** Of whoever stands there for the order that is chosen. */
  const [signature, setSignature] = useState<Signature | null>(null);
  const queue = useDeskQueue(point.id, ({ opened, handed }) => {
    if (opened) {
      setSignature(null);
      setChosen(opened.id);
      setMode('out');
    }
    if (handed && (opened?.id ?? chosen) === handed.id) setBegun(asDeskOrder(handed));
  });
  // No order is open when the desk is shown, whatever was open when it was left.
  useEffect(() => queue.open(undefined), [queue]);
  const desk = useQuery({ ...query(lendingDesk.desk, { query: { point: point.id } }), staleTime: 0, refetchInterval: 60_000 });
  const data = desk.data ?? NOTHING;
  const parts = PARTS.filter((part) => data[part].length > 0);
  const orders = new Map(PARTS.flatMap((part) => data[part]).map((order) => [order.id, order]));
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
  /** By the number of a slip; null: nobody any more. */
  const find = (number: string | null): boolean => {
    const order = [...orders.values()].find((each) => each.number === number) ?? null;
    if (order || number === null) choose(order);
    return order !== null;
  };
  return (
    <div className="desk">
      <ScanPanel
        point={point}
        queue={queue}
        mode={mode}
        order={(mode === 'out' && chosen !== null && (orders.get(chosen) ?? (begun?.id === chosen ? begun : null))) || null}
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
          <ExportMenu
            name={t('lending.export.desk')}
            hrefOf={(wanted) => address(lendingDesk.exportDesk, { query: { point: point.id, ...wanted } })}
          />
        </div>
        {!desk.data && (desk.error ? <Failed error={desk.error} onRetry={() => void desk.refetch()} /> : <LateLines />)}
        {desk.data && parts.length + data.tasks.length === 0 && <p>{t('lending.desk.nothing')}</p>}
        {parts.length > 1 && (
          <nav className="desk-jumps" aria-label={t('lending.desk.jumps')}>
            {parts.map((part) => (
              <a key={part} href={`#desk-${part}`} data-tone={part === 'overdue' ? 'bad' : undefined}>
                {t(`lending.desk.${part}`)} <strong>{data[part].length}</strong>
              </a>
            ))}
          </nav>
        )}
        <Tasks tasks={data.tasks} />
        {parts.map((part) => (
          <section key={part} aria-labelledby={`desk-${part}`}>
            <h2 id={`desk-${part}`} tabIndex={-1}>
              {t(`lending.desk.${part}`)} <span className="lending-count">{data[part].length}</span>
            </h2>
            {part === 'pick_ups' && (
              <p className="lending-bar">
                <a
                  href={address(lendingPaper.picking, { query: { point: point.id, date: data.today, lang: locale } })}
                  target="_blank"
                  rel="noreferrer"
                >
                  <Printer /> {t('lending.print.picking')}
                </a>
              </p>
            )}
            <ul className="lending-orders">
              {data[part].map((order) => (
                <li key={order.id}>
                  <DeskOrder
                    order={order}
                    chosen={mode === 'out' && order.id === chosen}
                    onChoose={part === 'pick_ups' || part === 'coming' ? () => choose(order) : null}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        <DeskWaits point={point} />
      </div>
    </div>
  );
}

/** A handed-over order as the board shows it. */
const asDeskOrder = ({ scanned: _, ...order }: HandedOver): Order => ({ ...order, suspended: null, unbriefed: [] });

type Task = {
  line_id: string;
  borrower: string;
  number: string;
  model: string;
  start: string;
  end: string;
  why: 'displaced' | 'gone' | 'late';
};

/** What was promised and cannot be kept as it is. */
function Tasks({ tasks }: { tasks: readonly Task[] }) {
  const { t, locale } = useT();
  if (tasks.length === 0) return null;
  return (
    <section className="desk-tasks" aria-labelledby="desk-tasks">
      <h2 id="desk-tasks">
        {t('lending.desk.tasks')} <span className="lending-count">{tasks.length}</span>
      </h2>
      <ul className="lending-lines">
        {tasks.map(({ line_id, borrower, number, model, start, end, why }) => (
          <li key={line_id}>
            <span>
              <strong>
                {t('lending.task', { model, name: borrower || t('lending.nobody'), day: formatDate(start, 'weekday', locale) })}
              </strong>
              <span className="small-print">{[periodWords(t, start, end, locale), t('lending.number', { number })].join(' · ')}</span>
              <span className="lending-state" data-tone="bad">
                {t(`lending.task.${why}`)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
