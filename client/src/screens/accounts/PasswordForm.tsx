import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { passwordProblem } from '@fundus/contract/accounts/password-rules';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { problemsOf } from '../../components/forms/form-problems.ts';
import { useProblems } from '../../components/forms/use-problems.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { FormError } from './FormError.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { ruleText } from './rule-text.ts';
import './account-screen.css';

const EMPTY = { old: '', password: '' };

/** Another password, with the present one. */
export function PasswordForm({ account }: { account: OwnAccount }) {
  const { t } = useT();
  const save = useCall(ownAccount.changePassword, { refreshes: [ownAccount.sessions] });
  const [values, setValues] = useState(EMPTY);
  const [problems, setProblems] = useProblems();
  const about = { ...account, school: account.schulname ?? '' };
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change });
    setProblems({});
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const rule = values.password === '' ? 'required' : passwordProblem(values.password, about);
    const found = { ...(!values.old && { old: 'required' }), ...(rule && { password: rule }) };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    save.mutate(
      { body: values },
      {
        onSuccess: () => {
          setValues(EMPTY);
          showSnackbar({ text: t('account.password.changed'), type: 'success' });
        },
        onError: (error) => setProblems(problemsOf(error.details?.problems)),
      },
    );
  };
  return (
    <form className="account-part" onSubmit={submit} noValidate>
      <h2>{t('account.password.heading')}</h2>
      <FormError error={save.error} />
      <input type="text" name="username" autoComplete="username" value={account.email || account.username} readOnly hidden />
      <PasswordField
        label={t('account.password.present')}
        showLabel={t('login.password.show')}
        name="old"
        maxLength={1024}
        value={values.old}
        error={ruleText(t, 'old', problems.old)}
        onChange={(event) => set({ old: event.target.value })}
      />
      <NewPasswordField
        label={t('password.new.label')}
        value={values.password}
        about={about}
        error={ruleText(t, 'password', problems.password)}
        onChange={(password) => set({ password })}
      />
      <Button type="submit" variant="primary" disabled={save.isPending}>
        {t('account.password.action')}
      </Button>
      <p className="small-print account-note">{t('account.password.note')}</p>
    </form>
  );
}
