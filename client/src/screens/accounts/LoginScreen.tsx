import { accounts } from '@fundus/contract/accounts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { query, useCall } from '../../api/query.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { searchScope } from '../../components/search-scope.ts';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { takeRedirect } from '../../stores/redirect.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/Field.tsx';
import { Link } from '../../ui/Link.tsx';
import './login-screen.css';

/** E-mail or user name and password; afterwards on to where the person wanted to go. */
export function Screen({ go }: ScreenProps<'login'>) {
  const { t } = useT();
  const session = useSession();
  const queryClient = useQueryClient();
  const login = useCall(accounts.login);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ login: '', password: '', stay: false });
  const [missing, setMissing] = useState<{ login?: true; password?: true }>({});
  const guestScope = session.user ? null : searchScope(session);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const gaps = { ...(!values.login.trim() && { login: true as const }), ...(!values.password && { password: true as const }) };
    setMissing(gaps);
    if (gaps.login || gaps.password) {
      form.current?.querySelector<HTMLInputElement>(gaps.login ? '[name=login]' : '[name=password]')?.focus();
      return;
    }
    login.mutate(
      { body: values },
      {
        onSuccess: (user) => {
          // What was read as a guest is not what this person sees.
          queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== accounts.userinfo.path });
          queryClient.setQueryData(query(accounts.userinfo).queryKey, user);
          void queryClient.invalidateQueries({ queryKey: query(accounts.userinfo).queryKey });
          go(takeRedirect(), { replace: true });
        },
      },
    );
  };

  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <PageHeading title={t('login.title')} />
      {login.error && (
        <p className="login-error" role="alert">
          {t(messageOf(login.error), { seconds: Number(login.error.details?.retry_after ?? 0) })}
        </p>
      )}
      <TextField
        label={t('login.name')}
        name="login"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={values.login}
        error={missing.login && t('login.name.missing')}
        onChange={(event) => setValues({ ...values, login: event.target.value })}
      />
      <PasswordField
        label={t('login.password')}
        showLabel={t('login.password.show')}
        name="password"
        maxLength={1024}
        value={values.password}
        error={missing.password && t('login.password.missing')}
        onChange={(event) => setValues({ ...values, password: event.target.value })}
      />
      <Checkbox
        label={t('login.stay')}
        hint={t('login.stay.hint')}
        checked={values.stay}
        onChange={(event) => setValues({ ...values, stay: event.target.checked })}
      />
      <Button type="submit" variant="primary" wide disabled={login.isPending}>
        {t(login.isPending ? 'login.busy' : 'login.action')}
      </Button>

      {session.config.demo && (
        <section className="login-demo" aria-labelledby="h-demo">
          <h2 id="h-demo">{t('login.demo.title')}</h2>
          <p className="small quiet">{t('login.demo.text', { password: DEMO_PASSWORD })}</p>
          <ul>
            {DEMO_ACCOUNTS.map(({ login: name, kind }) => (
              <li key={name}>
                <button
                  type="button"
                  className="login-demo-account"
                  onClick={() => {
                    setValues({ ...values, login: name, password: DEMO_PASSWORD });
                    setMissing({});
                    login.reset();
                    form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
                  }}
                >
                  <b>{t(`login.demo.${kind}`)}</b>
                  <span>{name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {guestScope && (
        <p className="small quiet login-guest">
          {t('login.noAccount')} <Link href={href(guestScope)}>{t('login.searchWithout')}</Link>
        </p>
      )}
    </form>
  );
}

const messageOf = (error: AppError) => `error.${error.code}` as const;
