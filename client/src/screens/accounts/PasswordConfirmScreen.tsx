import { registration } from '@fundus/contract/accounts/registration';
import { href } from '@fundus/contract/screens';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './accounts.css';
import { BadLink } from './BadLink.tsx';
import { useAccountFields } from './use-account-fields.ts';
import { CodeField } from './CodeField.tsx';
import { FormError } from './FormError.tsx';
import { resetLink } from './mail-link.ts';

/** A button, or the code of the second factor: a machine that reads mails does neither. */
export function Screen({ go }: ScreenProps<'password-reset-confirm'>) {
  const { t } = useT();
  const [link] = useState(resetLink);
  const confirm = useCall(registration.confirmReset);
  const { values, text, report, onRefused } = useAccountFields({ code: '' });
  if (!link || confirm.error?.code === 'expired' || confirm.error?.code === 'revoked') return <BadLink error={confirm.error} />;
  const needsCode = link.hint.factors.length > 0;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (needsCode && !values.code.trim()) return report({ code: 'required' });
    confirm.mutate(
      { body: { token: link.token, ...values } },
      {
        onSuccess: () => go(href('password-reset-new'), { replace: true }),
        onError: onRefused,
      },
    );
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('password.new.title')} />
      <p className="account-intro">{t('password.confirm.account', { account: link.hint.account })}</p>
      <FormError error={confirm.error} />
      {needsCode && <CodeField label={t('account.code')} hint={t('account.code.hint')} {...text('code')} />}
      <Button type="submit" variant="primary" wide disabled={confirm.isPending}>
        {t('password.confirm.action')}
      </Button>
    </form>
  );
}
