/** Decides which screen an address shows, based on the route table and the access rules of the contract. */
import { admission, type Person } from '@fundus/contract/access';
import type { FrontendConfigReply } from '@fundus/contract/config';
import { matchPath, repeatedParameter, screens, type RouteProblem, type Screen, type ScreenName } from '@fundus/contract/screens';

/** Types of the error screen, as in `/error/{type?}`. */
type ErrorType = RouteProblem['problem'] | 'blocked';

type Decision =
  | { kind: 'screen'; name: ScreenName; params: Record<string, string> }
  | { kind: 'error'; type: ErrorType }
  | { kind: 'login' }
  | { kind: 'home' }
  /** The portal has no district yet, so every address opens the setup. */
  | { kind: 'first_start' };

export function decideNavigation(pathname: string, person: Person | null, config: FrontendConfigReply, search = ''): Decision {
  const match = matchPath(pathname);
  if (config.first_start && !('name' in match && match.name === 'first-start')) return { kind: 'first_start' };
  if ('problem' in match) return { kind: 'error', type: match.problem };
  const repeated = repeatedParameter(search);
  if (repeated) return { kind: 'error', type: repeated.problem };
  const row: Screen = screens[match.name];
  const gate = admission(row, person, config);
  if (gate === 'blocked') return { kind: 'error', type: 'blocked' };
  if (gate !== 'admitted') return { kind: gate };
  return { kind: 'screen', name: match.name, params: match.params };
}

/** Returns whether an address belongs to a sign-in screen. */
export const isSignInPath = (pathname: string): boolean => {
  const match = matchPath(pathname);
  return 'name' in match && Boolean((screens[match.name] as Screen).credential);
};

/**
 * Returns whether an identity provider sent the browser to the sign-in page. The provider's response replaces a signed-in user
 * (docs/behaviour/accounts.md#identity-providers).
 */
export const isProviderSignIn = (pathname: string, search: string, hash: string): boolean => {
  const match = matchPath(pathname);
  return 'name' in match && match.name === 'login' && (new URLSearchParams(search).has('iss') || hash.startsWith('#answer='));
};

/** Returns whether the screen at an address fills the window, without header and footer. */
export const fillsWindow = (pathname: string): boolean => {
  const match = matchPath(pathname);
  return 'name' in match && Boolean((screens[match.name] as Screen).bare);
};

/** Returns whether the page is in the frame of another site, or its route is marked as embeddable (docs/specification.md#shell). */
export function isEmbedded(pathname: string, search: string): boolean {
  const match = matchPath(pathname);
  return new URLSearchParams(search).has('embed') || ('name' in match && Boolean((screens[match.name] as Screen).embeddable));
}
