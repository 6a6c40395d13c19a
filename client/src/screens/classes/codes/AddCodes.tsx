import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { CODE_READS, sheetErrorText, showAddedCodes } from '../problems.ts';

/** Adds the learners of a printed sheet to another class. The user enters the code on the sheet. */
export function AddCodes({ cls, onClose }: { cls: Class; onClose: () => void }) {
  const { t } = useT();
  const [sheet, setSheet] = useState('');
  const add = useCall(learnerCodes.addCodes, CODE_READS);
  return (
    <ConfirmDialog
      title={t('codes.add.title', { name: cls.name })}
      action={t('codes.add.action')}
      disabled={sheet.trim() === '' || add.isPending}
      onClose={onClose}
      onAction={() =>
        add.mutate(
          { params: { id: cls.id }, body: { sheet } },
          {
            onSuccess: (taken) => {
              showAddedCodes(t, taken);
              onClose();
            },
          },
        )
      }
    >
      <TextField
        label={t('codes.sheet')}
        hint={t('codes.sheet.hint')}
        value={sheet}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        error={add.error && sheetErrorText(t, add.error)}
        onChange={(event) => setSheet(event.target.value)}
      />
    </ConfirmDialog>
  );
}
