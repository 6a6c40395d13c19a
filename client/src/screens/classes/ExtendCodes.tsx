import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { useState } from 'react';
import { DateField } from '../../components/forms/DateField.tsx';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { CODE_READS, wordsOf } from './problems.ts';
import '../../components/classes/class-forms.css';

/** Lets all codes of a class last longer, in one act: at the beginning of a school year. */
export function ExtendCodes({ cls, latestUntil, onClose }: { cls: Class; latestUntil: string; onClose: () => void }) {
  const { t } = useT();
  const [until, setUntil] = useState(latestUntil);
  const extend = useCall(learnerCodes.extendCodes, CODE_READS);
  const send = () =>
    extend.mutate(
      { params: { id: cls.id }, body: { valid_until: until } },
      {
        onSuccess: ({ extended, ended }) => {
          const done = t('codes.extendAll.done', { count: extended });
          showSnackbar(
            ended === 0
              ? { text: done, type: 'success' }
              : { text: `${done} ${t('codes.extendAll.ended', { count: ended })}`, type: 'info' },
          );
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('codes.extendAll.title', { name: cls.name })}
      action={t('codes.extend')}
      disabled={until === '' || extend.isPending}
      problem={null}
      onSend={send}
      onClose={onClose}
    >
      <p className="class-ask">{t('codes.extendAll.text')}</p>
      <DateField
        label={t('codes.last')}
        max={latestUntil}
        value={until}
        error={extend.error && wordsOf(t, extend.error)}
        onChange={(event) => setUntil(event.target.value)}
      />
    </FormDialog>
  );
}
