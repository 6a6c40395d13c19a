import { maskProblem } from '@fundus/contract/schools/rules';
import { schools } from '@fundus/contract/schools/schools';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { schoolErrorText } from '../problems.ts';

/** Edits the pattern that all school numbers must match. */
export function PatternDialog({ pattern, onClose }: { pattern: string; onClose: () => void }) {
  const { t } = useT();
  const [value, setValue] = useState(pattern);
  const save = useCall(schools.numberPattern, { refreshes: [schools.list] });
  const wrong = maskProblem(value) !== null;
  return (
    <ConfirmDialog
      title={t('schools.pattern')}
      action={t('app.save')}
      disabled={wrong || save.isPending}
      onClose={onClose}
      onAction={() => save.mutate({ body: { number_pattern: value } }, { onSuccess: onClose })}
    >
      <TextField
        label={t('schools.pattern.label')}
        hint={t('schools.pattern.hint')}
        value={value}
        maxLength={20}
        error={wrong ? t('schools.rule.format') : save.error ? schoolErrorText(t, save.error) : null}
        onChange={(event) => setValue(event.target.value)}
      />
    </ConfirmDialog>
  );
}
