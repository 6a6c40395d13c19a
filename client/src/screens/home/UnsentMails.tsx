import { mails } from '@fundus/contract/mails/calls';
import { useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';

/** Shows how many mails were not sent, and resends them on request. */
export function UnsentMails({ waiting, givenUp, onClose }: { waiting: number; givenUp: number; onClose: () => void }) {
  const { t } = useT();
  const again = useCall(mails.sendAgain, { refreshes: [mails.unsent] });
  const send = () =>
    again.mutate(
      {},
      {
        onSuccess: (sent) => {
          showSnackbar({ text: t('home.mails.again.done', { count: sent.again }), type: 'success' });
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('home.mails.title')}
      action={t('home.mails.again')}
      disabled={givenUp === 0 || again.isPending}
      onClose={onClose}
      onAction={send}
    >
      {again.error && <FormProblem>{t(`error.${again.error.code}`, { name: '' })}</FormProblem>}
      {givenUp > 0 && <p>{t('home.mails.givenUp', { count: givenUp })}</p>}
      {waiting > 0 && <p>{t('home.mails.waiting', { count: waiting })}</p>}
      <p className="quiet">{t('home.mails.hint')}</p>
    </ConfirmDialog>
  );
}
