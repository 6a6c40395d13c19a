/**
 * Service worker of the portal (docs/behaviour/access.md#without-a-connection). It loads pages and public texts from the network, and falls back to
 * the stored shell and texts without a connection. It also serves media stored on this device, but never answers calls with personal data.
 * client/app-worker.ts builds it and fills in the file names.
 */
import { OFFLINE_CACHE, TEXTS_CACHE } from '../stores/offline/forget.ts';
import { findOfflineFile, OFFLINE_PATH } from '../stores/offline/offline-cache.ts';
import { rangeResponse } from './partial.ts';

type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Lasting & {
  request: Request;
  respondWith: (response: Promise<Response>) => void;
};
type Scope = {
  addEventListener: ((name: 'install' | 'activate', handle: (event: Lasting) => void) => void) &
    ((name: 'fetch', handle: (event: Fetching) => void) => void) &
    ((name: 'message', handle: (event: Lasting & MessageEvent) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: Location;
};
const worker = self as unknown as Scope;

/** Build files, filled in by client/app-worker.ts. `VIEWERS` are needed only to play stored media. */
declare const SHELL: readonly string[];
declare const VIEWERS: readonly string[];
/** Entry script that the page of the same build loads. */
declare const ENTRY: string;

const PAGE = '/index.html';
/** Cache name, which contains the entry script and thereby identifies the version. */
const SHELL_CACHE = `shell:${ENTRY}`;
const FILES = new Set([...SHELL, ...VIEWERS]);
/** Matches calls without personal data that every page sends at startup. */
const PUBLIC_CALLS = /^\/api\/v1\/(config\/frontend|setup\/(theme|locale\/[\w-]+|logo|files\/(logo_footer|illustration)))$/;
/** Matches paths of navigations that do not open a page of the client. */
const NO_PAGE = /^\/(api|content|h5p|packages|pdfjs|assets|metrics)(\/|$)|\.\w{1,8}$/;
/** Time in milliseconds after which the shell is shown instead of a page that has not responded. */
const PAGE_WAITS = 10_000;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
  if (event.data === 'viewers') event.waitUntil(answerViewers(event.ports[0]));
});
worker.addEventListener('fetch', (event) => {
  const answer = answerOf(event);
  if (answer) event.respondWith(answer);
});

/** Returns the response to a request, or `null` to let the browser handle it. */
function answerOf(event: Fetching): Promise<Response> | null {
  const { method, url, mode } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== worker.location.origin) return null;
  // Rejects navigation to stored files, which are only embedded in pages.
  if (pathname.startsWith(OFFLINE_PATH))
    return mode === 'navigate' ? Promise.resolve(Response.error()) : readStored(pathname, event.request);
  if (mode === 'navigate') return NO_PAGE.test(pathname) ? null : openPage(event.request);
  if (FILES.has(pathname)) return readFile(event.request);
  return PUBLIC_CALLS.test(pathname) ? readPublic(event.request) : null;
}

async function install(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'omit' });
  // During a deployment the page may belong to another version than this script. The browser then retries the installation when the next page is
  // opened.
  if (!(await page.clone().text()).includes(ENTRY)) throw new Error('the page is of another version');
  await cache.put(PAGE, page);
  await cache.addAll(SHELL);
  // Offline media must remain playable after an update.
  if (await caches.has(OFFLINE_CACHE)) await storeViewers();
  await refreshTexts();
  await worker.skipWaiting();
}

/** Refetches the stored texts, because a new version may need other texts. Texts that cannot be fetched remain stored. */
async function refreshTexts(): Promise<void> {
  const cache = await caches.open(TEXTS_CACHE);
  for (const { url } of await cache.keys()) {
    const response = await fetch(url, { cache: 'no-cache' }).catch(() => null);
    if (response?.ok) await cache.put(url, response);
  }
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith('shell:') && name !== SHELL_CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function storeViewers(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const missing = await Promise.all(VIEWERS.map(async (path) => ((await cache.match(path)) ? null : path)));
  await cache.addAll(missing.filter((path) => path !== null));
}

const answerViewers = (port: MessagePort | undefined): Promise<void> =>
  storeViewers().then(
    () => port?.postMessage('stored'),
    () => port?.postMessage('failed'),
  );

const isGateway = ({ status }: Response): boolean => status >= 502 && status <= 504;

/**
 * Opens a page from the network. If there is no response, or a proxy reports that the portal is down, the stored shell starts and waits for the
 * connection.
 */
async function openPage(request: Request): Promise<Response> {
  const shell = await caches.match(PAGE, { cacheName: SHELL_CACHE });
  const fromNetwork = fetch(request);
  if (!shell) return fromNetwork;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PAGE_WAITS)));
  const response = await Promise.race([fromNetwork.catch(() => null), late]);
  clearTimeout(timer);
  return response && !isGateway(response) ? response : shell;
}

/** Returns a build file from the cache or the network. File names contain a hash of the content, so a stored file is never outdated. */
const readFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { cacheName: SHELL_CACHE, ignoreVary: true })) ?? fetch(request);

async function readPublic(request: Request): Promise<Response> {
  const response = await fetch(request).catch((problem: unknown) => problem as Error);
  const cache = await caches.open(TEXTS_CACHE);
  if (response instanceof Response && !isGateway(response)) {
    if (response.ok) void cache.put(request, response.clone()).catch(() => undefined);
    return response;
  }
  // If the screen was never opened, its texts come from the stored reply with the texts of all screens.
  const stored =
    (await cache.match(request, { ignoreVary: true })) ?? (await cache.match(new URL(request.url).pathname, { ignoreVary: true }));
  if (stored) return stored;
  if (response instanceof Response) return response;
  throw response;
}

async function readStored(pathname: string, request: Request): Promise<Response> {
  const stored = await findOfflineFile(pathname, Date.now());
  return stored ? rangeResponse(stored, request.headers.get('range')) : new Response(null, { status: 404 });
}
