import { accounts, type SecondStep, type User } from '@fundus/contract/accounts/accounts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { useId, type ReactNode, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { useCheckedFields } from '../../../components/forms/use-fields.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox, PasswordField, TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Link } from '../../../ui/Link.tsx';
import { DemoAccount, DemoAccounts } from './DemoAccounts.tsx';
import { Providers } from './Providers.tsx';
import { waitText } from '../parts/rule-text.ts';
import './login-screen.css';

type Props = {
  search: string;
  /** Login that is initially filled in. */
  login: string;
  onUser: (user: User) => void;
  onSecondFactor: (step: SecondStep['second_factor'], login: string) => void;
  /** Content above the form. `foot` is the content below it. */
  head: ReactNode;
  foot: ReactNode;
  /** True to hide identity providers, demo accounts and the password reset. */
  inDialog?: boolean;
};

/** Shows the sign-in form for an e-mail address or user name and a password. */
export function AccountSignIn({ search, login: begun, onUser, onSecondFactor, head, foot, inDialog = false }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const form = useId();
  const login = useCall(accounts.login);
  const { values, set, report, text, check } = useCheckedFields(
    { school: '', login: begun, password: '', stay: false },
    { words: (field) => t(MISSING[field] ?? 'login.school.format'), form },
  );
  const { LoginSchulnummer, LoginEntleiherCode } = config;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = {
      ...(!values.login.trim() && { login: 'required' }),
      ...(!values.password && { password: 'required' }),
    };
    report(missing);
    if (Object.keys(missing).length > 0) return;
    const { school, ...rest } = values;
    login.mutate(
      { body: { ...rest, ...(LoginSchulnummer && { school }) } },
      {
        onSuccess: (reply) => ('second_factor' in reply ? onSecondFactor(reply.second_factor, values.login) : onUser(reply)),
        onError: ({ field }) => field === 'school' && report({ school: 'format' }),
      },
    );
  };
  return (
    <form id={form} className="login-form" onSubmit={submit} noValidate>
      {head}
      {login.error && <FormProblem>{messageOf(t, login.error)}</FormProblem>}
      {!inDialog && <Providers search={search} />}
      {LoginSchulnummer && (
        <TextField
          label={t('login.school')}
          hint={t('login.school.hint')}
          name="school"
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          {...text('school')}
        />
      )}
      <TextField
        label={t(LoginEntleiherCode ? 'login.name.orCode' : 'login.name')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        {...text('login')}
      />
      <PasswordField
        label={t('login.password')}
        showLabel={t('login.password.show')}
        name="password"
        aside={!inDialog && <Link href={href('password-request')}>{t('login.forgotten')}</Link>}
        maxLength={1024}
        {...text('password')}
      />
      <Checkbox label={t('login.stay')} hint={t('login.stay.hint')} {...check('stay')} />
      <Button type="submit" variant="primary" wide disabled={login.isPending}>
        {t(login.isPending ? 'login.busy' : 'login.action')}
      </Button>
      {config.demo && !inDialog && (
        <DemoAccounts text={t('login.demo.text', { password: DEMO_PASSWORD })}>
          {DEMO_ACCOUNTS.map(({ login: name, kind }) => (
            <DemoAccount
              key={name}
              name={t(`login.demo.${kind}`)}
              login={name}
              onPick={() => {
                set({ login: name, password: DEMO_PASSWORD });
                login.reset();
                document.getElementById(form)?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
              }}
            />
          ))}
        </DemoAccounts>
      )}
      {foot}
    </form>
  );
}

const MISSING: Record<string, 'login.name.missing' | 'login.password.missing'> = {
  login: 'login.name.missing',
  password: 'login.password.missing',
};

/** Returns the text of an error. The server reveals a suspension and its reason only after the correct password. */
function messageOf(t: Translate, { code, details }: AppError): string {
  if (code === 'too_many_attempts') return waitText(t, details?.retry_after);
  if (code === 'suspended') return t('login.suspended', { school: String(details?.school ?? ''), reason: String(details?.reason ?? '') });
  return t(`error.${code}`, { name: '' });
}
