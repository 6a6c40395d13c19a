/** Storage for an opaque origin: `localStorage`, `sessionStorage` and cookies that exist as long as the frame. */
import { saveSoon, state } from './frame-state.ts';

/** Quota in characters, the same as in browsers. */
const MAX_CHARACTERS = 5_000_000;

/** Returns a `Storage` whose entries can also be accessed as properties. */
export function makeStorage(entries: [string, string][], changed: () => void): Storage {
  const values = new Map(entries);
  const write = (): void => {
    entries.splice(0, entries.length, ...values);
    changed();
  };
  const set = (key: string, value: string): void => {
    let size = key.length + value.length;
    for (const [name, text] of values) if (name !== key) size += name.length + text.length;
    if (size > MAX_CHARACTERS) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    values.set(key, value);
    write();
  };
  const methods: Record<string, unknown> = {
    getItem: (key: unknown) => values.get(String(key)) ?? null,
    setItem: (key: unknown, value: unknown) => set(String(key), String(value)),
    removeItem: (key: unknown) => {
      if (values.delete(String(key))) write();
    },
    clear: () => {
      values.clear();
      write();
    },
    key: (index: unknown) => [...values.keys()][Number(index)] ?? null,
  };
  return new Proxy(methods, {
    get: (_, name) => {
      if (name === 'length') return values.size;
      if (name === Symbol.toStringTag) return 'Storage';
      if (typeof name === 'symbol' || name in methods) return Reflect.get(methods, name) as unknown;
      return values.get(name) ?? (name in Object.prototype ? (Reflect.get(Object.prototype, name) as unknown) : undefined);
    },
    set: (_, name, value) => {
      if (typeof name === 'string') set(name, String(value));
      return true;
    },
    deleteProperty: (_, name) => {
      if (typeof name === 'string' && values.delete(name)) write();
      return true;
    },
    has: (_, name) => name === 'length' || name in methods || (typeof name === 'string' && values.has(name)),
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      typeof name === 'string' && values.has(name)
        ? { value: values.get(name), writable: true, enumerable: true, configurable: true }
        : undefined,
  }) as unknown as Storage;
}

/** Returns functions that read and write the cookies of a page. Expired cookies are deleted. */
export function makeCookies(entries: [string, string][], changed: () => void, now: () => number = Date.now) {
  const kept = new Map(entries);
  return {
    read: (): string => [...kept].map(([name, value]) => (name === '' ? value : `${name}=${value}`)).join('; '),
    write: (cookie: unknown): void => {
      const [pair = '', ...attributes] = String(cookie).split(';');
      const at = pair.indexOf('=');
      const name = at < 0 ? '' : pair.slice(0, at).trim();
      const value = pair.slice(at + 1).trim();
      if (name === '' && value === '') return;
      if (hasEnded(attributes, now())) kept.delete(name);
      else kept.set(name, value);
      entries.splice(0, entries.length, ...kept);
      changed();
    },
  };
}

function hasEnded(attributes: readonly string[], now: number): boolean {
  const of = new Map(attributes.map((each) => [each.split('=')[0]!.trim().toLowerCase(), each.slice(each.indexOf('=') + 1).trim()]));
  const age = of.get('max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  const expires = Date.parse(of.get('expires') ?? '');
  return !Number.isNaN(expires) && expires <= now;
}

export function installStorage(): void {
  const define = (name: string, value: unknown): unknown =>
    Object.defineProperty(window, name, { value, configurable: true, enumerable: true });
  define('localStorage', makeStorage(state.local, saveSoon));
  define('sessionStorage', makeStorage(state.session, saveSoon));
  const cookies = makeCookies(state.cookies, saveSoon);
  Object.defineProperty(document, 'cookie', { configurable: true, enumerable: true, get: cookies.read, set: cookies.write });
  Object.defineProperty(navigator, 'cookieEnabled', { value: true, configurable: true });
}

/** Returns the enclosing page of the package, or `null` if it has another origin. Pages of the same origin share storage and the SCORM API. */
export function sharedWindow(): Window | null {
  try {
    return window.parent !== window && window.parent.fundusRuntime ? window.parent : null;
  } catch {
    return null;
  }
}

export function shareStorage(outer: Window): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'] as const)
    Object.defineProperty(window, name, { configurable: true, enumerable: true, get: () => outer[name] });
  const cookies = { get: () => outer.document.cookie, set: (value: string) => void (outer.document.cookie = value) };
  Object.defineProperty(document, 'cookie', { configurable: true, enumerable: true, ...cookies });
}
