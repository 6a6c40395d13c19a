import { href } from '@fundus/contract/screens';
import { CircleCheck, KeyRound } from 'lucide-react';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from '../parts/Notice.tsx';

/** Shows that the password was changed. If the page is opened directly, it does not show this. */
export function Screen({ from }: ScreenProps<'password-reset-success'>) {
  const { t } = useT();
  const done = from?.href.split('?')[0] === href('password-reset-new');
  if (!done)
    return (
      <Notice icon={<KeyRound />} title={t('password.done.open.title')} lines={[t('password.done.open.text')]}>
        <ButtonLink variant="primary" href={href('login')}>
          {t('login.action')}
        </ButtonLink>
        <ButtonLink href={href('password-request')}>{t('login.forgotten')}</ButtonLink>
      </Notice>
    );
  return (
    <Notice icon={<CircleCheck />} tone="good" title={t('password.done.title')} lines={[t('password.done.text')]}>
      <ButtonLink variant="primary" href={href('login')}>
        {t('login.action')}
      </ButtonLink>
    </Notice>
  );
}
