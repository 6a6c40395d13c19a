import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { LinkIcon } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from './Notice.tsx';

/** Why a link for a new password leads nowhere, and how to get another one. Without an error: the page was loaded anew, or opened by itself. */
export function BadLink({ error }: { error?: AppError | null }) {
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
