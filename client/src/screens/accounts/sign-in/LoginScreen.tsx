import { accounts, type SecondStep, type User } from '@fundus/contract/accounts/accounts';
import { admission } from '@fundus/contract/access';
import { isSettingEnabled, type FrontendConfig } from '@fundus/contract/config';
import { DEMO_LEARNER_CODE } from '@fundus/contract/demo';
import { href, matchPath, screens } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { scopeHref, searchScope } from '../../../components/search/search-scope.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { consumeRedirect } from '../../../stores/redirect.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import './login-screen.css';
import { AccountSignIn } from './AccountSignIn.tsx';
import { cardLink } from './card-link.ts';
import { DemoAccount, DemoAccounts } from './DemoAccounts.tsx';
import { useMailToken } from '../parts/mail-link.ts';
import { providerResponseOf } from '../parts/oidc-visit.ts';
import { loadLater, useLoaded } from '../../../ui/load-later.tsx';

/** Rarely needed steps of the sign-in, loaded on demand. */
const SecondFactor = loadLater(async () => (await import('./SecondFactor.tsx')).SecondFactor);
const ProviderReturnStep = loadLater(async () => (await import('./ProviderReturnStep.tsx')).ProviderReturnStep);
const ProviderInitiatedSignIn = loadLater(async () => (await import('./ProviderInitiatedSignIn.tsx')).ProviderInitiatedSignIn);
const LearnerSignIn = loadLater(async () => (await import('./LearnerSignIn.tsx')).LearnerSignIn);
const RequiredFactor = loadLater(async () => (await import('../factors/RequiredFactor.tsx')).RequiredFactor);

/** Shows the sign-in page. Opens the stored address after the sign-in. */
export function Screen({ go, search }: ScreenProps<'login'>) {
  const { t } = useT();
  const session = useSession();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<SecondStep['second_factor'] | null>(null);
  /** Login that was used for the first step. It is filled in again if the user goes back. */
  const [login, setLogin] = useState('');
  const fragment = useMailToken();
  const [left, setLeft] = useState(false);
  const answer = left ? '' : providerResponseOf(fragment);
  const link = cardLink(fragment);
  const [chosen, setChosen] = useState<'account' | 'code' | null>(null);
  /** Number of times the demo code was chosen. */
  const [tried, setTried] = useState(0);
  const shown = chosen ?? (link.asked ? 'code' : 'account');

  // If the link contains a code, the form is shown as soon as it is loaded.
  const codeReady = useLoaded(shown === 'code' ? LearnerSignIn : null);

  const enter = (user: User) => {
    // Read before the user is set, because setting the user clears the stored address.
    const to = consumeRedirect(user.id);
    session.setUser(user);
    void queryClient.invalidateQueries({ queryKey: query(accounts.userinfo).queryKey });
    go(user.by_code && !mayOpenAddress(to, user, session.config) ? '/' : to, { replace: true });
  };
  const back = () => {
    setStep(null);
    setLeft(true);
  };

  // A signed-in user sees this page only when returning from an identity provider.
  const leave = () => (session.user ? go('/', { replace: true }) : setLeft(true));

  if (answer && !step) return <ProviderReturnStep answer={answer} onUser={enter} onSecondFactor={setStep} onBack={leave} />;
  if (!step && !left && new URLSearchParams(search).has('iss')) return <ProviderInitiatedSignIn search={search} onBack={leave} />;
  if (step)
    return step.methods.length > 0 ? (
      <SecondFactor step={step} onDone={enter} onBack={back} />
    ) : (
      <RequiredFactor token={step.token} onDone={enter} onBack={back} />
    );
  if (shown === 'code' && chosen === null && !codeReady) return null;
  const kinds = (
    <Segment
      label={t('login.kind')}
      value={shown}
      options={[
        { value: 'account', label: t('login.kind.account') },
        { value: 'code', label: t('login.kind.code') },
      ]}
      onChange={setChosen}
    />
  );
  if (shown === 'code')
    return (
      <div className="login-form">
        <PageHeading title={t('login.title')} />
        {kinds}
        <LearnerSignIn
          key={`${fragment} ${tried}`}
          link={tried > 0 ? { ...link, code: DEMO_LEARNER_CODE, joinCode: '' } : link}
          onUser={enter}
        />
        {session.config.demo && (
          <DemoAccounts text={t('login.demo.codeText')}>
            <DemoAccount name={t('login.demo.learner')} login={DEMO_LEARNER_CODE} onPick={() => setTried(tried + 1)} />
          </DemoAccounts>
        )}
      </div>
    );
  return (
    <AccountSignIn
      search={search}
      onUser={enter}
      login={login}
      onSecondFactor={(next, name) => {
        setLogin(name);
        setStep(next);
      }}
      head={
        <>
          <PageHeading title={t('login.title')} />
          {kinds}
        </>
      }
      foot={<GuestOptions />}
    />
  );
}

/** Shows what visitors without an account can do: register, or search as a guest. */
function GuestOptions() {
  const { t } = useT();
  const session = useSession();
  const guestScope = session.user ? null : searchScope(session);
  return (
    <>
      {isSettingEnabled('Register', session.config) && (
        <p className="small login-guest">
          {t('login.noAccount')} <Link href={href('register')}>{t('login.register')}</Link>
        </p>
      )}
      {guestScope && (
        <p className="small quiet login-guest">
          <Link href={scopeHref(guestScope)}>{t(guestScope === 'catalogue' ? 'login.searchWithout' : 'login.searchWithout.library')}</Link>
        </p>
      )}
    </>
  );
}

/** Returns whether a user may open a stored address. On a shared device, a learner must not be sent to a page of another user. */
function mayOpenAddress(address: string, user: User, config: FrontendConfig): boolean {
  const match = matchPath(new URL(address, location.origin).pathname);
  return 'name' in match && admission(screens[match.name], user, config) === 'admitted';
}
