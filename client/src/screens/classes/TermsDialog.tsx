import type { Class } from '@fundus/contract/classes/classes';
import { classMedia, type ClassMedium } from '@fundus/contract/classes/media';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { daysFit, TermsFields, termsOf } from '../../components/classes/TermsFields.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { CLASS_MEDIA_READS, wordsOf } from './problems.ts';

/** Note, days and download of a medium of the class. */
export function TermsDialog({ cls, entry, onClose }: { cls: Class; entry: ClassMedium; onClose: () => void }) {
  const { t } = useT();
  const [values, setValues] = useState({
    note: entry.note,
    from: entry.visible_from ?? '',
    until: entry.visible_until ?? '',
    download: entry.can_download,
  });
  const change = useCall(classMedia.changeMedium, CLASS_MEDIA_READS);
  const save = () =>
    change.mutate(
      { params: { id: cls.id, entryId: entry.id }, body: termsOf(values) },
      {
        onSuccess: () => {
          showSnackbar({ text: t('class.media.changed', { title: entry.title }), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <AskDialog
      title={t('class.media.change.title', { title: entry.title })}
      action={t('app.save')}
      disabled={change.isPending || !daysFit(values)}
      onClose={onClose}
      onAction={save}
    >
      {change.error && <FormProblem>{wordsOf(t, change.error)}</FormProblem>}
      <TermsFields values={values} set={(about) => setValues({ ...values, ...about })} />
    </AskDialog>
  );
}
