import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { LinkIcon } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from './Notice.tsx';

/**
 * Shows why a link for resetting the password is invalid, and how to request another one. Without an error, the page was reloaded or opened directly.
 */
export function InvalidLink({ error }: { error?: AppError | null }) {
  const { t } = useT();
  const why = error?.code === 'expired' ? 'expired' : error?.code === 'revoked' ? 'used' : error ? 'unknown' : 'lost';
  return (
    <Notice icon={<LinkIcon />} tone="bad" title={t('password.badLink.title')} lines={[t(`password.badLink.${why}`)]}>
      <ButtonLink variant="primary" href={href('password-request')}>
        {t('password.badLink.action')}
      </ButtonLink>
      <ButtonLink href={href('login')}>{t('register.toLogin')}</ButtonLink>
    </Notice>
  );
}
