import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { MailCheck } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../parts/FormError.tsx';
import { CurrentPasswordField } from '../parts/CurrentPasswordField.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';
import '../parts/account-screen.css';
import { EmailField } from '../EmailField.tsx';

const EMPTY = { email: '', password: '' };

/** Shows the form for a new e-mail address, which the user must confirm by a link in a mail. */
export function EmailForm({ account: { email, new_email, has_password } }: { account: OwnAccount }) {
  const { t } = useT();
  const save = useCall(ownAccount.changeEmail, { refreshes: [ownAccount.account] });
  const [open, setOpen] = useState(false);
  const { values, set, text, report, onRefused } = useAccountFields(EMPTY, { present: true });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!values.email.trim()) return report({ email: 'required' });
    save.mutate(
      { body: { ...values, email: values.email.trim() } },
      {
        onSuccess: () => {
          setOpen(false);
          set(EMPTY);
        },
        onError: onRefused,
      },
    );
  };
  return (
    <form className="account-block" onSubmit={submit} noValidate>
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
          <EmailField label={t('account.email.new')} name="email" {...text('email')} />
          {has_password && <CurrentPasswordField {...text('password')} />}
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
