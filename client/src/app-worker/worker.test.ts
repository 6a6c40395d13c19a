import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TEXTS_CACHE } from '../stores/offline/forget.ts';
import { fakeCaches } from '../testing/fake-caches.ts';

const TEXTS = 'https://portal.example/api/v1/setup/locale/de?screen=library';
type Handle = (event: object) => void;

/** Starts the worker with a stubbed `fetch`. Returns a function that dispatches an event and waits for its work. */
async function start(answer: (url: string) => Response) {
  const handles = new Map<string, Handle>();
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  vi.stubGlobal('SHELL', []);
  vi.stubGlobal('VIEWERS', ['/assets/pdf.js']);
  vi.stubGlobal('ENTRY', '/assets/main.js');
  vi.stubGlobal('self', {
    addEventListener: (name: string, handle: Handle) => handles.set(name, handle),
    skipWaiting: async () => undefined,
  });
  vi.resetModules();
  await import('./worker.ts');
  return async (name: string, about: object = {}) => {
    let work: Promise<unknown> = Promise.resolve();
    handles.get(name)!({ ...about, waitUntil: (one: Promise<unknown>) => (work = one) });
    await work;
  };
}

beforeEach(() => void vi.stubGlobal('caches', fakeCaches()));
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['refetches stored texts for a new version', 200, 'new'],
  ['keeps stored texts that cannot be fetched', 503, 'old'],
])('%s', async (_, status, expected) => {
  const cache = await caches.open(TEXTS_CACHE);
  await cache.put(TEXTS, new Response('old'));
  const dispatch = await start((url) => (url === TEXTS ? new Response('new', { status }) : new Response('<script src="/assets/main.js">')));
  await dispatch('install');
  expect(await (await cache.match(TEXTS))!.text()).toBe(expected);
});

it('rejects an installation if the server delivers another version', async () => {
  const dispatch = await start(() => new Response('<script src="/assets/other.js">'));
  await expect(dispatch('install')).rejects.toThrow('another version');
});

it.each([
  ['stored', async () => undefined],
  ['failed', () => Promise.reject(new TypeError('offline'))],
])('reports the download of the player scripts as %s', async (expected, addAll) => {
  const dispatch = await start(() => new Response());
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, addAll }) });
  const postMessage = vi.fn();
  await dispatch('message', { data: 'viewers', ports: [{ postMessage }] });
  expect(postMessage).toHaveBeenCalledWith(expected);
});
