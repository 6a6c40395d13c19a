import { maskProblem } from '@fundus/contract/school-rules';
import { schools } from '@fundus/contract/schools';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { wordsOf } from './problems.ts';

/** What school numbers look like here. */
export function PatternDialog({ pattern, onClose }: { pattern: string; onClose: () => void }) {
  const { t } = useT();
  const [value, setValue] = useState(pattern);
  const save = useCall(schools.numberPattern, { refreshes: [schools.list] });
  const wrong = maskProblem(value) !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('schools.pattern')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button variant="line" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button
            variant="primary"
            disabled={wrong || save.isPending}
            onClick={() => save.mutate({ body: { number_pattern: value } }, { onSuccess: onClose })}
          >
            {t('app.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('schools.pattern.label')}
        hint={t('schools.pattern.hint')}
        value={value}
        maxLength={20}
        error={wrong ? t('schools.rule.format') : save.error ? wordsOf(t, save.error) : null}
        onChange={(event) => setValue(event.target.value)}
      />
    </Dialog>
  );
}
