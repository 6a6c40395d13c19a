/** A visit to another portal: what this browser keeps until it is back, what came with the way back, and which portal it was the last time. */

const KEY = 'visit';
const LAST = 'provider';

type Visit = { secret: string; provider: string };

export function rememberVisit(visit: Visit): void {
  sessionStorage.setItem(KEY, `${visit.secret} ${visit.provider}`);
}

let taken: Visit = { secret: '', provider: '' };

/** The visit this browser began; used once, and drawn twice it is still the same. */
export function takeVisit(): Visit {
  const [secret, provider = ''] = (sessionStorage.getItem(KEY) ?? '').split(' ');
  sessionStorage.removeItem(KEY);
  if (secret) taken = { secret, provider };
  return taken;
}

/** What the other portal said, out of the fragment the way back ended with; empty when nobody comes from there. */
export const answerOf = (fragment: string): string => new URLSearchParams(fragment).get('answer') ?? '';

/** The portal somebody last came in by on this device; who comes by their password leaves it as it is. */
export const lastProvider = (): string => localStorage.getItem(LAST) ?? '';

export const rememberProvider = (provider: string): void => localStorage.setItem(LAST, provider);

export const forgetProvider = (): void => localStorage.removeItem(LAST);

/** Of an address the hints a portal is given. */
export function hintsIn(search: string, names: readonly string[]): Record<string, string> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!.slice(0, 200)]] : [])));
}

/** The path of an address another portal names, if it is one of ours; else the first page. What may follow a sign-in is checked where it is kept. */
export function ourPath(address: string | null): string {
  if (!address || !URL.canParse(address)) return '/';
  const url = new URL(address);
  return url.origin === location.origin && !url.username && !url.password ? url.pathname + url.search : '/';
}

/** A bare host is written with a slash behind it, or without. */
export const isSameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');
