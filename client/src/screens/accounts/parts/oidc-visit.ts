/** Sign-in by an identity provider: what the browser stores until the user returns, the response, and the last provider. */

const KEY = 'visit';
const LAST = 'provider';

type Visit = { secret: string; provider: string };

export function rememberVisit(visit: Visit): void {
  sessionStorage.setItem(KEY, `${visit.secret} ${visit.provider}`);
}

let taken: Visit = { secret: '', provider: '' };

/** Returns the visit this browser has started; used once, but stable across renders. */
export function consumeVisit(): Visit {
  const [secret, provider = ''] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  sessionStorage.removeItem(KEY);
  if (secret) taken = { secret, provider };
  return taken;
}

/** Returns the response of the identity provider in the fragment, or '' without one. */
export const answerOf = (fragment: string): string => new URLSearchParams(fragment).get('answer') ?? '';

/** Returns the last provider used on this device; a sign-in by password does not change it. */
export const lastProvider = (): string => localStorage.getItem(LAST) ?? '';

export const rememberProvider = (provider: string): void => localStorage.setItem(LAST, provider);

export const forgetProvider = (): void => localStorage.removeItem(LAST);

/** Returns the hints for a provider in the address. */
export function hintsIn(search: string, names: readonly string[]): Record<string, string> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 200)]] : [])));
}

/** Returns the path of an address if it belongs to this portal, else '/'. The path is validated where it is stored. */
export function ourPath(address: string | null): string {
  if (!address || !URL.canParse(address)) return '/';
  const url = new URL(address);
  return url.origin === location.origin && !url.username && !url.password ? url.pathname + url.search : '/';
}

/** Compares issuers, ignoring a trailing slash. */
export const isSameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');
