import { sharedMedia, type SharedMedium } from '@fundus/contract/shared-media/shared-media';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { SHARED_READS } from './shared-reads.ts';
import { bodyOf, ShareTermsFields, areShareTermsValid } from './ShareTermsFields.tsx';

/** Shows a dialog that changes the message and the days of a share. */
export function ChangeDialog({ entry, onClose }: { entry: SharedMedium; onClose: () => void }) {
  const { t } = useT();
  const [words, setWords] = useState({ message: entry.message, from: entry.visible_from ?? '', until: entry.visible_until });
  const change = useCall(sharedMedia.change, SHARED_READS);
  const title = entry.item?.display.title ?? entry.title;
  const save = () =>
    change.mutate(
      { params: { id: entry.id }, body: bodyOf(words) },
      {
        onSuccess: () => {
          showSnackbar({ text: t('shared.changed', { title }), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('shared.change.title', { title })}
      action={t('app.save')}
      disabled={change.isPending || !areShareTermsValid(words)}
      onClose={onClose}
      onAction={save}
    >
      {change.error && <FormProblem>{t(`error.${change.error.code}`, { name: '' })}</FormProblem>}
      <ShareTermsFields to={entry.to} values={words} set={setWords} />
    </ConfirmDialog>
  );
}
