import { lendingDesk, type Returned } from '@fundus/contract/lending/desk';
import type { RentalOrder } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points';
import { RETURN_RESULTS, type ReturnResult } from '@fundus/contract/lending/states';
import { useQuery } from '@tanstack/react-query';
import { Check, ScanBarcode, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { LateLines } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { OrderLines } from './OrderLines.tsx';
import { refusalWords } from './words.ts';
import './lending.css';

const READS = { refreshes: [lendingDesk.desk, lendingDesk.items] };
const PARTS = ['overdue', 'requests', 'pick_ups', 'returns', 'coming'] as const;

/** What the day brings: devices that come back, orders to decide, devices that go out (docs/behaviour/lending.md#at-the-desk). */
export function DeskTab({ point }: { point: LendingPoint }) {
  const { t } = useT();
  const desk = useQuery({ ...query(lendingDesk.desk, { query: { point: point.id } }), staleTime: 0, refetchInterval: 60_000 });
  if (!desk.data) return desk.error ? <Failed error={desk.error} onRetry={() => void desk.refetch()} /> : <LateLines />;
  const parts = PARTS.filter((part) => desk.data[part].length > 0);
  return (
    <div className="lending-desk">
      <TakeBack point={point} />
      {parts.length === 0 && <p>{t('lending.desk.nothing')}</p>}
      {parts.map((part) => (
        <section key={part} aria-labelledby={`lending-desk-${part}`}>
          <h2 id={`lending-desk-${part}`}>
            {t(`lending.desk.${part}`)} <span className="lending-count">{desk.data[part].length}</span>
          </h2>
          <ul className="lending-orders">
            {desk.data[part].map((order) => (
              <li key={order.id}>
                <DeskOrder order={order} handsOver={part === 'pick_ups' || part === 'coming'} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** One device after the other: the field is ready for the next one at once. */
function TakeBack({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [code, setCode] = useState('');
  const [result, setResult] = useState<ReturnResult>('ok');
  const [note, setNote] = useState('');
  const [back, setBack] = useState<Returned[]>([]);
  const field = useRef<HTMLFormElement>(null);
  const takeBack = useCall(lendingDesk.takeBack, READS);
  const send = () => {
    if (code.trim() === '') return;
    takeBack.mutate(
      { body: { point: point.id, code, result, note: result === 'ok' ? '' : note } },
      {
        onSuccess: (one) => {
          setBack((before) => [one, ...before].slice(0, 10));
          setResult('ok');
          setNote('');
        },
        onSettled: () => {
          setCode('');
          field.current?.querySelector('input')?.focus();
        },
      },
    );
  };
  return (
    <section aria-labelledby="lending-back">
      <h2 id="lending-back">{t('lending.back')}</h2>
      <form
        ref={field}
        className="lending-scan"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <TextField
          label={t('lending.code')}
          hint={t('lending.code.hint')}
          autoComplete="off"
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <SelectField
          label={t('lending.result')}
          value={result}
          options={RETURN_RESULTS.map((value) => ({ value, label: t(`lending.result.${value}`) }))}
          onChange={setResult}
        />
        {result !== 'ok' && (
          <TextArea
            label={t('lending.result.note')}
            rows={1}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        <Button type="submit" variant="primary" icon={<ScanBarcode />} disabled={takeBack.isPending}>
          {t('lending.back.do')}
        </Button>
      </form>
      <FormProblem>{takeBack.error && refusalWords(t, takeBack.error, locale)}</FormProblem>
      <div role="status">
        <ol className="lending-backs">
          {back.map(({ line_id, item, borrower, late, state }) => (
            <li key={line_id}>
              <Check className="i-16" />
              {t('lending.back.one', { code: item.code, name: item.model, borrower: borrower || t('lending.nobody') })}
              {late > 0 && ` ${t('lending.back.late', { count: late })}`}
              {state !== 'available' && ` ${t(`lending.item.${state}`)}`}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function DeskOrder({ order, handsOver }: { order: RentalOrder; handsOver: boolean }) {
  const { t, locale } = useT();
  const [rejecting, setRejecting] = useState(false);
  const [code, setCode] = useState('');
  const approve = useCall(lendingDesk.approve, READS);
  const handOver = useCall(lendingDesk.handOver, READS);
  const error = approve.error ?? handOver.error;
  const give = () => {
    if (code.trim() === '') return;
    handOver.mutate(
      { params: { id: order.id }, body: { code } },
      {
        onSuccess: () => {
          setCode('');
          showSnackbar({ text: t('lending.handed', { code: code.trim(), name: order.borrower || t('lending.nobody') }), type: 'success' });
        },
      },
    );
  };
  return (
    <article className="lending-order">
      <header>
        <h3>{order.borrower || t('lending.nobody')}</h3>
        <p className="small-print">
          {[order.title, order.school, order.contact, t('lending.number', { number: order.number })].filter(Boolean).join(' · ')}
        </p>
        {order.purpose && <p className="lending-words">{order.purpose}</p>}
      </header>
      <FormProblem>{error && refusalWords(t, error, locale)}</FormProblem>
      <OrderLines order={order} refreshes={READS.refreshes} atDesk />
      {order.can.decide && (
        <div className="lending-bar">
          <Button
            variant="primary"
            icon={<Check />}
            disabled={approve.isPending}
            onClick={() => approve.mutate({ params: { id: order.id }, body: {} })}
          >
            {t('lending.approve')}
          </Button>
          <Button variant="line" icon={<X />} onClick={() => setRejecting(true)}>
            {t('lending.reject')}
          </Button>
        </div>
      )}
      {handsOver && (
        <form
          className="lending-scan"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            give();
          }}
        >
          <TextField
            label={t('lending.handOver.code', { name: order.borrower || t('lending.nobody') })}
            autoComplete="off"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" variant="line" icon={<ScanBarcode />} disabled={handOver.isPending}>
            {t('lending.handOver')}
          </Button>
        </form>
      )}
      {rejecting && <RejectDialog order={order} onClose={() => setRejecting(false)} />}
    </article>
  );
}

function RejectDialog({ order, onClose }: { order: RentalOrder; onClose: () => void }) {
  const { t, locale } = useT();
  const [reason, setReason] = useState('');
  const reject = useCall(lendingDesk.reject, READS);
  return (
    <FormDialog
      title={t('lending.reject.title', { title: order.title })}
      action={t('lending.reject')}
      disabled={reject.isPending || reason.trim() === ''}
      problem={reject.error && refusalWords(t, reject.error, locale)}
      onSend={() => reject.mutate({ params: { id: order.id }, body: { reason } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextArea
        label={t('lending.reject.reason')}
        hint={t('lending.reject.hint')}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
