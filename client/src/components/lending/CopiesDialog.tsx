import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingCopies, MAX_COPIES } from '@fundus/contract/lending/models/copies';
import { lendingStock } from '@fundus/contract/lending/stock/stock';
import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useFields } from '../forms/use-fields.ts';

const READS = { refreshes: [lending.ofMedium, lending.models, lendingDesk.items, lending.calendar, lendingStock.stock] };
const FIELDS = ['quantity', 'codes', 'shelf'] as const;

type Props = { identifier: string; points: readonly { id: string; name: string }[]; onClose: () => void };

/** Shows a dialog that adds copies of a medium to a lending point: their number or codes, and their shelf. */
export function CopiesDialog({ identifier, points, onClose }: Props) {
  const { t } = useT();
  const [point, setPoint] = useState(points[0]!.id);
  const add = useCall(lendingCopies.addCopies, READS);
  const words = (error: AppError): string => {
    const { problems, code = '' } = (error.details ?? {}) as { problems?: { rule: string }[]; code?: string };
    const rule = problems?.[0]?.rule;
    if (error.field?.startsWith('codes') && (rule === 'taken' || rule === 'duplicate')) return t(`lending.copies.codes.${rule}`, { code });
    return t(`error.${error.code}`, { name: '' });
  };
  const { values, text, problem } = useFields({ quantity: '1', codes: '', shelf: '' }, { error: add.error, at: FIELDS, words });
  const codes = values.codes.split('\n').flatMap((line) => line.trim() || []);
  const send = (): void =>
    add.mutate(
      {
        params: { identifier },
        body: { point, shelf: values.shelf, codes, ...(codes.length === 0 && { quantity: Number(values.quantity) || 0 }) },
      },
      {
        onSuccess: (added) => {
          onClose();
          showSnackbar({
            text: t('lending.copies.done', { count: added.codes.length, codes: added.codes.join(', ') }),
            type: 'success',
            way: { label: t('lending.copies.stock'), href: href('tech-rental', {}, { tab: 'stock', point, model: added.model.id }) },
          });
        },
      },
    );
  return (
    <FormDialog
      title={t('lending.copies.add')}
      action={t('lending.copies.add')}
      disabled={add.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      {points.length > 1 && (
        <SelectField
          label={t('lending.point')}
          value={point}
          options={points.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setPoint}
        />
      )}
      <TextArea label={t('lending.copies.codes')} hint={t('lending.copies.codes.hint')} rows={3} autoComplete="off" {...text('codes')} />
      {codes.length === 0 && (
        <TextField type="number" min={1} max={MAX_COPIES} inputMode="numeric" label={t('lending.copies.quantity')} {...text('quantity')} />
      )}
      <TextField label={t('lending.shelf')} maxLength={60} {...text('shelf')} />
    </FormDialog>
  );
}
