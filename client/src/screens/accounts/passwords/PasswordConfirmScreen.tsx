import { registration } from '@fundus/contract/accounts/registration';
import { href } from '@fundus/contract/screens';
import { KeyRound } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import '../parts/accounts.css';
import { InvalidLink } from '../parts/InvalidLink.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';
import { CodeField } from '../parts/CodeField.tsx';
import { FormError } from '../parts/FormError.tsx';
import { resetLink } from '../parts/mail-link.ts';
import { readPasskey } from '../parts/passkey.ts';

/** Asks for a click, or for the second factor, before the reset link is used. Mail scanners open links, so opening it is not enough. */
export function Screen({ go }: ScreenProps<'password-reset-confirm'>) {
  const { t } = useT();
  const [link] = useState(resetLink);
  const confirm = useCall(registration.confirmReset);
  const ask = useCall(registration.createResetChallenge);
  const [refused, setRefused] = useState(false);
  const { values, text, report, onRefused } = useAccountFields({ code: '' });
  if (!link || confirm.error?.code === 'expired' || confirm.error?.code === 'revoked') return <InvalidLink error={confirm.error} />;
  const { factors } = link.hint;
  const needsCode = factors.includes('totp') || factors.includes('recovery');
  const openNext = () => go(href('password-reset-new'), { replace: true });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (needsCode && !values.code.trim()) return report({ code: 'required' });
    confirm.mutate(
      { body: { token: link.token, ...values } },
      {
        onSuccess: openNext,
        onError: onRefused,
      },
    );
  };
  const withPasskey = async () => {
    setRefused(false);
    try {
      const { options } = await ask.mutateAsync({ body: { token: link.token } });
      const passkey = await readPasskey(options);
      await confirm.mutateAsync({ body: { token: link.token, passkey } });
      openNext();
    } catch {
      setRefused(true);
    }
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('password.new.title')} />
      <p className="account-intro">{t('password.confirm.account', { account: link.hint.account })}</p>
      {refused ? <FormProblem>{t('factor.passkey.failed')}</FormProblem> : <FormError error={confirm.error} />}
      {factors.includes('passkey') && (
        <Button
          className="factor-passkey"
          variant={needsCode ? 'line' : 'primary'}
          wide
          icon={<KeyRound />}
          onClick={() => void withPasskey()}
        >
          {t('factor.passkey.use')}
        </Button>
      )}
      {needsCode && <CodeField label={t('account.code')} hint={t('account.code.hint')} {...text('code')} />}
      {(needsCode || factors.length === 0) && (
        <Button type="submit" variant="primary" wide disabled={confirm.isPending}>
          {t('password.confirm.action')}
        </Button>
      )}
    </form>
  );
}
