import { MAX_CODES, type Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { TriangleAlert } from 'lucide-react';
import { DateField } from '../../../components/forms/DateField.tsx';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { Note } from '../../../ui/Note.tsx';
import { CODE_READS, errorText } from '../problems.ts';

type Props = { cls: Class; latestUntil: string; onClose: () => void; onMade: (batch: string) => void };

/** Shows a dialog that creates learner codes with consecutive labels for a class. */
export function CreateCodesDialog({ cls, latestUntil, onClose, onMade }: Props) {
  const { t } = useT();
  const make = useCall(learnerCodes.makeCodes, CODE_READS);
  const { values, problem, text } = useFields(
    { count: '25', label: cls.name.slice(0, 30), valid_until: latestUntil },
    { error: make.error, at: ['count', 'label', 'valid_until'], words: (error) => errorText(t, error) },
  );
  const count = Number(values.count);
  const fits = Number.isInteger(count) && count >= 1 && count <= MAX_CODES;
  const label = values.label.trim();
  const start = label || cls.name;
  const send = () =>
    make.mutate(
      { params: { id: cls.id }, body: { ...values, count, label } },
      {
        onSuccess: (batch) => {
          showSnackbar({ text: t('codes.made', { count: batch.count }), type: 'success' });
          onMade(batch.id);
        },
      },
    );
  return (
    <FormDialog
      title={t('codes.make.title', { name: cls.name })}
      action={t('codes.make')}
      disabled={!fits || values.valid_until === '' || make.isPending}
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('codes.count')}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_CODES}
        {...text('count')}
        {...(values.count !== '' && !fits && { error: t('codes.count.wrong', { most: MAX_CODES }) })}
      />
      <TextField
        label={t('codes.label')}
        hint={t('codes.label.hint', { first: `${start}-01`, second: `${start}-02` })}
        maxLength={30}
        autoComplete="off"
        {...text('label')}
      />
      <Note>
        <TriangleAlert /> {t('codes.noNames')}
      </Note>
      <DateField label={t('codes.last')} max={latestUntil} {...text('valid_until')} />
    </FormDialog>
  );
}
