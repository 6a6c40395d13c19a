import type { User } from '@fundus/contract/accounts/accounts';
import { factors } from '@fundus/contract/accounts/factors';
import type { SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';
import { CodeField } from '../parts/CodeField.tsx';
import { FormError } from '../parts/FormError.tsx';
import '../parts/accounts.css';

type Props = {
  token: string;
  uri: string;
  /** QR code of `uri` as SVG. */
  qr: string;
  secret: string;
  onBack: () => void;
  onAdded: (added: { codes: string[]; user: User | null }) => void;
};

/** Shows the QR code for the authenticator app, its secret as text, and a field for the first code. */
export function TotpSetup({ token, uri, qr, secret, onBack, onAdded }: Props) {
  const { t } = useT();
  const add = useCall(factors.addTotp, { refreshes: [factors.factors] });
  const { values, text, report, onRefused } = useAccountFields({ code: '' });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!values.code.trim()) return report({ code: 'required' });
    add.mutate({ body: { token, ...values } }, { onSuccess: onAdded, onError: onRefused });
  };
  return (
    <form className="totp-setup" onSubmit={submit} noValidate>
      <ol>
        <li>{t('factor.totp.scan')}</li>
        <li>{t('factor.totp.type')}</li>
      </ol>
      <img
        className="totp-qr"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        width={192}
        height={192}
        alt={t('factor.totp.qr')}
      />
      <p className="small">
        <a href={uri}>{t('factor.totp.open')}</a> · {t('factor.totp.secret')}{' '}
        <code className="totp-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <FormError error={add.error} />
      <CodeField label={t('factor.totp.code')} digits {...text('code')} />
      <div className="account-buttons">
        <Button type="submit" variant="primary" disabled={add.isPending}>
          {t('factor.totp.action')}
        </Button>
        <Button onClick={onBack}>{t('factor.back')}</Button>
      </div>
    </form>
  );
}
