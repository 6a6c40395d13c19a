/** Where to go after signing in: a path of our own route table, kept until it is used (docs/behaviour/access.md#client-storage). */
import { matchPath } from '@fundus/contract/screens';
import { stepOwner } from '../ui/router.tsx';

const KEY = 'redirectUrl';
/** Who alone may be led there; missing if a guest was asked to sign in. */
const PERSON = 'redirectPerson';
const MAX = 2000;

/** The address if it is a path of the route table that may follow a sign-in, else '/'. */
export function safeRedirect(raw: string | null): string {
  if (!raw || raw.length > MAX || !/^\/(?![/\\])/.test(raw)) return '/';
  // oxlint-disable-next-line no-control-regex
  if (/[\\\u0000-\u0020\u007f]/.test(raw)) return '/';
  const pathname = raw.split(/[?#]/)[0] ?? '/';
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return '/';
  }
  // oxlint-disable-next-line no-control-regex
  if (/\/\/|[\\\u0000-\u001f\u007f]/.test(decoded)) return '/';
  const url = new URL(raw, 'https://portal.invalid');
  if (url.host !== 'portal.invalid' || url.pathname !== new URL(pathname, 'https://portal.invalid').pathname) return '/';
  const match = matchPath(url.pathname);
  if ('problem' in match || match.name === 'error' || match.name === 'login' || match.name.startsWith('password-')) return '/';
  return raw;
}

/** Keeps the address for the next sign-in. `person`: only for theirs; by default for who was signed in when this step of the history was made. */
export function storeRedirect(path: string, person: string = stepOwner()): void {
  const safe = safeRedirect(path);
  forgetRedirect();
  if (safe === '/') return;
  localStorage.setItem(KEY, safe);
  if (person !== '') localStorage.setItem(PERSON, person);
}

/** Reads and deletes it, and checks again what was stored. Returns '/' if it was kept for another person. */
export function takeRedirect(person = ''): string {
  const raw = localStorage.getItem(KEY);
  const owner = localStorage.getItem(PERSON) ?? '';
  forgetRedirect();
  return owner === '' || owner === person ? safeRedirect(raw) : '/';
}

export function forgetRedirect(): void {
  localStorage.removeItem(KEY);
  localStorage.removeItem(PERSON);
}
