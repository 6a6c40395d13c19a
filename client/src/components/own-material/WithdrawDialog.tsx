import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { MATERIAL_READS } from './reads.ts';

type Props = { identifier: string; title: string; onClose: () => void; onDone?: (material: OwnMaterial) => void };

/** Asks before material is withdrawn from all classes, groups and colleagues. Withdrawing cannot be undone. */
export function WithdrawDialog({ identifier, title, onClose, onDone }: Props) {
  const { t } = useT();
  const withdraw = useCall(ownMaterial.withdraw, MATERIAL_READS);
  const run = (): void =>
    withdraw.mutate(
      { params: { identifier } },
      {
        onSuccess: (saved) => {
          showSnackbar({ text: t('material.withdrawn'), type: 'success' });
          onClose();
          onDone?.(saved);
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('material.withdraw.all.title', { title })}
      action={t('material.withdraw')}
      disabled={withdraw.isPending}
      onClose={onClose}
      onAction={run}
    >
      <p>{t('material.withdraw.all.hint', { title })}</p>
      {withdraw.error && <FormProblem>{t(`error.${withdraw.error.code}`, { name: '' })}</FormProblem>}
    </ConfirmDialog>
  );
}
