import type { MediaDetail } from '@fundus/contract/catalogue';
import { LONGEST_REPORT, REPORT_REASONS, type ReportReason } from '@fundus/contract/review-rules';
import { reviews } from '@fundus/contract/reviews';
import { useId, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/AskDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

/** What is wrong with a medium, told to those who look after the catalogue. */
export function ReportDialog({ detail, onClose }: { detail: MediaDetail; onClose: () => void }) {
  const { t, locale } = useT();
  const { user } = useSession();
  const form = useId();
  const [reason, setReason] = useState<ReportReason>('broken');
  const [text, setText] = useState('');
  const [email, setEmail] = useState('');
  const send = useCall(reviews.report);
  const { error } = send;
  return (
    <AskDialog
      title={t('report.title', { title: detail.fn_titel })}
      action={t('report.send')}
      disabled={send.isPending}
      onClose={onClose}
      form={form}
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate(
            { body: { mediaId: detail.identifier, reason, text, email, language: locale } },
            {
              onSuccess: () => {
                onClose();
                showSnackbar({ text: t('report.sent'), type: 'success' });
              },
            },
          );
        }}
      >
        {error && error.field !== 'text' && error.field !== 'email' && (
          <p className="field-error" role="alert">
            {t(error.code === 'too_many_attempts' ? 'report.tooMany' : `error.${error.code}`)}
          </p>
        )}
        <SelectField
          label={t('report.reason')}
          value={reason}
          options={REPORT_REASONS.map((value) => ({ value, label: t(`report.reason.${value}`) }))}
          onChange={setReason}
        />
        <TextArea
          label={t('report.text')}
          hint={t('report.text.hint')}
          value={text}
          rows={4}
          maxLength={LONGEST_REPORT}
          error={error?.field === 'text' ? t('report.text.missing') : null}
          onChange={(event) => setText(event.target.value)}
        />
        {!user && (
          <TextField
            label={t('report.email')}
            hint={t('report.email.hint')}
            type="email"
            autoComplete="email"
            value={email}
            error={error?.field === 'email' ? t('report.email.wrong') : null}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </form>
    </AskDialog>
  );
}
