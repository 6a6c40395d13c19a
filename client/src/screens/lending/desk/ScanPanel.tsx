import type { DeskOrder } from '@fundus/contract/lending/desk/desk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { UserPlus, X } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Go } from '../../../components/page/screen.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Note } from '../../../ui/Note.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { PrivateBorrowerSummary } from '../private-borrowers/PrivateBorrowerSummary.tsx';
import { borrowerHref } from '../parts/desk-href.ts';
import { lendingHref } from '../parts/lending-view.ts';
import { titleOf } from '../parts/words.ts';
import { CARD_PATTERN } from '../scan/card-code.ts';
import { ORDER_NUMBER, SCAN_MODES, type ScanRequest, type ScanMode, type ScanQueue } from '../scan/scan-queue.ts';
import { ScanField } from '../scan/ScanField.tsx';
import { useScannerKeys } from '../scan/scanner-keys.ts';
import { BorrowerSearch } from './BorrowerSearch.tsx';
import { rejectScanInDialog } from '../scan/refuse-in-dialog.ts';
import { ScanList } from './ScanList.tsx';
import { ScanTools } from './ScanTools.tsx';
import { ReceiverSignature } from './signature/ReceiverSignature.tsx';
import { useLookup } from '../scan/use-lookup.ts';
import '../parts/desk.css';

type Props = {
  point: LendingPoint;
  queue: ScanQueue;
  go: Go;
  /** Order for which devices are being handed over, or `null`. */
  order: DeskOrder | null;
  mode: ScanMode;
  onMode: (mode: ScanMode) => void;
  /** Opens the order with a scanned number and returns whether it was found. `null` closes the open order. */
  onOrder: (numberOrNothing: string | null) => Promise<boolean>;
  /** Starts a loan without an order, for the scanned device if there is one. */
  onWalkUp: (code?: string) => void;
  /** Signature of the receiver, or `null`. */
  signature: Signature | null;
  onSign: (signature: Signature | null) => void;
};

const ACTIONS = { in: 'lending.back.do', ready: 'lending.ready.do', out: 'lending.handOver', look: 'lending.look.do' } as const;

/** Shows the field for all scans. It receives the input of a keyboard scanner even if it has no focus. */
export function ScanPanel({ point, queue, go, order, mode, onMode, onOrder, onWalkUp, signature, onSign }: Props) {
  const { t } = useT();
  const [by, setBy] = useState('');
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const receiver = shown ? by.trim() : '';
  const { send, again } = useDeskScan({ point, queue, go, order, mode, onMode, onOrder, receiver, signature, field });
  const blocked = mode === 'out' && !order;
  return (
    <section className="desk-scan" aria-labelledby="desk-scan">
      <ScanTools title={t('lending.scan')} onCode={(code) => void send(code)} />
      <Segment
        narrow
        label={t('lending.scan.mode')}
        value={mode}
        options={SCAN_MODES.map((value) => ({ value, label: t(`lending.scan.mode.${value}`) }))}
        onChange={onMode}
      />
      {order && (
        <OpenOrder
          order={order}
          point={point}
          receiver={receiver}
          signature={signature}
          onSign={onSign}
          onClose={() => void onOrder(null)}
        />
      )}
      <ScanField
        ref={field}
        label={t(mode === 'look' ? 'lending.look' : blocked ? 'lending.scan.whom' : 'lending.code')}
        hint={t(blocked ? 'lending.scan.whom.hint' : 'lending.code.hint')}
        action={t(ACTIONS[mode])}
        onCode={(code) => void send(code)}
      />
      {blocked && (
        <Button variant="line" icon={<UserPlus />} onClick={() => onWalkUp()}>
          {t('lending.walkUp')}
        </Button>
      )}
      {order && <ReceiverFields name={by} shown={shown} onName={setBy} onShown={setShown} />}
      <p className="small-print desk-keys">{t('lending.scan.keys')}</p>
      <ScanList
        point={point.id}
        queue={queue}
        onAgain={again}
        onChoose={(chosen, scan) => {
          void onOrder(chosen.number);
          again({ mode: 'out', code: scan.code, order: chosen.id });
        }}
        onWalkUp={(scan) => onWalkUp(scan.code)}
      />
      <BorrowerSearch point={point.id} go={go} />
    </section>
  );
}

