import { href } from '@fundus/contract/screens';
import { CircleCheck } from 'lucide-react';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Notice } from './Notice.tsx';

/** The new password holds. */
export function Screen(_: ScreenProps<'password-reset-success'>) {
  const { t } = useT();
  return (
    <Notice icon={<CircleCheck />} tone="good" title={t('password.done.title')} lines={[t('password.done.text')]}>
      <ButtonLink variant="primary" href={href('login')}>
        {t('login.action')}
      </ButtonLink>
    </Notice>
  );
}
