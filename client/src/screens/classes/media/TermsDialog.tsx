import type { Class } from '@fundus/contract/classes/classes';
import { classMedia, type ClassMedium } from '@fundus/contract/classes/media';
import { today } from '@fundus/contract/days';
import { useState } from 'react';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { areDaysValid, TermsFields, termsOf, type Terms } from '../../../components/classes/TermsFields.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { CLASS_MEDIA_READS, problemOf, errorText } from '../problems.ts';
import { useVersionedCall } from '../use-versioned-call.ts';

/** Shows a dialog for the note, the days and the download permission of a medium in a class. */
export function TermsDialog({ cls, entry, onClose }: { cls: Class; entry: ClassMedium; onClose: () => void }) {
  const { t } = useT();
  /** Values that the user has changed. All other values follow concurrent changes. */
  const [touched, setTouched] = useState<Partial<Terms>>({});
  const values = {
    note: entry.note,
    from: entry.visible_from ?? '',
    until: entry.visible_until ?? '',
    download: entry.can_download,
    ...touched,
  };
  // A last day in the past may be kept unchanged.
  const day = today(new Date());
  const earliest = entry.visible_until !== null && entry.visible_until < day && values.until === entry.visible_until ? '' : day;
  const { visible_until, ...others } = termsOf(values);
  const { note, visible_from, can_download } = entry;
  const before = { note, visible_from, visible_until: entry.visible_until, can_download };
  const wasOver = entry.visible_until !== null && entry.visible_until < day;
  const undo = useUndo(CLASS_MEDIA_READS);
  const change = useVersionedCall(classMedia.changeMedium, CLASS_MEDIA_READS);
  const save = () =>
    change.mutate(
      {
        params: { id: cls.id, entryId: entry.id },
        body: { ...others, ...(visible_until !== entry.visible_until && { visible_until }), version: entry.version },
      },
      {
        onSuccess: ({ version }) => {
          showSnackbar({
            text: t('class.media.changed', { title: entry.title }),
            type: 'success',
            ...(!wasOver && {
              action: undo(classMedia.changeMedium, { params: { id: cls.id, entryId: entry.id }, body: { ...before, version } }),
            }),
          });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('class.media.change.title', { title: entry.title })}
      action={t('app.save')}
      disabled={change.isPending || !areDaysValid(values, earliest)}
      problem={change.error && (problemOf(t, change.error) ?? errorText(t, change.error))}
      onSend={save}
      onClose={onClose}
    >
      <TermsFields values={values} earliest={earliest} set={(about) => setTouched({ ...touched, ...about })} />
    </FormDialog>
  );
}
