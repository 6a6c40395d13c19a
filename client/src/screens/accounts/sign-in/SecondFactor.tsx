import type { User } from '@fundus/contract/accounts/accounts';
import { factors } from '@fundus/contract/accounts/factors';
import type { SecondStep } from '@fundus/contract/accounts/accounts';
import { KeyRound } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import '../parts/accounts.css';
import { useAccountFields } from '../parts/use-account-fields.ts';
import { CodeField } from '../parts/CodeField.tsx';
import { FormError } from '../parts/FormError.tsx';
import { readPasskey } from '../parts/passkey.ts';

type Props = { step: SecondStep['second_factor']; inDialog?: boolean; onDone: (user: User) => void; onBack: () => void };

/** Asks for the second factor: a code from the app, a recovery code, or a passkey. */
export function SecondFactor({ step: { token, methods }, inDialog = false, onDone, onBack }: Props) {
  const { t } = useT();
  const ask = useCall(factors.createPasskeyChallenge);
  const verifyPasskey = useCall(factors.verifyPasskey);
  const verifyCode = useCall(factors.verifyCode);
  const { values, text, report, onRefused } = useAccountFields({ code: '' });
  const [refused, setRefused] = useState(false);
  const withCode = methods.includes('totp') || methods.includes('recovery');
  const passkey = methods.includes('passkey');

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!values.code.trim()) return report({ code: 'required' });
    verifyCode.mutate({ body: { token, ...values } }, { onSuccess: onDone, onError: onRefused });
  };
  const withPasskey = async () => {
    setRefused(false);
    try {
      const { options } = await ask.mutateAsync({ body: { token } });
      const response = await readPasskey(options);
      onDone(await verifyPasskey.mutateAsync({ body: { token, response } }));
    } catch {
      setRefused(true);
    }
  };
  const over = [verifyCode.error, ask.error, verifyPasskey.error].some((error) => error?.code === 'expired');
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      {inDialog ? <h3>{t('factor.title')}</h3> : <PageHeading title={t('factor.title')} />}
      {over ? (
        <FormProblem>{t('factor.expired')}</FormProblem>
      ) : (
        <>
          <p className="account-intro">{t(methods.includes('totp') ? 'factor.text' : 'factor.text.passkey')}</p>
          <FormError error={verifyCode.error} />
          {refused && <FormProblem>{t('factor.passkey.failed')}</FormProblem>}
          {passkey && (
            <Button
              className="factor-passkey"
              variant={withCode ? 'line' : 'primary'}
              wide
              icon={<KeyRound />}
              onClick={() => void withPasskey()}
            >
              {t('factor.passkey.use')}
            </Button>
          )}
          {withCode && (
            <>
              <CodeField
                label={t('account.code')}
                hint={t(methods.includes('totp') ? 'account.code.hint' : 'factor.code.recovery')}
                digits={methods.includes('totp')}
                {...text('code')}
              />
              <Button type="submit" variant="primary" wide disabled={verifyCode.isPending}>
                {t('login.action')}
              </Button>
            </>
          )}
        </>
      )}
      <p className="account-foot">
        <Button flush onClick={onBack}>
          {t('factor.back')}
        </Button>
      </p>
    </form>
  );
}
