import { registration } from '@fundus/contract/accounts/registration';
import { href } from '@fundus/contract/screens';
import { MailCheck } from 'lucide-react';
import { useEffect, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { Link } from '../../../ui/Link.tsx';
import '../parts/accounts.css';
import { FormError } from '../parts/FormError.tsx';
import { Notice } from '../parts/Notice.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';

/**
 * Requests a mail for resetting the password. The response does not reveal whether an account exists. If passwords are managed elsewhere, shows a
 * link to the configured address.
 */
export function Screen(_: ScreenProps<'password-request'>) {
  const { t, locale } = useT();
  const { config } = useSession();
  const send = useCall(registration.requestPassword);
  const { values, text, report } = useAccountFields({ login: '' });
  const elsewhere = config.PasswordResetURL;
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere);
  }, [elsewhere]);

  if (elsewhere)
    return (
      <div className="account-form">
        <PageHeading title={t('password.request.title')} />
        <p>{t('password.elsewhere')}</p>
        <p>
          <a href={elsewhere}>{elsewhere}</a>
        </p>
      </div>
    );
  if (send.data)
    return (
      <Notice
        icon={<MailCheck />}
        tone="good"
        title={t('password.sent.title')}
        lines={[t('password.sent.text'), t('password.sent.spam'), t('password.sent.pupils')]}
      >
        <ButtonLink href={href('login')}>{t('register.toLogin')}</ButtonLink>
      </Notice>
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!values.login.trim()) return report({ login: 'required' });
    send.mutate({ body: { ...values, language: locale } });
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('password.request.title')} />
      <p className="account-intro">{t('password.request.text')}</p>
      <FormError error={send.error} />
      <TextField
        label={t(config.LoginEntleiherCode ? 'login.name.orCode' : 'login.name')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...text('login')}
      />
      <Button type="submit" variant="primary" wide disabled={send.isPending}>
        {t('password.request.action')}
      </Button>
      <p className="small account-foot">
        <Link href={href('login')}>{t('register.toLogin')}</Link>
      </p>
    </form>
  );
}
