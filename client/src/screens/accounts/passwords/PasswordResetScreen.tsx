import { registration } from '@fundus/contract/accounts/registration';
import { href } from '@fundus/contract/screens';
import { useEffect } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { InvalidLink } from '../parts/InvalidLink.tsx';
import { storeResetLink, useMailToken } from '../parts/mail-link.ts';
import '../parts/accounts.css';

/** Target of the link in the mail. Validates the token without using it, and opens the confirmation. */
export function Screen({ go }: ScreenProps<'password-reset'>) {
  const { t } = useT();
  const token = useMailToken();
  const { mutate, error } = useCall(registration.checkReset);

  useEffect(() => {
    if (!token) return;
    mutate(
      { body: { token } },
      {
        onSuccess: (hint) => {
          storeResetLink({ token, hint });
          go(href('password-reset-confirm'), { replace: true });
        },
      },
    );
  }, [token, mutate, go]);

  if (!token || error) return <InvalidLink error={error} />;
  return (
    <div className="account-form" aria-busy="true">
      <PageHeading title={t('password.new.title')} />
      <p role="status">{t('password.checking')}</p>
    </div>
  );
}
