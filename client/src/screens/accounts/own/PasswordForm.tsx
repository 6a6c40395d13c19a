import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { passwordProblem } from '@fundus/contract/accounts/password-rules';
import type { SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../parts/FormError.tsx';
import { NewPasswordField } from '../parts/NewPasswordField.tsx';
import { CurrentPasswordField } from '../parts/CurrentPasswordField.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';
import '../parts/account-screen.css';

const EMPTY = { old: '', password: '' };

/** Shows the form for a new password, which also asks for the current one. */
export function PasswordForm({ account }: { account: OwnAccount }) {
  const { t } = useT();
  const save = useCall(ownAccount.changePassword, { refreshes: [ownAccount.sessions] });
  const { values, set, text, choice, report, onRefused } = useAccountFields(EMPTY);
  const about = { ...account, school: account.schulname ?? '' };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rule = values.password === '' ? 'required' : passwordProblem(values.password, about);
    const found = { ...(!values.old && { old: 'required' }), ...(rule && { password: rule }) };
    report(found);
    if (Object.keys(found).length > 0) return;
    save.mutate(
      { body: values },
      {
        onSuccess: () => {
          set(EMPTY);
          showSnackbar({ text: t('account.password.changed'), type: 'success' });
        },
        onError: onRefused,
      },
    );
  };
  return (
    <form className="account-block" onSubmit={submit} noValidate>
      <h2>{t('account.password.heading')}</h2>
      <FormError error={save.error} />
      <input type="text" name="username" autoComplete="username" value={account.email || account.username} readOnly hidden />
      <CurrentPasswordField name="old" {...text('old')} />
      <NewPasswordField label={t('password.new.label')} about={about} {...choice('password')} />
      <Button type="submit" variant="primary" disabled={save.isPending}>
        {t('account.password.action')}
      </Button>
      <p className="small-print account-note">{t('account.password.note')}</p>
    </form>
  );
}
