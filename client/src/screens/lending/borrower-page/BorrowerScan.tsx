import type { BorrowerPage } from '@fundus/contract/lending/desk/borrower-page';
import { PURPOSE_LENGTH } from '@fundus/contract/lending/orders/order-fields';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { useRef, useState } from 'react';
import { DateField } from '../../../components/forms/DateField.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { borrowerHref } from '../parts/desk-href.ts';
import { CARD_PATTERN } from '../scan/card-code.ts';
import { ORDER_NUMBER, type ScanRequest, type ScanQueue } from '../scan/scan-queue.ts';
import { ScanField } from '../scan/ScanField.tsx';
import { useScannerKeys } from '../scan/scanner-keys.ts';
import { rejectScanInDialog } from '../scan/refuse-in-dialog.ts';
import { BorrowerSearch } from '../desk/BorrowerSearch.tsx';
import { ScanList } from '../desk/ScanList.tsx';
import { ScanTools } from '../desk/ScanTools.tsx';
import { ReceiverSignature } from '../desk/signature/ReceiverSignature.tsx';
import { useLookup } from '../scan/use-lookup.ts';
import '../parts/desk.css';

const MODES = ['out', 'in', 'look'] as const;
type Mode = (typeof MODES)[number];
const ACTIONS = { in: 'lending.back.do', out: 'lending.handOver', look: 'lending.look.do' } as const;

type Props = { point: LendingPoint; borrower: BorrowerPage; queue: ScanQueue; go: Go; onShow: (order: string) => void };

/** Shows the scan field on a borrower's page. Scanned devices are handed out, taken back or looked up until the next card is scanned. */
export function BorrowerScan({ point, borrower, queue, go, onShow }: Props) {
  const { t } = useT();
  const field = useRef<HTMLInputElement>(null);
  const [mode, setMode] = useState<Mode>('out');
  const [loan, setLoan] = useState<WalkUp>({ until: '', lesson: '', purpose: '', agreed: false });
  const [signature, setSignature] = useState<Signature | null>(null);
  const out = (code: string): ScanRequest => ({
    ...{ mode: 'out', code, ...(loan.until && { until: loan.until }), ...(signature && { signature }) },
    to: {
      person: borrower.private ? null : borrower.id,
      private_borrower: borrower.private ? borrower.id : null,
      purpose: loan.purpose,
      terms_version: loan.agreed ? point.terms_version : 0,
      ...(loan.lesson && { until_lesson: Number(loan.lesson) }),
    },
  });
  const toScan = (code: string): ScanRequest => (mode === 'out' ? out(code) : { mode, code });
  const { look, holds } = useLookup({
    ...{ point: point.id, here: borrowerHref(borrower.id, point.id), queue, go, mode },
    onDevice: (code) => queue.add(toScan(code)),
    onDeferred: (code) => send(code),
    onOrder: ({ id, borrower_id }) => {
      if (borrower_id === borrower.id) onShow(id);
      return borrower_id === borrower.id;
    },
  });
  function send(code: string): void {
    if (code === '' || holds(code)) return;
    if (mode === 'look' || ORDER_NUMBER.test(code) || CARD_PATTERN.test(normalizeCode(code))) look(code);
    else queue.add(toScan(code));
  }
  useScannerKeys(field, {
    onF2: () => setMode(MODES[(MODES.indexOf(mode) + 1) % MODES.length]!),
    onScan: send,
    onScanInDialog: (code) => rejectScanInDialog(queue, mode, code),
  });
  const again = (asked: ScanRequest) => {
    if (asked.mode === 'look') look(asked.code);
    else queue.add(asked);
    field.current?.focus();
  };
  return (
    <section className="desk-scan" aria-labelledby="desk-scan">
      <ScanTools title={t('lending.scan.for', { name: borrower.name })} onCode={send} />
      <Segment
        narrow
        label={t('lending.scan.mode')}
        value={mode}
        options={MODES.map((value) => ({ value, label: t(`lending.scan.mode.${value}`) }))}
        onChange={setMode}
      />
      {mode === 'out' && point.signature && <ReceiverSignature name={borrower.name} signature={signature} onChange={setSignature} />}
      <ScanField
        ref={field}
        label={t(mode === 'look' ? 'lending.look' : 'lending.code')}
        hint={t('lending.code.hint')}
        action={t(ACTIONS[mode])}
        onCode={send}
      />
      {mode === 'out' && <WalkUpFields point={point} values={loan} set={(some) => setLoan({ ...loan, ...some })} />}
      <p className="small-print desk-keys">{t('lending.scan.keys.borrower')}</p>
      <ScanList
        point={point.id}
        queue={queue}
        receiver={borrower.name}
        onAgain={again}
        onChoose={(order, scan) => again({ mode: 'out', code: scan.code, order: order.id })}
        onWalkUp={(scan) => again(out(scan.code))}
      />
      <BorrowerSearch point={point.id} go={go} />
    </section>
  );
}

/** Form values of a loan without an order, as typed. */
type WalkUp = { until: string; lesson: string; purpose: string; agreed: boolean };

/** Shows the fields of a loan without an order: the day or lesson of the return, the purpose, and the terms, which always remain in view. */
function WalkUpFields({ point, values, set }: { point: LendingPoint; values: WalkUp; set: (some: Partial<WalkUp>) => void }) {
  const { t } = useT();
  const asksTerms = point.terms !== '' && point.terms_version > 0;
  return (
    <>
      <Fold title={t('lending.scan.without')} forced={point.purpose_required}>
        {point.mode === 'periods' ? (
          <SelectField
            label={t('lending.lessons.until')}
            value={values.lesson}
            options={[
              { value: '', label: t('lending.lessons.until.longest') },
              ...point.timetable.map(({ end }, i) => ({
                value: String(i + 1),
                label: `${t('lending.lessons.nth', { count: i + 1 })} (${end})`,
              })),
            ]}
            onChange={(lesson) => set({ lesson })}
          />
        ) : (
          <DateField
            label={t('lending.until')}
            hint={t('lending.walkUp.until.hint')}
            value={values.until}
            onChange={({ target }) => set({ until: target.value })}
          />
        )}
        <TextArea
          label={t(point.purpose_required ? 'lending.order.title' : 'lending.order.title.optional')}
          rows={2}
          maxLength={PURPOSE_LENGTH}
          value={values.purpose}
          onChange={({ target }) => set({ purpose: target.value })}
        />
      </Fold>
      {asksTerms && (
        <Checkbox label={t('lending.walkUp.terms')} checked={values.agreed} onChange={({ target }) => set({ agreed: target.checked })} />
      )}
    </>
  );
}
