import { shiftDay, today } from '@fundus/contract/days';
import type { ScanOrder } from '@fundus/contract/lending/desk/desk-scan';
import { ArrowDownToLine, ArrowUpFromLine, Ban, CircleHelp, Clock, PackageCheck, Search, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { ConditionDialog } from '../condition/ConditionDialog.tsx';
import { borrowerHref, deviceHref } from '../parts/desk-href.ts';
import type { Scan, ScanRequest } from '../scan/scan-queue.ts';
import { BriefRemedy } from './BriefRemedy.tsx';
import { describeScan } from './scan-words.ts';
import '../parts/desk.css';

const SIGNS = {
  waiting: Clock,
  stored: Clock,
  out: ArrowUpFromLine,
  ready: PackageCheck,
  in: ArrowDownToLine,
  asked: CircleHelp,
  look: Search,
  refused: Ban,
};

type Props = {
  point: string;
  scan: Scan;
  onAgain: (asked: ScanRequest) => void;
  /** Hands over the device for an order. */
  onChoose: (order: ScanOrder) => void;
  /** Hands over the device without an order. */
  onWalkUp: () => void;
  /** Name of the borrower whose page is open and who can receive the device. */
  receiver?: string | undefined;
  onClose: () => void;
};

/** Shows the result of a scan and the actions it allows. */
export function ScanEntry({ point, scan, onAgain, onChoose, onWalkUp, receiver, onClose }: Props) {
  const { t, locale } = useT();
  const [looking, setLooking] = useState(false);
  const { tone, word, text, more } = describeScan(t, scan, locale);
  const Sign = SIGNS[scan.state];
  const seen = scan.returned
    ? { item: scan.returned.item, line: scan.returned.line_id, kind: 'return' as const }
    : scan.handed
      ? { item: scan.handed.scanned.item, line: scan.handed.scanned.line_id, kind: 'issue' as const }
      : null;
  return (
    <li data-tone={tone ?? 'quiet'}>
      <Sign className="desk-sign" />
      <div>
        <p>
          <strong>{word}</strong> <span>{text}</span>
        </p>
        {more.map((words) => (
          <p key={words} className="desk-more">
            {words}
          </p>
        ))}
        {scan.asks && <Candidates orders={scan.asks.orders} receiver={receiver} onChoose={onChoose} onWalkUp={onWalkUp} />}
        {scan.state === 'refused' && <Remedies point={point} scan={scan} onAgain={onAgain} />}
        {seen && (
          <div className="desk-acts">
            <Button onClick={() => setLooking(true)} aria-label={t('lending.condition.of', { code: seen.item.code })}>
              {t(seen.kind === 'return' ? 'lending.condition.check' : 'lending.condition')}
            </Button>
            <ButtonLink href={deviceHref(seen.item.id)} aria-label={t('lending.device.open.name', { code: seen.item.code })}>
              {t('lending.device.open')}
            </ButtonLink>
            {scan.returned?.borrower_id && (
              <ButtonLink
                href={borrowerHref(scan.returned.borrower_id, point)}
                aria-label={t('lending.borrower.open.name', { name: scan.returned.borrower })}
              >
                {t('lending.borrower.open')}
              </ButtonLink>
            )}
          </div>
        )}
      </div>
      {(scan.state === 'refused' || scan.state === 'asked') && (
        <IconButton label={t('lending.scan.close', { code: scan.code })} icon={<X />} onClick={onClose} />
      )}
      {looking && seen && <ConditionDialog {...seen} onClose={() => setLooking(false)} />}
    </li>
  );
}

/** Shows the orders that match the device, and a button for a loan without an order. */
function Candidates({
  orders,
  receiver,
  onChoose,
  onWalkUp,
}: Pick<Props, 'onChoose' | 'onWalkUp' | 'receiver'> & { orders: readonly ScanOrder[] }) {
  const { t } = useT();
  return (
    <div className="desk-remedies">
      {orders.map((order) => (
        <Button key={order.id} variant="line" wrap onClick={() => onChoose(order)}>
          {t('lending.scan.candidate', { name: order.borrower || t('lending.nobody'), number: order.number })}
        </Button>
      ))}
      <Button variant="line" icon={<UserPlus />} onClick={onWalkUp}>
        {receiver === undefined ? t('lending.walkUp') : t('lending.handOver.to', { name: receiver })}
      </Button>
    </div>
  );
}

type Details = { model_id?: string; override?: boolean; date?: string; free?: { code: string; shelf: string }[] };

/** Offers ways to continue after a rejected handover: another device, an earlier due date, a briefing, or an override with a reason. */
function Remedies({ point, scan, onAgain }: { point: string; scan: Scan; onAgain: (asked: ScanRequest) => void }) {
  const { t, locale } = useT();
  const [reason, setReason] = useState('');
  const { override = false, date, free = [], model_id } = (scan.error?.details ?? {}) as Details;
  const borrower = scan.to && (scan.to.person ?? scan.to.private_borrower);
  const unbriefed = scan.error?.code === 'briefing_missing' && model_id !== undefined && borrower;
  if (!override && free.length === 0 && !unbriefed) return null;
  const { mode, code, order, to, received_by, signature } = scan;
  const asked = {
    mode,
    code,
    ...(order && { order }),
    ...(to && { to }),
    ...(received_by && { received_by }),
    ...(signature && { signature }),
  };
  const until = date ? shiftDay(date, -1) : '';
  return (
    <div className="desk-remedies">
      {unbriefed && <BriefRemedy point={point} borrower={borrower} model={model_id} onDone={() => onAgain(asked)} />}
      {free.map((other) => (
        <Button key={other.code} variant="line" onClick={() => onAgain({ ...asked, code: other.code })}>
          {t(other.shelf ? 'lending.remedy.other.shelf' : 'lending.remedy.other', other)}
        </Button>
      ))}
      {override && until >= today(new Date()) && (
        <Button variant="line" onClick={() => onAgain({ ...asked, until })}>
          {t('lending.remedy.until', { day: formatDate(until, 'weekday', locale) })}
        </Button>
      )}
      {override && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim()) onAgain({ ...asked, override: reason.trim() });
          }}
        >
          <TextField
            label={t('lending.remedy.reason')}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" variant="line" disabled={reason.trim() === ''}>
            {t('lending.remedy.anyway')}
          </Button>
        </form>
      )}
    </div>
  );
}
