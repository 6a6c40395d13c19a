import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { href } from '@fundus/contract/screens';
import { CircleCheck, MailCheck, MailX } from 'lucide-react';
import { useCall } from '../../../api/query.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { FormError } from '../parts/FormError.tsx';
import { useMailToken } from '../parts/mail-link.ts';
import { Notice } from '../parts/Notice.tsx';

/** Target of the link that confirms a new e-mail address. Asks for a click, because mail scanners open links. */
export function Screen(_: ScreenProps<'email-confirm'>) {
  const { t } = useT();
  const { user } = useSession();
  const token = useMailToken();
  const confirm = useCall(ownAccount.confirmEmail, { refreshes: [ownAccount.account, accounts.userinfo] });
  const onward = <ButtonLink href={href(user ? 'account' : 'login')}>{t(user ? 'account.open' : 'register.toLogin')}</ButtonLink>;
  if (confirm.data)
    return (
      <Notice
        icon={<CircleCheck />}
        tone="good"
        title={t('account.emailConfirm.done')}
        lines={[t('account.emailConfirm.done.text', confirm.data)]}
      >
        {onward}
      </Notice>
    );
  const code = confirm.error?.code;
  if (!token || code === 'expired' || code === 'revoked' || code === 'validation_failed' || code === 'already_exists')
    return (
      <Notice
        icon={<MailX />}
        tone="bad"
        title={t('register.badLink.title')}
        lines={[t(code === 'already_exists' ? 'account.emailConfirm.taken' : 'account.emailConfirm.bad')]}
      >
        {onward}
      </Notice>
    );
  return (
    <Notice icon={<MailCheck />} title={t('account.emailConfirm.title')} lines={[t('account.emailConfirm.text')]}>
      <FormError error={confirm.error} />
      <Button variant="primary" disabled={confirm.isPending} onClick={() => confirm.mutate({ body: { token } })}>
        {t('register.confirm.action')}
      </Button>
    </Notice>
  );
}
