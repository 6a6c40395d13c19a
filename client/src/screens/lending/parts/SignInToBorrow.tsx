import { href } from '@fundus/contract/screens';
import { LogIn } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { storeRedirect } from '../../../stores/redirect.ts';
import { ButtonLink } from '../../../ui/Button.tsx';

/** Shows anonymous visitors a link to the sign-in page, from which they return to this page. */
export function SignInToBorrow() {
  const { t } = useT();
  return (
    <ButtonLink variant="primary" icon={<LogIn />} href={href('login')} onClick={() => storeRedirect(location.pathname + location.search)}>
      {t('lending.guest.signIn')}
    </ButtonLink>
  );
}
