import { today } from '@fundus/contract/days';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { medialistSharing, type Release } from '@fundus/contract/medialists/sharing';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { DayFields, areDaysValid, daysOf } from '../../../components/classes/TermsFields.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { SHARING_READS, errorText } from '../../../components/medialists/reads.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';

/** Edits the dates of a release and whether learners may download its media. */
export function ReleaseDaysDialog({ list, release, onClose }: { list: Medialist; release: Release; onClose: () => void }) {
  const { t } = useT();
  const [days, setDays] = useState({ from: release.visible_from ?? '', until: release.visible_until });
  const [download, setDownload] = useState(release.can_download);
  // A last day in the past is allowed if it is unchanged.
  const earliest = days.until === release.visible_until ? '' : today(new Date());
  const change = useCall(medialistSharing.changeRelease, SHARING_READS);
  const { visible_until, visible_from } = daysOf(days);
  const save = () =>
    change.mutate(
      {
        params: { id: list.id, releaseId: release.id },
        body: {
          ...(visible_from !== release.visible_from && { visible_from }),
          ...(visible_until !== release.visible_until && { visible_until }),
          can_download: download,
        },
      },
      {
        onSuccess: () => {
          showSnackbar({ text: t('list.release.changed', { name: release.name }), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('list.release.change.title', { name: release.name })}
      action={t('app.save')}
      disabled={change.isPending || !areDaysValid(days, earliest)}
      problem={change.error && errorText(t, change.error)}
      onSend={save}
      onClose={onClose}
    >
      <DayFields values={days} earliest={earliest} set={(about) => setDays({ ...days, ...about })} />
      <Checkbox
        label={t('list.release.download')}
        hint={t('share.download.hint')}
        checked={download}
        onChange={(event) => setDownload(event.target.checked)}
      />
    </FormDialog>
  );
}
