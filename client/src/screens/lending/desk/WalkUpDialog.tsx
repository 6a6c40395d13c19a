import { lendingDesk, type HandOverResult } from '@fundus/contract/lending/desk/desk';
import { PURPOSE_LENGTH } from '@fundus/contract/lending/orders/order-fields';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { Signature } from '@fundus/contract/lending/orders/signature';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { BorrowerFinder, borrowerIds, type FoundBorrower } from '../borrowers/BorrowerFinder.tsx';
import { formatMoney } from '../../../i18n/money.ts';
import { createSignatureForm, isMissingName, signatureOf } from './signature/sign-strokes.ts';
import { SignatureFields } from './signature/SignatureFields.tsx';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { endText, refusalText } from '../parts/words.ts';
import '../parts/borrow.css';

type Props = {
  point: LendingPoint;
  /** Code of the scanned device, or an empty string. */
  code: string;
  onDone: (order: HandOverResult, signature: Signature | null) => void;
  onClose: () => void;
};

/** Lends a device without an order (docs/behaviour/lending.md#without-an-order). */
export function WalkUpDialog({ point, code, onDone, onClose }: Props) {
  const { t, locale } = useT();
  const [found, setFound] = useState<FoundBorrower | null>(null);
  const [agreed, setAgreed] = useState(false);
  const [signing, setSigning] = useState(() => createSignatureForm(''));
  const act = useIdempotencyKey();
  const walkUp = useCall(lendingDesk.walkUp, { refreshes: [lendingDesk.desk, lendingDesk.items] });
  const { values, text, choice, problem } = useFields(
    { code, until: '', until_lesson: '', purpose: '', override: '' },
    { error: walkUp.error, at: ['code', 'until', 'until_lesson', 'purpose', 'override'], words: (error) => refusalText(t, error, locale) },
  );
  const asksTerms = point.terms !== '' && point.terms_version > 0;
  const overridable = (walkUp.error?.details as { override?: boolean } | undefined)?.override === true;
  const choose = (borrower: FoundBorrower | null): void => {
    setFound(borrower);
    // The name of the selected borrower is filled in as the signer unless the user has typed another name.
    if (borrower && signing.name === (found?.name ?? '')) setSigning({ ...signing, name: borrower.name });
  };
  const send = (): void => {
    const { until, until_lesson, ...words } = values;
    const signature = point.signature ? signatureOf(signing) : null;
    const body = {
      ...words,
      ...borrowerIds(found),
      ...(until && { until }),
      ...(until_lesson && { until_lesson: Number(until_lesson) }),
      point: point.id,
      terms_version: agreed ? point.terms_version : 0,
      ...(signature && { signature }),
    };
    walkUp.mutate(
      { body: { ...body, key: act.keyOf(body) } },
      {
        onSuccess: (order) => {
          const { end, lessons } = order.lines.find(({ id }) => id === order.scanned.line_id)!;
          const said = { code: order.scanned.item.code, model: order.scanned.item.model, name: order.borrower };
          showSnackbar({ text: t('lending.scan.out.text', { ...said, day: endText(end, lessons?.end, locale) }), type: 'success' });
          onDone(order, signature);
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('lending.walkUp')}
      action={t('lending.handOver')}
      disabled={
        walkUp.isPending ||
        found === null ||
        values.code.trim() === '' ||
        (point.purpose_required && values.purpose.trim() === '') ||
        (asksTerms && !agreed) ||
        (point.signature && isMissingName(signing))
      }
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <BorrowerFinder point={point.id} hint={t('lending.walkUp.name.hint')} chosen={found} onChoose={choose} />
      {found?.private && point.private_day_cents > 0 && (
        <p role="status">
          {t('lending.fee')}: {t('lending.fee.rate', { amount: formatMoney(point.private_day_cents, locale) })}
        </p>
      )}
      <TextField label={t('lending.kiosk.scan.device')} maxLength={40} autoComplete="off" spellCheck={false} {...text('code')} />
      {point.mode === 'periods' ? (
        <SelectField
          label={t('lending.lessons.until')}
          options={[
            { value: '', label: t('lending.lessons.until.longest') },
            ...point.timetable.map(({ end }, i) => ({
              value: String(i + 1),
              label: `${t('lending.lessons.nth', { count: i + 1 })} (${end})`,
            })),
          ]}
          {...choice('until_lesson')}
        />
      ) : (
        <DateField label={t('lending.until')} hint={t('lending.walkUp.until.hint')} {...text('until')} />
      )}
      <TextArea
        label={t(point.purpose_required ? 'lending.order.title' : 'lending.order.title.optional')}
        rows={2}
        maxLength={PURPOSE_LENGTH}
        {...text('purpose')}
      />
      {asksTerms && <Checkbox label={t('lending.walkUp.terms')} checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />}
      {point.signature && <SignatureFields signing={signing} onChange={setSigning} />}
      {overridable && <TextField label={t('lending.remedy.reason')} maxLength={300} {...text('override')} />}
    </FormDialog>
  );
}
