import { registration } from '@fundus/contract/accounts/registration';
import { href } from '@fundus/contract/screens';
import { passwordProblem } from '@fundus/contract/accounts/password-rules';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField } from '../../../ui/fields/Field.tsx';
import '../parts/accounts.css';
import { InvalidLink } from '../parts/InvalidLink.tsx';
import { FormError } from '../parts/FormError.tsx';
import { storeResetLink, resetLink } from '../parts/mail-link.ts';
import { NewPasswordField } from '../parts/NewPasswordField.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';

/** Asks for the new password and its repetition. */
export function Screen({ go }: ScreenProps<'password-reset-new'>) {
  const { t } = useT();
  const [link] = useState(resetLink);
  const save = useCall(registration.newPassword);
  const { values, text, choice, report, onRefused } = useAccountFields({ password: '', repeat: '' });
  const code = save.error?.code;
  if (!link || code === 'expired' || code === 'revoked' || code === 'state_conflict') return <InvalidLink error={save.error} />;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password, repeat } = values;
    const rule = password === '' ? 'required' : passwordProblem(password);
    if (rule) return report({ password: rule });
    if (password !== repeat) return report({ repeat: 'different' });
    save.mutate(
      { body: { token: link.token, password } },
      {
        onSuccess: () => {
          storeResetLink(null);
          go(href('password-reset-success'), { replace: true });
        },
        onError: onRefused,
      },
    );
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('password.new.title')} />
      <p className="account-intro">{t('password.confirm.account', { account: link.hint.account })}</p>
      <FormError error={save.error} />
      <NewPasswordField label={t('password.new.label')} about={{}} {...choice('password')} />
      <PasswordField
        label={t('password.new.repeat')}
        showLabel={t('login.password.show')}
        name="repeat"
        autoComplete="new-password"
        {...text('repeat')}
      />
      <Button type="submit" variant="primary" wide disabled={save.isPending}>
        {t('password.new.action')}
      </Button>
    </form>
  );
}
