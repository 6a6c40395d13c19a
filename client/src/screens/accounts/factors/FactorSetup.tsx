import type { User } from '@fundus/contract/accounts/accounts';
import type { AppError } from '@fundus/contract/errors';
import { factors } from '@fundus/contract/accounts/factors';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { FormError } from '../parts/FormError.tsx';
import { CurrentPasswordField } from '../parts/CurrentPasswordField.tsx';
import { supportsPasskeys, makePasskey } from '../parts/passkey.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetup } from './TotpSetup.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';
import '../parts/accounts.css';

type Props = {
  /** Token of a pending sign-in. If it is missing, the user is signed in and must enter the password. */
  token?: string;
  needsPassword: boolean;
  onDone: (user: User | null) => void;
};

type Totp = { token: string; uri: string; qr: string; secret: string };

/** Shows the set-up of a second factor: choice of its kind, its first use, and the recovery codes if it is the first one. */
export function FactorSetup({ token, needsPassword, onDone }: Props) {
  const { t } = useT();
  const refreshes = { refreshes: [factors.factors] };
  const begin = useCall(factors.beginFactor);
  const addPasskey = useCall(factors.addPasskey, refreshes);
  const { values, text, onRefused } = useAccountFields({ password: '' }, { present: true });
  const [totp, setTotp] = useState<Totp | null>(null);
  const [made, setMade] = useState<{ codes: string[]; user: User | null } | null>(null);
  const [refused, setRefused] = useState(false);
  const about = { ...(token && { token }), ...values };

  const finish = (next: { codes: string[]; user: User | null }) => (next.codes.length > 0 ? setMade(next) : onDone(next.user));
  const withApp = () =>
    begin.mutate(
      { body: { ...about, kind: 'totp' } },
      { onSuccess: (begun) => begun.totp && setTotp({ token: begun.token, ...begun.totp }), onError: onRefused },
    );
  const withPasskey = async () => {
    setRefused(false);
    let begun;
    try {
      begun = await begin.mutateAsync({ body: { ...about, kind: 'passkey' } });
    } catch (error) {
      return onRefused(error as AppError); // The error is already shown at the field or above it.
    }
    try {
      const response = await makePasskey(begun.passkey ?? {});
      finish(await addPasskey.mutateAsync({ body: { token: begun.token, response } }));
    } catch {
      setRefused(true);
    }
  };

  if (made) return <RecoveryCodes codes={made.codes} onDone={() => onDone(made.user)} />;
  if (totp) return <TotpSetup {...totp} onBack={() => setTotp(null)} onAdded={finish} />;
  return (
    <div className="factor-setup">
      <FormError error={begin.error} />
      {refused && <FormProblem>{t('factor.passkey.failed')}</FormProblem>}
      {needsPassword && <CurrentPasswordField {...text('password')} />}
      <ul className="factor-kinds">
        <li>
          <Button variant="line" wide icon={<Smartphone />} disabled={begin.isPending} onClick={withApp}>
            {t('factor.add.totp')}
          </Button>
          <p className="small quiet">{t('factor.add.totp.hint')}</p>
        </li>
        {supportsPasskeys() && (
          <li>
            <Button variant="line" wide icon={<KeyRound />} disabled={begin.isPending} onClick={() => void withPasskey()}>
              {t('factor.add.passkey')}
            </Button>
            <p className="small quiet">{t('factor.add.passkey.hint')}</p>
          </li>
        )}
      </ul>
    </div>
  );
}
