import { accounts, type SecondStep, type User } from '@fundus/contract/accounts/accounts';
import { admission } from '@fundus/contract/access';
import { settingIsOn, type FrontendConfig } from '@fundus/contract/config';
import { DEMO_ACCOUNTS, DEMO_LEARNER_CODE, DEMO_PASSWORD } from '@fundus/contract/demo';
import type { AppError } from '@fundus/contract/errors';
import { href, matchPath, screens } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState, type SubmitEvent } from 'react';
import { query, useCall } from '../../api/query.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { searchScope } from '../../components/search/search-scope.ts';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { takeRedirect } from '../../stores/redirect.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, PasswordField, TextField } from '../../ui/Field.tsx';
import { Link } from '../../ui/Link.tsx';
import { Segment } from '../../ui/Segment.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import './accounts.css';
import './login-screen.css';
import { cardLink } from './card-link.ts';
import { DemoAccount, DemoAccounts } from './DemoAccounts.tsx';
import { useFragment } from './mail-link.ts';
import { answerOf } from './oidc-visit.ts';
import { Providers } from './Providers.tsx';
import { waitText } from './rule-text.ts';

/** Few sign-ins need these. */
const SecondFactor = lazy(async () => ({ default: (await import('./SecondFactor.tsx')).SecondFactor }));
const ArrivalStep = lazy(async () => ({ default: (await import('./ArrivalStep.tsx')).ArrivalStep }));
const LearnerSignIn = lazy(async () => ({ default: (await import('./LearnerSignIn.tsx')).LearnerSignIn }));
const RequiredFactor = lazy(async () => ({ default: (await import('./RequiredFactor.tsx')).RequiredFactor }));

/** E-mail or user name and password; afterwards on to where the person wanted to go. */
export function Screen({ go, search }: ScreenProps<'login'>) {
  const { t } = useT();
  const session = useSession();
  const queryClient = useQueryClient();
  const login = useCall(accounts.login);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ school: '', login: '', password: '', stay: false });
  const { LoginSchulnummer, LoginEntleiherCode } = session.config;
  const [missing, setMissing] = useState<{ login?: true; password?: true }>({});
  const [step, setStep] = useState<SecondStep['second_factor'] | null>(null);
  const fragment = useFragment();
  const [left, setLeft] = useState(false);
  const answer = left ? '' : answerOf(fragment);
  const link = cardLink(fragment);
  const [way, setWay] = useState<'account' | 'code' | null>(null);
  /** How often the demo's card was taken. */
  const [tried, setTried] = useState(0);
  const shown = way ?? (link.asked ? 'code' : 'account');
  const guestScope = session.user ? null : searchScope(session);

  const enter = (user: User) => {
    session.setUser(user);
    void queryClient.invalidateQueries({ queryKey: query(accounts.userinfo).queryKey });
    const to = takeRedirect();
    go(user.by_code && !isFor(to, user, session.config) ? '/' : to, { replace: true });
  };
  const back = () => {
    setStep(null);
    setLeft(true);
    setValues({ ...values, password: '' });
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const gaps = { ...(!values.login.trim() && { login: true as const }), ...(!values.password && { password: true as const }) };
    setMissing(gaps);
    if (gaps.login || gaps.password) {
      form.current?.querySelector<HTMLInputElement>(gaps.login ? '[name=login]' : '[name=password]')?.focus();
      return;
    }
    login.mutate(
      { body: { login: values.login, password: values.password, stay: values.stay, ...(LoginSchulnummer && { school: values.school }) } },
      {
        onSuccess: (reply) => ('second_factor' in reply ? setStep(reply.second_factor) : enter(reply)),
      },
    );
  };

  if (answer && !step)
    return (
      <Suspense>
        <ArrivalStep answer={answer} onUser={enter} onSecondFactor={setStep} onBack={() => setLeft(true)} />
      </Suspense>
    );
  if (step)
    return (
      <Suspense>
        {step.methods.length > 0 ? (
          <SecondFactor step={step} onDone={enter} onBack={back} />
        ) : (
          <RequiredFactor token={step.token} onDone={enter} onBack={back} />
        )}
      </Suspense>
    );
  const ways = (
    <Segment
      label={t('login.way')}
      value={shown}
      options={[
        { value: 'account', label: t('login.way.account') },
        { value: 'code', label: t('login.way.code') },
      ]}
      onChange={setWay}
    />
  );
  if (shown === 'code')
    return (
      <div className="login-form">
        <PageHeading title={t('login.title')} />
        {ways}
        <Suspense>
          <LearnerSignIn
            key={`${fragment} ${tried}`}
            link={tried > 0 ? { ...link, code: DEMO_LEARNER_CODE, joinCode: '' } : link}
            onUser={enter}
          />
        </Suspense>
        {session.config.demo && (
          <DemoAccounts text={t('login.demo.codeText')}>
            <DemoAccount name={t('login.demo.learner')} login={DEMO_LEARNER_CODE} onPick={() => setTried(tried + 1)} />
          </DemoAccounts>
        )}
      </div>
    );
  return (
    <form ref={form} className="login-form" onSubmit={submit} noValidate>
      <PageHeading title={t('login.title')} />
      {ways}
      {login.error && <FormProblem>{messageOf(t, login.error)}</FormProblem>}
      <Providers search={search} />
      {LoginSchulnummer && (
        <TextField
          label={t('login.school')}
          hint={t('login.school.hint')}
          name="school"
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          value={values.school}
          error={login.error?.field === 'school' ? t('login.school.format') : null}
          onChange={(event) => setValues({ ...values, school: event.target.value })}
        />
      )}
      <TextField
        label={t(LoginEntleiherCode ? 'login.name.orCode' : 'login.name')}
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
        aside={<Link href={href('password-request')}>{t('login.forgotten')}</Link>}
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
        <DemoAccounts text={t('login.demo.text', { password: DEMO_PASSWORD })}>
          {DEMO_ACCOUNTS.map(({ login: name, kind }) => (
            <DemoAccount
              key={name}
              name={t(`login.demo.${kind}`)}
              login={name}
              onPick={() => {
                setValues({ ...values, login: name, password: DEMO_PASSWORD });
                setMissing({});
                login.reset();
                form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus();
              }}
            />
          ))}
        </DemoAccounts>
      )}
      {settingIsOn('Register', session.config) && (
        <p className="small login-guest">
          {t('login.noAccount')} <Link href={href('register')}>{t('login.register')}</Link>
        </p>
      )}
      {guestScope && (
        <p className="small quiet login-guest">
          <Link href={href(guestScope)}>{t('login.searchWithout')}</Link>
        </p>
      )}
    </form>
  );
}

/** Whether an address that was kept is one this visitor gets to: a card on a shared device leads nobody into another one's page. */
function isFor(address: string, user: User, config: FrontendConfig): boolean {
  const match = matchPath(new URL(address, location.origin).pathname);
  return 'name' in match && admission(screens[match.name], user, config) === 'admitted';
}

/** Only somebody with the right password is told that their school may not use the portal, and why. */
function messageOf(t: Translate, { code, details }: AppError): string {
  if (code === 'too_many_attempts') return waitText(t, details?.retry_after);
  if (code === 'suspended') return t('login.suspended', { school: String(details?.school ?? ''), reason: String(details?.reason ?? '') });
  return t(`error.${code}`, { name: '' });
}
