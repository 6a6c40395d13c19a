import type { User } from '@fundus/contract/accounts/accounts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import '../parts/accounts.css';
import { FactorSetup } from './FactorSetup.tsx';

/** Shows the set-up of a second factor during the first sign-in of a user who requires one. */
export function RequiredFactor({ token, onDone, onBack }: { token: string; onDone: (user: User) => void; onBack: () => void }) {
  const { t } = useT();
  return (
    <div className="account-form">
      <PageHeading title={t('factor.required.title')} />
      <p className="account-intro">{t('factor.required.text')}</p>
      <FactorSetup token={token} needsPassword={false} onDone={(user) => user && onDone(user)} />
      <p className="account-foot">
        <Button flush onClick={onBack}>
          {t('factor.back')}
        </Button>
      </p>
    </div>
  );
}
