import { medialists, type Medialist } from '@fundus/contract/medialists/medialists';
import type { Colleague } from '@fundus/contract/shared-media/shared-media';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { SHARING_READS, LIST_READS, errorText } from '../../../components/medialists/reads.ts';
import { Colleagues } from '../../../components/sharing/share-to-people.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';

/** Transfers the ownership of a list to a colleague. */
export function HandOverDialog({ list, onClose }: { list: Medialist; onClose: () => void }) {
  const { t } = useT();
  const [chosen, setChosen] = useState<Colleague | null>(null);
  const give = useCall(medialists.handOver, { refreshes: [...LIST_READS.refreshes, ...SHARING_READS.refreshes.slice(0, 1)] });
  return (
    <ConfirmDialog
      title={t('list.handOver.title', { title: list.title })}
      action={t('list.handOver.action')}
      disabled={chosen === null || give.isPending}
      onClose={onClose}
      onAction={() =>
        chosen &&
        give.mutate(
          { params: { id: list.id }, body: { person_id: chosen.id } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('list.handedOver', { title: list.title, name: chosen.name }), type: 'success' });
              onClose();
            },
          },
        )
      }
    >
      {give.error && <FormProblem>{errorText(t, give.error)}</FormProblem>}
      <p>{t(list.role === 'owner' ? 'list.handOver.text' : 'list.handOver.text.admin')}</p>
      <Colleagues chosen={chosen ? [chosen] : []} onChoose={(all) => setChosen(all.at(-1) ?? null)} />
    </ConfirmDialog>
  );
}
