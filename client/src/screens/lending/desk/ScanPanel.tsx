import type { DeskOrder } from '@fundus/contract/lending/desk/desk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { Camera, CameraOff, UserPlus, Volume2, VolumeX, WifiOff, X } from 'lucide-react';
import { CARD } from '../scan/card-code.ts';
import { plainCode } from '@fundus/contract/licences/rules';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { Note } from '../../../ui/Note.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { isCameraAsked, requestCamera } from '../scan/camera-allowed.ts';
import { PrivateWords } from '../private-borrowers/PrivateWords.tsx';
import { ScanEntry } from './ScanEntry.tsx';
import { ScanField } from '../scan/ScanField.tsx';
import { ORDER_NUMBER, SCAN_MODES, useScans, type ScanAsked, type ScanMode, type ScanQueue } from '../scan/scan-queue.ts';
import { isSilent, setSilent } from '../scan/scan-tones.ts';
import { useScannerKeys } from '../scan/scanner-keys.ts';
import { SignatureOf } from './SignatureOf.tsx';
import { titleOf } from '../parts/words.ts';
import '../parts/desk.css';

/** With what reads codes; nobody else loads it. */
const CameraScan = loadLater(async () => (await import('../scan/CameraScan.tsx')).CameraScan);

type Props = {
  point: LendingPoint;
  queue: ScanQueue;
  /** For whom devices go out; null: devices come back. */
  order: DeskOrder | null;
  mode: ScanMode;
  onMode: (mode: ScanMode) => void;
  /** A number of an order that was scanned from a slip, or the end of handing over. */
  onOrder: (numberOrNothing: string | null) => boolean | Promise<boolean>;
  /** Starts a loan without an order: the scanned card or '', and the device. */
  onWalkUp: (card: string, code?: string) => void;
  /** Of whoever receives what goes out now; null: nobody has signed. */
  signature: Signature | null;
  onSign: (signature: Signature | null) => void;
};

/** One field for all scans. It takes what a keyboard scanner types wherever the focus is, and is ready for the next one at once. */
export function ScanPanel({ point, queue, order, mode, onMode, onOrder, onWalkUp, signature, onSign }: Props) {
  const { t } = useT();
  const scans = useScans(queue);
  const [silent, setQuiet] = useState(isSilent);
  const [by, setBy] = useState('');
  const [shown, setShown] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const receiver = shown ? by.trim() : '';
  const stored = scans.filter(({ state }) => state === 'stored').length;
  useScannerKeys(field, () => onMode(SCAN_MODES[(SCAN_MODES.indexOf(mode) + 1) % SCAN_MODES.length]!));
  useEffect(() => {
    if (order) field.current?.focus();
  }, [order, signature]);
  const [camera, setCamera] = useState(isCameraAsked);
  const send = async (scanned: string) => {
    if (scanned === '') return;
    if (ORDER_NUMBER.test(scanned) && (await onOrder(scanned))) return;
    if (mode !== 'out') return queue.add({ mode, code: scanned });
    if (CARD.test(plainCode(scanned))) return onWalkUp(plainCode(scanned));
    const who = { ...(receiver && { received_by: receiver }), ...(signature && { signature }) };
    queue.add({ mode, code: scanned, ...(order && { order: order.id, ...who }) });
  };
  const again = (asked: ScanAsked, key: string) => {
    queue.remove(key);
    queue.add(asked);
    field.current?.focus();
  };
  const blocked = mode === 'out' && !order;
  return (
    <section className="desk-scan" aria-labelledby="desk-scan">
      <div className="desk-scan-head">
        <h2 id="desk-scan">{t('lending.scan')}</h2>
        <IconButton
          label={t(camera ? 'lending.camera.close' : 'lending.camera.open')}
          icon={camera ? <CameraOff /> : <Camera />}
          onClick={() => setCamera(!camera && requestCamera())}
        />
        <IconButton
          label={t(silent ? 'lending.scan.loud' : 'lending.scan.silent')}
          icon={silent ? <VolumeX /> : <Volume2 />}
          onClick={() => {
            setSilent(!silent);
            setQuiet(!silent);
          }}
        />
      </div>
      {camera && <CameraScan onCode={(read) => void send(read.trim().slice(0, 40))} />}
      <Segment
        label={t('lending.scan.mode')}
        value={mode}
        options={SCAN_MODES.map((value) => ({ value, label: t(`lending.scan.mode.${value}`) }))}
        onChange={onMode}
      />
      {order && (
        <div className="desk-whom">
          <p>
            <strong>{order.borrower || t('lending.nobody')}</strong>
            <span className="small-print">{[titleOf(t, order), t('lending.number', { number: order.number })].join(' · ')}</span>
          </p>
          <IconButton label={t('lending.scan.whom.end')} icon={<X />} onClick={() => void onOrder(null)} />
        </div>
      )}
      {order && <PrivateWords order={order} />}
      {order && point.signature && <SignatureOf name={receiver || order.borrower} signature={signature} onChange={onSign} />}
      {order?.suspended && (
        <Note tone="bad" role="alert">
          <p>{t('lending.suspended', { reason: order.suspended.reason })}</p>
        </Note>
      )}
      <ScanField
        ref={field}
        label={t(blocked ? 'lending.scan.whom' : 'lending.code')}
        hint={t(blocked ? 'lending.scan.whom.hint' : 'lending.code.hint')}
        action={t(mode === 'in' ? 'lending.back.do' : mode === 'ready' ? 'lending.ready.do' : 'lending.handOver')}
        onCode={(code) => void send(code)}
      />
      {blocked && (
        <Button variant="line" icon={<UserPlus />} onClick={() => onWalkUp('')}>
          {t('lending.walkUp')}
        </Button>
      )}
      {order && (
        <details className="desk-by">
          <summary>{t('lending.scan.by')}</summary>
          <TextField
            label={t('lending.scan.by.name')}
            hint={t('lending.scan.by.hint')}
            maxLength={120}
            value={by}
            onChange={(event) => setBy(event.target.value)}
          />
          <Checkbox label={t('lending.scan.by.shown')} checked={shown} onChange={(event) => setShown(event.target.checked)} />
        </details>
      )}
      <p className="small-print desk-keys">{t('lending.scan.keys')}</p>
      {stored > 0 && (
        <Note role="status">
          <WifiOff />
          <p>{t('lending.scan.offline', { count: stored })}</p>
          <Button onClick={() => queue.work()}>{t('app.retry')}</Button>
        </Note>
      )}
      <div role="status" aria-live="assertive">
        <ol className="desk-scans" aria-label={t('lending.scan.last')}>
          {scans.map((scan) => (
            <ScanEntry
              key={scan.key}
              scan={scan}
              onAgain={(asked) => again(asked, scan.key)}
              onChoose={(chosen) => {
                void onOrder(chosen.number);
                again({ mode: 'out', code: scan.code, order: chosen.id }, scan.key);
              }}
              onWalkUp={() => {
                queue.remove(scan.key);
                onWalkUp('', scan.code);
              }}
              onClose={() => queue.remove(scan.key)}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}
