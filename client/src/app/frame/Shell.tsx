import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { href, matchPath, type ScreenName } from '@fundus/contract/screens';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { query } from '../../api/query.ts';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { onLogin } from '../../stores/login-required.ts';
import { currentTitle, useFocusOnChange, useCurrentTitle } from '../../stores/page.ts';
import { storeRedirect } from '../../stores/redirect.ts';
import { useUIVersion } from '../../stores/refresh-ui.ts';
import { setSearchText } from '../../stores/search-bar.ts';
import { useSession } from '../../stores/session.ts';
import { Banner } from './Banner.tsx';
import { ConnectionNotice } from './ConnectionNotice.tsx';
import { ScreenBoundary } from '../start/CrashScreen.tsx';
import { CredentialFrame } from './CredentialFrame.tsx';
import { Footer } from './Footer.tsx';
import { decideNavigation, fillsWindow, isSignInPath, isEmbedded, isProviderSignIn } from '../guard.ts';
import { goFrom } from './go-from.ts';
import { KeepAlive, keepsScroll, type ShownScreen } from './KeepAlive.tsx';
import { LegalStrip } from './LegalStrip.tsx';
import { NavigationBar } from '../navigation/NavigationBar.tsx';
import { updateOnNavigation } from '../start/new-version.ts';
import { useScrollMemory } from './scroll-memory.ts';
import { ShellDialogs } from './ShellDialogs.tsx';
import { useLeaveGuard } from './use-leaving.ts';
import { Redirect, usePlace, useRouter } from '../../ui/router.tsx';
import '../../ui/skeleton.css';
import './header.css';
import './shell.css';
import { Snackbar } from './Snackbar.tsx';

/** Renders the page frame and decides which screen to show. */
export function Shell() {
  const { user, config, signIn } = useSession();
  const place = usePlace();
  const router = useRouter();
  const { go } = router;
  const queryClient = useQueryClient();
  const { pathname, search, hash } = place;
  // A signed-in user who opens the sign-in page is redirected here; after a sign-in the page itself redirects. The user is read from the cache, which
  // is newer than the last render right after signing in or out.
  const known = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey) ?? user;
  const cameAsGuest = place.owner === '';
  const person = (cameAsGuest && isSignInPath(pathname)) || isProviderSignIn(pathname, search, hash) ? null : known || null;
  const decision = useMemo(() => decideNavigation(pathname, person, config, search), [pathname, person, config, search]);
  const from = useCameFrom(pathname + search);
  const title = useCurrentTitle();
  const version = useUIVersion();

  useEffect(() => {
    onLogin(signIn);
    return () => onLogin(null);
  }, [signIn]);

  const leaving = useLeaveGuard(pathname);
  const name: ScreenName | null = decision.kind === 'screen' ? decision.name : decision.kind === 'error' ? 'error' : null;
  const type = decision.kind === 'error' ? decision.type : '';
  useSearchText(pathname, search);
  useScrollMemory(name !== null && keepsScroll(name));
  useFocusOnChange(pathname);
  useUpdateOnNavigation(pathname);

  const shown = useMemo<ShownScreen | null>(() => {
    if (!name) return null;
    const params = decision.kind === 'screen' ? decision.params : { type };
    const props = { name, params, search: search.slice(1), go: goFrom(router, pathname), from } as ScreenProps;
    return { name, pathname, props };
  }, [name, decision, type, pathname, search, router, from]);

  if (decision.kind === 'login') return cameAsGuest ? <ForcedLogin target={pathname + search} /> : <RedirectAfterSignOut />;
  if (decision.kind === 'first_start') return <Redirect to={href('first-start')} />;
  if (decision.kind === 'home') return <Redirect to={href('homepage')} />;

  const page = (
    <ScreenBoundary>
      <KeepAlive key={`${user ? `${user.id}:${user.school_id}:${user.school_admin}` : 'guest'} ${version}`} shown={shown} />
    </ScreenBoundary>
  );
  const credential = isSignInPath(pathname);
  const embedded = !credential && isEmbedded(pathname, search);
  return (
    <>
      <SkipLink />
      {!embedded && !fillsWindow(pathname) && <Banner />}
      {credential ? (
        <CredentialFrame>
          <ConnectionNotice />
          {page}
        </CredentialFrame>
      ) : fillsWindow(pathname) ? (
        <main id="main" tabIndex={-1}>
          <ConnectionNotice />
          {page}
        </main>
      ) : (
        <div className="page">
          {!embedded && <NavigationBar key={`bar ${version}`} pathname={pathname} search={search} go={go} />}
          <main id="main" tabIndex={-1}>
            <ConnectionNotice />
            {page}
          </main>
          {embedded ? (
            <div className="wrap embedded-end">
              <LegalStrip away />
            </div>
          ) : (
            <Footer key={`foot ${version}`} />
          )}
        </div>
      )}
      <ShellDialogs leaving={leaving} go={go} />
      <Snackbar />
      <div className="sr" role="status">
        {title}
      </div>
    </>
  );
}

/** Shows a link that lets keyboard users skip the navigation. */
function SkipLink() {
  const { t } = useT();
  return (
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      {t('app.skip')}
    </a>
  );
}

/** Shows the query of the current search in the search field. */
function useSearchText(pathname: string, search: string): void {
  useEffect(() => {
    const match = matchPath(pathname);
    const searches = 'name' in match && (match.name === 'search' || match.name === 'csearch');
    setSearchText(searches ? (new URLSearchParams(search).get('q') ?? '') : '');
  }, [pathname, search]);
}

/** Redirects the first page of a visit to the sign-in page and stores the address to open after the sign-in (docs/specification.md#shell). */
function ForcedLogin({ target }: { target: string }) {
  // Must run before the redirect, which adds a history step.
  useLayoutEffect(() => storeRedirect(target), [target]);
  return <Redirect to={href('login')} />;
}

/** Redirects to the start page after a sign-out, unless another page was requested in the meantime. */
function RedirectAfterSignOut() {
  const router = useRouter();
  const { key } = usePlace();
  useEffect(() => {
    if (router.place().key === key) router.go(href('homepage'), { replace: true, force: true });
  }, [router, key]);
  return null;
}

/** Reloads the portal on navigation if a new version is available. */
function useUpdateOnNavigation(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    updateOnNavigation();
  }, [pathname]);
}

/** Returns the address and title of the previous page, or `null` on the first page. */
function useCameFrom(address: string): ScreenProps['from'] {
  const trail = useRef<{ now: string; from: ScreenProps['from'] }>({ now: address, from: null });
  if (trail.current.now !== address) {
    const samePage = trail.current.now.split('?')[0] === address.split('?')[0];
    trail.current = { now: address, from: samePage ? trail.current.from : { href: trail.current.now, title: currentTitle() } };
  }
  return trail.current.from;
}
