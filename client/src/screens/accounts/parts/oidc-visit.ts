/** Sign-in by an identity provider: data that the browser stores until the user returns, the provider's response, and the last provider used. */

const KEY = 'visit';
const LAST = 'provider';

type Visit = { secret: string; provider: string };

export function rememberVisit(visit: Visit): void {
  sessionStorage.setItem(KEY, `${visit.secret} ${visit.provider}`);
}

let taken: Visit = { secret: '', provider: '' };

/** Returns the sign-in that this browser has started, and removes it from storage. Later calls return the same value. */
export function consumeVisit(): Visit {
  const [secret, provider = ''] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  sessionStorage.removeItem(KEY);
  if (secret) taken = { secret, provider };
  return taken;
}

/** Returns the identity provider's response from the fragment, or '' if there is none. */
export const providerResponseOf = (fragment: string): string => new URLSearchParams(fragment).get('answer') ?? '';

/** Returns the last identity provider used on this device. A sign-in with a password does not change it. */
export const lastProvider = (): string => localStorage.getItem(LAST) ?? '';

export const rememberProvider = (provider: string): void => localStorage.setItem(LAST, provider);

export const forgetProvider = (): void => localStorage.removeItem(LAST);

/** Returns the query parameters that are hints for an identity provider. */
export function readHints(search: string, names: readonly string[]): Record<string, string> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 200)]] : [])));
}

/** Returns the path of an address if it belongs to this portal, else '/'. The path is validated again when it is stored. */
export function ownOriginPath(address: string | null): string {
  if (!address || !URL.canParse(address)) return '/';
  const url = new URL(address);
  return url.origin === location.origin && !url.username && !url.password ? url.pathname + url.search : '/';
}

/** Returns whether two issuers are equal, ignoring a trailing slash. */
export const isSameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');
