import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { DeviceItem } from '@fundus/contract/lending/points/points';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { refusalText } from '../parts/words.ts';

const RESULTS = ['ok', 'damaged'] as const;
/** Returns the same day of the next year, which is proposed for the next inspection. */
const inOneYear = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('-02-29', '-02-28')}`;

type Props = { item: DeviceItem; today: string; onClose: () => void };

/** Records the result of an inspection and the date of the next one. */
export function InspectionDialog({ item, today, onClose }: Props) {
  const { t, locale } = useT();
  const record = useCall(lendingCondition.recordCondition, { refreshes: [lendingCondition.pass, lendingDesk.desk, lendingDesk.items] });
  const [result, setResult] = useState<(typeof RESULTS)[number]>('ok');
  const [next, setNext] = useState(() => inOneYear(today));
  const [note, setNote] = useState('');
  const act = useIdempotencyKey();
  const send = () => {
    const body = { kind: 'check' as const, line: null, result, note, ...(result === 'ok' && { next_check_on: next || null }) };
    record.mutate(
      { params: { id: item.id }, body: { ...body, key: act.keyOf(body) } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('desk.inspection.done', { code: item.code }), type: 'success' });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('desk.act.inspect.name', { code: item.code })}
      action={t('app.save')}
      disabled={record.isPending}
      problem={record.error && refusalText(t, record.error, locale)}
      onSend={send}
      onClose={onClose}
    >
      <SelectField
        label={t('lending.result')}
        value={result}
        options={RESULTS.map((value) => ({ value, label: t(`lending.result.${value}`) }))}
        onChange={setResult}
      />
      {result === 'ok' && (
        <DateField
          label={t('desk.inspection.next')}
          hint={t('desk.inspection.next.hint')}
          min={today}
          value={next}
          onChange={({ target }) => setNext(target.value)}
        />
      )}
      <TextArea
        label={t('lending.condition.note')}
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
