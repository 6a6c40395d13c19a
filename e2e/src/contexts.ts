/**
 * Pools browser contexts by settings. Cookies, storage, permissions and pages are cleared between visitors, but the compiled client stays cached.
 * This halves the time of a visitor's first page.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { PATIENCE } from './patience.ts';

type Ready = {
  context: BrowserContext;
  key: string;
  url: string;
  /** Empty page on the portal's origin, which keeps the renderer process running between visitors. */
  anchor: Page;
  devtools: CDPSession;
};

/** Maximum number of idle contexts. If exceeded, the context that has been idle longest is closed. */
const MAX_IDLE = 6;
const idle: Ready[] = [];
const inUse = new Map<BrowserContext, Ready>();

/** Returns an idle or new context. */
export async function acquireContext(browser: Browser, url: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const key = JSON.stringify([url, options]);
  const at = idle.findIndex((one) => one.key === key && one.context.browser() === browser);
  const ready = at >= 0 ? idle.splice(at, 1)[0]! : await open(browser, key, url, options);
  // A late response to the previous visitor may have set its cookie again.
  await ready.context.clearCookies();
  inUse.set(ready.context, ready);
  return ready.context;
}

async function open(browser: Browser, key: string, url: string, options: BrowserContextOptions): Promise<Ready> {
  // Blocks service workers by default, because a service worker stores fifty files for each visitor.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options, baseURL: url });
  context.setDefaultTimeout(PATIENCE);
  const anchor = await context.newPage();
  await anchor.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
  await anchor.goto('/');
  return { context, key, url, anchor, devtools: await context.newCDPSession(anchor) };
}

/** Returns the address of the portal that the context is used for. */
export const portalUrlFor = (context: BrowserContext): string => inUse.get(context)?.url ?? '';

/** Clears the visitor's data and returns the context to the pool. */
export async function clearContext(context: BrowserContext): Promise<void> {
  const ready = inUse.get(context);
  if (!ready) return;
  inUse.delete(context);
  const { anchor, devtools, url } = ready;
  const { origin } = new URL(url);
  await Promise.all(context.pages().map((page) => page !== anchor && page.close()));
  await Promise.all([
    context.unrouteAll(),
    context.clearCookies(),
    context.clearPermissions(),
    anchor.evaluate(() => localStorage.clear()),
    devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,cache_storage,service_workers,file_systems' }),
  ]);
  idle.push(ready);
  if (idle.length > MAX_IDLE) await idle.shift()?.context.close();
}

/** Closes a context that cannot be reused after a failure. */
export async function closeContext(context: BrowserContext): Promise<void> {
  inUse.delete(context);
  await context.close();
}
