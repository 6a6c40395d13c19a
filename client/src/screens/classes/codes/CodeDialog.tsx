import { LABEL_LENGTH, type Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { useState } from 'react';
import { DateField } from '../../../components/forms/DateField.tsx';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import type { CodeStep } from './use-code-items.tsx';
import { CODE_READS, errorText } from '../problems.ts';
import '../../../components/classes/class-forms.css';

type Props = { cls: Class; step: CodeStep; latestUntil: string; onClose: () => void };

/** Shows a dialog that renames, renews, extends or ends a learner code, and explains the effect. */
export function CodeDialog({ cls, step: { code, ask }, latestUntil, onClose }: Props) {
  const { t } = useT();
  const [label, setLabel] = useState(code.label);
  const [until, setUntil] = useState(latestUntil);
  const change = useCall(learnerCodes.changeCode, CODE_READS);
  // An expired code needs a new last day when it is renewed.
  const asksDay = ask === 'extend' || (ask === 'renew' && code.state === 'expired');
  const body =
    ask === 'label'
      ? { what: ask, label: label.trim() }
      : ask === 'revoke'
        ? { what: ask }
        : asksDay
          ? { what: ask, valid_until: until }
          : { what: 'renew' as const };
  const ready = ask === 'label' ? label.trim() !== '' : !asksDay || until !== '';
  const problem = change.error && errorText(t, change.error);
  const send = () =>
    change.mutate(
      { params: { id: cls.id, codeId: code.id }, body },
      {
        onSuccess: (now) => {
          showSnackbar({ text: t(`codes.done.${ask}`, { label: now.label }), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t(`codes.ask.${ask}`, { label: code.label })}
      action={t(ask === 'label' ? 'app.save' : `codes.${ask}`)}
      disabled={!ready || change.isPending}
      problem={ask === 'label' || asksDay ? null : problem}
      onSend={send}
      onClose={onClose}
    >
      {ask === 'label' ? (
        <TextField
          label={t('codes.label.one')}
          hint={t('codes.noNames')}
          value={label}
          maxLength={LABEL_LENGTH}
          autoComplete="off"
          error={problem}
          onChange={(event) => setLabel(event.target.value)}
        />
      ) : (
        <p className="class-ask">{t(`codes.ask.${ask}.text`)}</p>
      )}
      {asksDay && (
        <DateField
          label={t('codes.last')}
          min={code.valid_until}
          max={latestUntil}
          value={until}
          error={problem}
          onChange={(event) => setUntil(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
