import type { Obligation } from '@fundus/contract/accounts/obligations';
import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { clearToken } from '../../../api/csrf.ts';
import { useCall } from '../../../api/query.ts';
import { ObligationNote } from '../../../components/obligations/ObligationNote.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { deleteOfflineMedia } from '../../../stores/offline/forget.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { CurrentPasswordField } from '../parts/CurrentPasswordField.tsx';
import { formProblem } from '../parts/rule-text.ts';
import { useAccountFields } from '../parts/use-account-fields.ts';
import '../parts/account-screen.css';

/** Asks for the password, deletes the account and signs the user out. */
export function DeleteDialog({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { t, locale } = useT();
  const { setUser } = useSession();
  const remove = useCall(ownAccount.deleteAccount);
  const { values, text, onRefused } = useAccountFields({ password: '' }, { present: true });
  const { obligations = [] } = (remove.error?.details ?? {}) as { obligations?: Obligation[] };
  const onSuccess = ({ on }: { on: string }) => {
    clearToken();
    void deleteOfflineMedia();
    setUser(false);
    showSnackbar({ text: t('account.delete.done', { date: formatDate(on, 'long', locale) }) });
  };
  return (
    <FormDialog
      title={t('account.delete.title')}
      action={t('account.delete.confirm')}
      disabled={remove.isPending}
      problem={obligations.length > 0 ? null : formProblem(t, remove.error)}
      className="account-dialog"
      onSend={() => remove.mutate({ body: values }, { onSuccess, onError: onRefused })}
      onClose={onClose}
    >
      <p>{t('account.delete.what')}</p>
      <ObligationNote own items={obligations} />
      {account.has_password && <CurrentPasswordField {...text('password')} />}
    </FormDialog>
  );
}
