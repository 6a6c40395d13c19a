import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { MailCheck } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { problemsOf } from '../../components/forms/form-problems.ts';
import { useProblems } from '../../components/forms/use-problems.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { PasswordField, TextField } from '../../ui/Field.tsx';
import { FormError } from './FormError.tsx';
import { ruleText } from './rule-text.ts';
import './account-screen.css';

/** Another address: it counts once it is confirmed by the link of a mail. */
export function EmailForm({ account: { email, new_email, has_password } }: { account: OwnAccount }) {
  const { t } = useT();
  const save = useCall(ownAccount.changeEmail, { refreshes: [ownAccount.account] });
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState({ email: '', password: '' });
  const [problems, setProblems] = useProblems();
  const set = (change: Partial<typeof values>) => {
    setValues({ ...values, ...change });
    setProblems({});
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!values.email.trim()) return setProblems({ email: 'required' });
    save.mutate(
      { body: { ...values, email: values.email.trim() } },
      {
        onSuccess: () => {
          setOpen(false);
          setValues({ email: '', password: '' });
        },
        onError: (error) => setProblems(problemsOf(error.details?.problems)),
      },
    );
  };
  return (
    <form className="account-part" onSubmit={submit} noValidate>
      <h2>{t('account.email.heading')}</h2>
      <p className="account-fact">{email || t('account.email.none')}</p>
      {new_email && (
        <p className="account-hint" role="status">
          <MailCheck className="i-16" />
          {t('account.email.waiting', { email: new_email })}
        </p>
      )}
      <FormError error={save.error} />
      {open ? (
        <>
          <TextField
            label={t('account.email.new')}
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={values.email}
            error={ruleText(t, 'email', problems.email)}
            onChange={(event) => set({ email: event.target.value })}
          />
          {has_password && (
            <PasswordField
              label={t('account.password.present')}
              showLabel={t('login.password.show')}
              name="password"
              maxLength={1024}
              value={values.password}
              error={problems.password ? t(problems.password === 'required' ? 'login.password.missing' : 'account.error.old') : null}
              onChange={(event) => set({ password: event.target.value })}
            />
          )}
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {t('account.email.action')}
          </Button>
        </>
      ) : (
        <Button variant="line" onClick={() => setOpen(true)}>
          {t('account.email.change')}
        </Button>
      )}
    </form>
  );
}
