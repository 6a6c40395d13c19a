import { factors, type OwnFactor } from '@fundus/contract/accounts/factors';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { CurrentPasswordField } from '../parts/CurrentPasswordField.tsx';
import { RecoveryCodes } from '../factors/RecoveryCodes.tsx';
import { formProblem } from '../parts/rule-text.ts';
import { useAccountFields } from '../parts/use-account-fields.ts';
import '../parts/account-screen.css';

type Props = { about: OwnFactor | 'codes'; needsPassword: boolean; onClose: () => void };

/** Asks for the password before a second factor is removed or recovery codes are replaced. */
export function FactorDialog({ about, needsPassword, onClose }: Props) {
  const { t } = useT();
  const refreshes = { refreshes: [factors.factors] };
  const remove = useCall(factors.removeFactor, refreshes);
  const renew = useCall(factors.newCodes, refreshes);
  const { values, text, onRefused: onError } = useAccountFields({ password: '' }, { present: true });
  const [codes, setCodes] = useState<string[]>([]);
  const send = () => {
    if (about === 'codes') renew.mutate({ body: values }, { onSuccess: (made) => setCodes(made.codes), onError });
    else remove.mutate({ params: { id: about.id }, body: values }, { onSuccess: onClose, onError });
  };
  const title =
    about === 'codes' ? t('factor.codes.new') : t('factor.remove.title', { name: about.name || t(`factor.kind.${about.kind}`) });
  if (codes.length > 0)
    return (
      <Dialog open onClose={onClose} title={title} closeLabel={t('factor.close')}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      action={t(about === 'codes' ? 'factor.codes.new' : 'factor.remove')}
      disabled={remove.isPending || renew.isPending}
      problem={formProblem(t, remove.error ?? renew.error)}
      className="account-dialog"
      onSend={send}
      onClose={onClose}
    >
      <p>{t(about === 'codes' ? 'factor.codes.new.text' : 'factor.remove.text')}</p>
      {needsPassword && <CurrentPasswordField {...text('password')} />}
    </FormDialog>
  );
}
