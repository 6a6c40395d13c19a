import { registration } from '@fundus/contract/accounts-registration';
import { href } from '@fundus/contract/screens';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { focusFirstProblem } from '../../components/focus-problem.ts';
import { problemsOf } from '../../components/form-problems.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import './accounts.css';
import { BadLink } from './BadLink.tsx';
import { FormError } from './FormError.tsx';
import { resetLink } from './mail-link.ts';
import { ruleText } from './rule-text.ts';

/** A button, or the code of the second factor: a machine that reads mails does neither. */
export function Screen({ go }: ScreenProps<'password-reset-confirm'>) {
  const { t } = useT();
  const [link] = useState(resetLink);
  const confirm = useCall(registration.confirmReset);
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  useEffect(() => focusFirstProblem(problems), [problems]);
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
      {needsCode && (
        <TextField
          label={t('account.code')}
          hint={t('account.code.hint')}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          error={ruleText(t, 'code', problems.code)}
          onChange={(event) => {
            setCode(event.target.value);
            setProblems({});
          }}
        />
      )}
      <Button type="submit" variant="primary" wide disabled={confirm.isPending}>
        {t('password.confirm.action')}
      </Button>
    </form>
  );
}
