import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { MAX_REPORT, REPORT_REASONS, type ReportReason } from '@fundus/contract/reviews/rules';
import { reviews } from '@fundus/contract/reviews/reviews';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../forms/FormDialog.tsx';
import { useFields } from '../forms/use-fields.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';

/** Shows a dialog in which users report a problem with a medium to the editors. */
export function ReportDialog({ detail, onClose }: { detail: MediaDetail; onClose: () => void }) {
  const { t, locale } = useT();
  const { user } = useSession();
  const send = useCall(reviews.report);
  const { values, problem, text, choice } = useFields(
    { reason: 'broken' as ReportReason, text: '', email: '' },
    {
      error: send.error,
      at: ['text', 'email'],
      words: ({ code, field }) => {
        if (field === 'text') return t('report.text.missing');
        if (field === 'email') return t('report.email.wrong');
        return t(code === 'too_many_attempts' ? 'report.tooMany' : `error.${code}`);
      },
    },
  );
  const report = () =>
    send.mutate(
      { body: { mediaId: detail.identifier, ...values, language: locale } },
      {
        onSuccess: () => {
          onClose();
          showSnackbar({ text: t('report.sent'), type: 'success' });
        },
      },
    );
  return (
    <FormDialog
      title={t('report.title', { title: detail.fn_titel })}
      action={t('report.send')}
      disabled={send.isPending}
      problem={problem}
      onSend={report}
      onClose={onClose}
    >
      <SelectField
        label={t('report.reason')}
        options={REPORT_REASONS.map((value) => ({ value, label: t(`report.reason.${value}`) }))}
        {...choice('reason')}
      />
      <TextArea label={t('report.text')} hint={t('report.text.hint')} rows={4} maxLength={MAX_REPORT} {...text('text')} />
      {!user && <TextField label={t('report.email')} hint={t('report.email.hint')} type="email" autoComplete="email" {...text('email')} />}
    </FormDialog>
  );
}
