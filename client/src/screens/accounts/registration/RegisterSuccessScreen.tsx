import { registration } from '@fundus/contract/accounts/registration';
import { href } from '@fundus/contract/screens';
import { CircleCheck, Hourglass, MailCheck, MailX } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { FormError } from '../parts/FormError.tsx';
import { useMailToken } from '../parts/mail-link.ts';
import { Notice } from '../parts/Notice.tsx';

/**
 * Shows that a mail was sent if the user comes from the form. If the address contains the token from the mail, asks for a click to confirm, because
 * mail scanners open links.
 */
export function Screen({ from }: ScreenProps<'register-success'>) {
  const { t } = useT();
  const token = useMailToken();
  const confirm = useCall(registration.confirmRegistration);
  const toLogin = <ButtonLink href={href('login')}>{t('register.toLogin')}</ButtonLink>;

  if (!token && !from?.href.startsWith(href('register')))
    return (
      <Notice icon={<MailCheck />} title={t('register.open.title')} lines={[t('register.open.text')]}>
        <ButtonLink variant="line" href={href('register')}>
          {t('login.register')}
        </ButtonLink>
        {toLogin}
      </Notice>
    );
  if (!token)
    return (
      <Notice icon={<MailCheck />} tone="good" title={t('register.sent.title')} lines={[t('register.sent.text'), t('register.sent.spam')]}>
        {toLogin}
      </Notice>
    );
  if (confirm.data?.state === 'active')
    return (
      <Notice icon={<CircleCheck />} tone="good" title={t('register.active.title')} lines={[t('register.active.text')]}>
        <ButtonLink variant="primary" href={href('login')}>
          {t('login.action')}
        </ButtonLink>
      </Notice>
    );
  if (confirm.data)
    return (
      <Notice icon={<Hourglass />} tone="good" title={t('register.waiting.title')} lines={[t('register.waiting.text')]}>
        {toLogin}
      </Notice>
    );
  const code = confirm.error?.code;
  if (code === 'expired' || code === 'revoked' || code === 'validation_failed')
    return (
      <Notice
        icon={<MailX />}
        tone="bad"
        title={t('register.badLink.title')}
        lines={[
          t(code === 'expired' ? 'register.badLink.expired' : code === 'revoked' ? 'register.badLink.used' : 'register.badLink.unknown'),
        ]}
      >
        <ButtonLink variant="line" href={href('register')}>
          {t('register.again')}
        </ButtonLink>
        {toLogin}
      </Notice>
    );
  return (
    <Notice icon={<MailCheck />} title={t('register.confirm.title')} lines={[t('register.confirm.text')]}>
      <FormError error={confirm.error} />
      <Button variant="primary" disabled={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
        {t('register.confirm.action')}
      </Button>
    </Notice>
  );
}