type ScanProps = Pick<Props, 'point' | 'queue' | 'go' | 'order' | 'mode' | 'onMode' | 'onOrder' | 'signature'> & {
  /** Name of the person who receives the devices for the borrower, or an empty string. */
  receiver: string;
  field: RefObject<HTMLInputElement | null>;
};

/** Returns `send`, which processes a code according to the mode of the desk, and `again`, which repeats a scan. */
function useDeskScan({ point, queue, go, order, mode, onMode, onOrder, receiver, signature, field }: ScanProps) {
  const toScan = (code: string): ScanRequest => {
    const who = { ...(receiver && { received_by: receiver }), ...(signature && { signature }) };
    return { mode, code, ...(mode === 'out' && order && { order: order.id, ...who }) };
  };
  const { look, holds } = useLookup({
    ...{ point: point.id, here: lendingHref({ tab: 'desk' }), queue, go, mode },
    onDevice: (code) => queue.add(toScan(code)),
    onDeferred: (code) => void send(code),
  });
  async function send(scanned: string): Promise<void> {
    if (scanned === '' || holds(scanned)) return;
    const isNumber = ORDER_NUMBER.test(scanned);
    if (isNumber && mode !== 'look' && (await onOrder(scanned))) return;
    if (mode === 'look' || isNumber || CARD_PATTERN.test(normalizeCode(scanned))) look(scanned);
    else queue.add(toScan(scanned));
  }
  useScannerKeys(field, {
    onF2: () => onMode(SCAN_MODES[(SCAN_MODES.indexOf(mode) + 1) % SCAN_MODES.length]!),
    onScan: (code) => void send(code),
    onScanInDialog: (code) => rejectScanInDialog(queue, mode, code),
  });
  useEffect(() => {
    if (order) field.current?.focus();
  }, [field, order, signature]);
  const again = (asked: ScanRequest) => {
    if (asked.mode === 'look') look(asked.code);
    else queue.add(asked);
    field.current?.focus();
  };
  return { send, again };
}

type OpenOrderProps = Pick<Props, 'point' | 'signature' | 'onSign'> & { order: DeskOrder; receiver: string; onClose: () => void };

/** Shows the borrower for whom devices are being handed over. */
function OpenOrder({ order, point, receiver, signature, onSign, onClose }: OpenOrderProps) {
  const { t } = useT();
  const name = order.borrower || t('lending.nobody');
  return (
    <>
      <div className="desk-whom">
        <p>
          <strong>{order.borrower_id ? <Link href={borrowerHref(order.borrower_id, point.id)}>{name}</Link> : name}</strong>
          <span className="small-print">{joinFacts([titleOf(t, order), t('lending.number', { number: order.number })])}</span>
        </p>
        <IconButton label={t('lending.scan.whom.end')} icon={<X />} onClick={onClose} />
      </div>
      <PrivateBorrowerSummary order={order} />
      {point.signature && <ReceiverSignature name={receiver || order.borrower} signature={signature} onChange={onSign} />}
      {order.suspended && (
        <Note tone="bad" role="alert">
          <p>{t('lending.suspended', { reason: order.suspended.reason })}</p>
        </Note>
      )}
    </>
  );
}

type ReceiverProps = { name: string; shown: boolean; onName: (name: string) => void; onShown: (shown: boolean) => void };

/** Shows the fields for a person who receives the devices for the borrower. */
function ReceiverFields({ name, shown, onName, onShown }: ReceiverProps) {
  const { t } = useT();
  return (
    <Fold title={t('lending.scan.by')}>
      <TextField
        label={t('lending.scan.by.name')}
        hint={t('lending.scan.by.hint')}
        maxLength={120}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
      <Checkbox label={t('lending.scan.by.shown')} checked={shown} onChange={(event) => onShown(event.target.checked)} />
    </Fold>
  );
}
