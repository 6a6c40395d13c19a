/** Chromium as a visitor uses it: fresh, German, and monitored for errors and requests to other hosts. One browser per process. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core';
import { clearContext, closeContext, acquireContext } from './contexts.ts';
import { watchLoading } from './settled.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--autoplay-policy=no-user-gesture-required',
  // All pages of a context share a process, which has compiled the client.
  '--process-per-site',
  // Only local names resolve: requests to other hosts fail even if the monitoring below misses them.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
];

let running: Promise<Browser> | undefined;

/** Returns the browser of this process, started on first use and after a crash. */
async function ourBrowser(): Promise<Browser> {
  if (running && !(await running).isConnected()) running = undefined;
  running ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: false,
    args: FLAGS,
  });
  return running;
}

/** Closes the browser, for programs that continue without it; the end of the process closes it as well. */
export const closeBrowser = async (): Promise<void> => (await running)?.close();

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Opens another monitored page of the same visitor. */
  open(): Promise<Page>;
  /** Problems so far: console errors, uncaught exceptions, blocked requests, requests to other hosts. */
  problems: string[];
  /** Ends the visit; `broken` discards the context. */
  leave(how?: { broken?: boolean }): Promise<void>;
};

const DESKTOP: BrowserContextOptions = {
  locale: 'de-DE',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
};

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Returns whether the request is for the page itself, or for a window that is opening and has no frame yet. */
function isOfPage(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}

/** Returns a new visitor of the portal at `url`; `options` override a German desktop. */
export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await acquireContext(await ourBrowser(), url, { ...DESKTOP, ...options });
  const problems: string[] = [];
  const { origin } = new URL(url);
  const onRequest = (request: Request) => {
    const address = request.url();
    // A redirect of the visitor to another site is not a request of the page.
    if (request.isNavigationRequest() && isOfPage(request)) return;
    if (/^https?:/.test(address) && new URL(address).origin !== origin) problems.push(`foreign request: ${address}`);
  };
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' && !isAnswerOfOurs(message.text(), message.location().url, origin))
      problems.push(`console: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => {
    problems.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  };
  context.on('request', onRequest).on('console', onConsole).on('weberror', onError);
  const open = async () => {
    const page = await context.newPage();
    watchLoading(page);
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Navigation aborts pending requests.
      if (!reason.includes('ERR_ABORTED')) problems.push(`request failed: ${request.url()} ${reason}`);
    });
    return page;
  };
  const leave = async ({ broken = false } = {}) => {
    context.off('request', onRequest).off('console', onConsole).off('weberror', onError);
    await (broken ? closeContext(context) : clearContext(context));
  };
  return { context, page: await open(), open, problems, leave };
}

/**
 * Returns whether a console message is an expected answer. Chromium logs every 4xx as an error: refusals of the API and "no such page" are expected,
 * missing files and 5xx are not.
 */
const isAnswerOfOurs = (text: string, url: string, origin: string): boolean => {
  if (!url.startsWith(`${origin}/`)) return false;
  if (url.startsWith(`${origin}/api/`)) return /status of (401|403|404|409|410|429)/.test(text);
  return /status of 404/.test(text) && !url.startsWith(`${origin}/content/`) && !/\.\w{1,8}$/.test(new URL(url).pathname);
};

/** Returns the path and query of the page. */
export const pathOf = (page: Page): string => new URL(page.url(), 'http://nowhere').pathname;
export const addressOf = (page: Page): string => page.url().replace(/^\w+:\/\/[^/]+/, '');
