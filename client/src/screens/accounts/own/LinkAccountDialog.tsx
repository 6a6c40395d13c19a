import { providers } from '@fundus/contract/accounts/providers';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { rememberVisit } from '../parts/oidc-visit.ts';
import { CurrentPasswordField } from '../parts/CurrentPasswordField.tsx';
import { formProblem } from '../parts/rule-text.ts';
import { useAccountFields } from '../parts/use-account-fields.ts';
import '../parts/account-screen.css';

type Props = { provider: string; name: string; needsPassword: boolean; onClose: () => void };

/** Asks for the password and redirects to an identity provider to link its account. */
export function LinkAccountDialog({ provider, name, needsPassword, onClose }: Props) {
  const { t } = useT();
  const visit = useCall(providers.startAuthorization);
  const { values, text, onRefused: onError } = useAccountFields({ password: '' }, { present: true });
  const onSuccess = ({ url, secret }: { url: string; secret: string }) => {
    rememberVisit({ secret, provider });
    location.assign(url);
  };
  return (
    <FormDialog
      title={t('provider.link.title', { name })}
      action={t('provider.link')}
      disabled={visit.isPending}
      problem={formProblem(t, visit.error)}
      className="account-dialog"
      onSend={() => visit.mutate({ params: { provider }, body: { link: true, ...values } }, { onSuccess, onError })}
      onClose={onClose}
    >
      <p>{t('provider.link.text', { name })}</p>
      {needsPassword && <CurrentPasswordField {...text('password')} />}
    </FormDialog>
  );
}
