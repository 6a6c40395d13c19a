/** Page to open after signing in, which must be a path of the route table (docs/behaviour/access.md#client-storage). */
import { matchPath } from '@fundus/contract/screens';
import { historyEntryOwner } from '../ui/router.tsx';

const KEY = 'redirectUrl';
/** Storage key of the user for whom the target is stored. Missing if an anonymous visitor was asked to sign in. */
const PERSON = 'redirectPerson';
const MAX = 2000;

/** Returns the URL if it is a path of the route table that can be opened after a sign-in, otherwise `/`. */
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

/** Stores the page to open after the next sign-in of `person`, who defaults to the owner of the current history entry. */
export function storeRedirect(path: string, person: string = historyEntryOwner()): void {
  const safe = safeRedirect(path);
  clearRedirect();
  if (safe === '/') return;
  localStorage.setItem(KEY, safe);
  if (person !== '') localStorage.setItem(PERSON, person);
}

/** Reads, validates and deletes the stored target. Returns `/` if it was stored for another user. */
export function consumeRedirect(person = ''): string {
  const raw = localStorage.getItem(KEY);
  const owner = localStorage.getItem(PERSON) ?? '';
  clearRedirect();
  return owner === '' || owner === person ? safeRedirect(raw) : '/';
}

export function clearRedirect(): void {
  localStorage.removeItem(KEY);
  localStorage.removeItem(PERSON);
}
