/** Where to go after signing in: a path of our own route table, kept until it is used (docs/behaviour/access.md#what-the-client-keeps). */
import { matchPath } from '@fundus/contract/screens';

const KEY = 'redirectUrl';
const LONGEST = 2000;

/** The address if it is a path of the route table that may follow a sign-in, else '/'. */
export function safeRedirect(raw: string | null): string {
  if (!raw || raw.length > LONGEST || !/^\/(?![/\\])/.test(raw)) return '/';
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

export function storeRedirect(path: string): void {
  const safe = safeRedirect(path);
  if (safe === '/') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, safe);
}

/** Reads and deletes it; whatever was put there is checked again. */
export function takeRedirect(): string {
  const raw = localStorage.getItem(KEY);
  localStorage.removeItem(KEY);
  return safeRedirect(raw);
}
