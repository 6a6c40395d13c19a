import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useCall } from '../../../api/query.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';

type Props = { point: string; borrower: { id: string; name: string }; onClose: () => void };

/** Bars a borrower from ordering and renewing until a given day or until the desk lifts the suspension. */
export function SuspendDialog({ point, borrower, onClose }: Props) {
  const { t, locale } = useT();
  const act = useIdempotencyKey();
  const suspend = useCall(lendingBorrower.suspendBorrower, { refreshes: [...DESK_READS, lendingCondition.suspensions] });
  const { values, text, problem } = useFields(() => ({ until: '', reason: '' }), {
    error: suspend.error,
    at: ['until', 'reason'],
    words: (error) => refusalText(t, error, locale),
  });
  return (
    <FormDialog
      title={t('lending.suspend.name', { name: borrower.name })}
      action={t('lending.suspend')}
      disabled={suspend.isPending || values.reason.trim() === ''}
      problem={problem}
      onSend={() =>
        suspend.mutate(
          { params: { id: borrower.id }, body: { point, reason: values.reason, until: values.until || null, key: act.keyOf(values) } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('lending.suspend.done', { name: borrower.name }), type: 'success' });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <TextArea label={t('lending.suspend.reason')} hint={t('lending.suspend.hint')} maxLength={300} {...text('reason')} />
      <DateField label={t('lending.suspend.until')} hint={t('lending.suspend.until.hint')} {...text('until')} />
    </FormDialog>
  );
}
