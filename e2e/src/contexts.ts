/**
 * Browser contexts, used again by one visitor after another with the same settings. What a visitor leaves (cookies, storage, permissions,
 * pages) is cleared; what the browser has loaded and compiled of the client stays: a first page costs less than half of what it
 * costs in a context of its own.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

type Ready = {
  context: BrowserContext;
  key: string;
  url: string;
  /** An empty page of the portal's address. While it is open the process that draws the pages goes on from one visitor to the next. */
  anchor: Page;
  devtools: CDPSession;
};

/** How many wait for a visitor; the one that waited longest is closed for another. */
const MAX_IDLE = 6;
const idle: Ready[] = [];
const inUse = new Map<BrowserContext, Ready>();

/** A context in which nobody has been, or whose visitor has left. */
export async function takeContext(browser: Browser, url: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const key = JSON.stringify([url, options]);
  const at = idle.findIndex((one) => one.key === key && one.context.browser() === browser);
  const ready = at >= 0 ? idle.splice(at, 1)[0]! : await open(browser, key, url, options);
  inUse.set(ready.context, ready);
  return ready.context;
}

async function open(browser: Browser, key: string, url: string, options: BrowserContextOptions): Promise<Ready> {
  const context = await browser.newContext({ ...options, baseURL: url });
  context.setDefaultTimeout(45_000);
  const anchor = await context.newPage();
  await anchor.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }));
  await anchor.goto('/');
  return { context, key, url, anchor, devtools: await context.newCDPSession(anchor) };
}

/** Address of the portal a visitor visits. */
export const portalOf = (context: BrowserContext): string => inUse.get(context)?.url ?? '';

/** Clears what the visitor left and keeps the context for the next. */
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

/** Closes a context after something went wrong in it. */
export async function closeContext(context: BrowserContext): Promise<void> {
  inUse.delete(context);
  await context.close();
}
