import { registration } from '@fundus/contract/accounts/registration';
import { href } from '@fundus/contract/screens';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { problemsOf } from '../../components/forms/form-problems.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useProblems } from '../../components/forms/use-problems.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import './accounts.css';
import { BadLink } from './BadLink.tsx';
import { CodeField } from './CodeField.tsx';
import { FormError } from './FormError.tsx';
import { resetLink } from './mail-link.ts';

/** A button, or the code of the second factor: a machine that reads mails does neither. */
export function Screen({ go }: ScreenProps<'password-reset-confirm'>) {
  const { t } = useT();
  const [link] = useState(resetLink);
  const confirm = useCall(registration.confirmReset);
  const [code, setCode] = useState('');
  const [problems, setProblems] = useProblems();
  const type = (typed: string) => {
    setCode(typed);
    setProblems({});
  };
  if (!link || confirm.error?.code === 'expired' || confirm.error?.code === 'revoked') return <BadLink error={confirm.error} />;
  const needsCode = link.hint.factors.length > 0;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (needsCode && !code.trim()) return setProblems({ code: 'required' });
    confirm.mutate(
      { body: { token: link.token, code } },
      {
        onSuccess: () => go(href('password-reset-new'), { replace: true }),
        onError: (error) => setProblems(problemsOf(error.details?.problems)),
      },
    );
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('password.new.title')} />
      <p className="account-intro">{t('password.confirm.account', { account: link.hint.account })}</p>
      <FormError error={confirm.error} />
      {needsCode && <CodeField label={t('account.code')} hint={t('account.code.hint')} value={code} rule={problems.code} onType={type} />}
      <Button type="submit" variant="primary" wide disabled={confirm.isPending}>
        {t('password.confirm.action')}
      </Button>
    </form>
  );
}
