import { factors, type OwnFactor } from '@fundus/contract/accounts/factors';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../api/query.ts';
import { problemsOf } from '../../components/forms/form-problems.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PasswordField } from '../../ui/Field.tsx';
import { FormError } from './FormError.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import './account-screen.css';
import './accounts.css';

type Props = { about: OwnFactor | 'codes'; needsPassword: boolean; onClose: () => void };

/** Removing a factor, or making new recovery codes: with the password. */
export function FactorDialog({ about, needsPassword, onClose }: Props) {
  const { t } = useT();
  const refreshes = { refreshes: [factors.factors] };
  const remove = useCall(factors.removeFactor, refreshes);
  const renew = useCall(factors.newCodes, refreshes);
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<string[]>([]);
  const error = remove.error ?? renew.error;
  const problem = problemsOf(error?.details?.problems).password;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (about === 'codes') renew.mutate({ body: { password } }, { onSuccess: (made) => setCodes(made.codes) });
    else remove.mutate({ params: { id: about.id }, body: { password } }, { onSuccess: onClose });
  };
  const title =
    about === 'codes' ? t('factor.codes.new') : t('factor.remove.title', { name: about.name || t(`factor.kind.${about.kind}`) });
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('factor.close')}>
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <form className="account-dialog" onSubmit={submit} noValidate>
          <p>{t(about === 'codes' ? 'factor.codes.new.text' : 'factor.remove.text')}</p>
          <FormError error={error} />
          {needsPassword && (
            <PasswordField
              label={t('account.password.present')}
              showLabel={t('login.password.show')}
              name="password"
              maxLength={1024}
              value={password}
              error={problem ? t(problem === 'required' ? 'login.password.missing' : 'account.error.old') : null}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
          <div className="account-buttons">
            <Button type="submit" variant="primary" disabled={remove.isPending || renew.isPending}>
              {t(about === 'codes' ? 'factor.codes.new' : 'factor.remove')}
            </Button>
            <Button onClick={onClose}>{t('account.delete.cancel')}</Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
