import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { forgetToken } from '../../api/csrf.ts';
import { problemsOf } from '../../components/forms/form-problems.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { FormError } from './FormError.tsx';
import './account-screen.css';
import './accounts.css';

/** Asks once more, with the password; afterwards nobody is signed in here. */
export function DeleteDialog({ account, onClose }: { account: OwnAccount; onClose: () => void }) {
  const { t, locale } = useT();
  const { setUser } = useSession();
  const remove = useCall(ownAccount.deleteAccount);
  const [password, setPassword] = useState('');
  const problem = problemsOf(remove.error?.details?.problems).password;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    remove.mutate(
      { body: { password } },
      {
        onSuccess: ({ on }) => {
          forgetToken();
          setUser(false);
          showSnackbar({ text: t('account.delete.done', { date: formatDate(on, 'long', locale) }) });
        },
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={t('account.delete.title')} closeLabel={t('account.delete.cancel')}>
      <form onSubmit={submit} noValidate className="account-dialog">
        <p>{t('account.delete.what')}</p>
        <FormError error={remove.error} />
        {account.has_password && (
          <PasswordField
            label={t('account.password.present')}
            showLabel={t('login.password.show')}
            name="password"
            maxLength={1024}
            value={password}
            error={problem ? t(problem === 'required' ? 'login.password.missing' : 'account.error.old') : null}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <div className="account-buttons">
          <Button type="submit" variant="primary" disabled={remove.isPending}>
            {t('account.delete.confirm')}
          </Button>
          <Button onClick={onClose}>{t('account.delete.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
