/** Opens the portal in Chromium as a new visitor, and records errors and requests to other hosts. Each process has one browser. */
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
import { PATIENCE } from './patience.ts';
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
  // Pictures are decoded before they are drawn, so that none is missing in a screenshot.
  '--disable-checker-imaging',
  '--autoplay-policy=no-user-gesture-required',
  // All pages of a context share a process, so that the client is compiled only once.
  '--process-per-site',
  // Only local names resolve, so that requests to other hosts fail even if the monitoring misses them.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
];

let running: Promise<Browser> | undefined;

/** Returns the browser of this process. It is started on first use and again after a crash. */
async function ourBrowser(): Promise<Browser> {
  if (running && !(await running).isConnected()) running = undefined;
  running ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: false,
    timeout: PATIENCE,
    args: FLAGS,
  });
  return running;
}

/** Closes the browser in programs that continue without it. Otherwise it closes when the process ends. */
export const closeBrowser = async (): Promise<void> => (await running)?.close();

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Opens another monitored page of the same visitor. */
  open(): Promise<Page>;
  /** Problems recorded so far: console errors, uncaught exceptions, failed requests, requests to other hosts. */
  problems: string[];
  /** Ends the visit. With `broken`, the browser context is not reused. */
  leave(how?: { broken?: boolean }): Promise<void>;
};

const DESKTOP: BrowserContextOptions = {
  locale: 'de-DE',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
};

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Returns whether the request belongs to the page itself rather than a frame. A window that is just opening has no frame yet. */
function isOfPage(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}

/** Opens a page for a new visitor of the portal at `url`. By default, the visitor uses a German desktop. */
export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await acquireContext(await ourBrowser(), url, { ...DESKTOP, ...options });
  const problems: string[] = [];
  const { origin } = new URL(url);
  const onRequest = (request: Request) => {
    const address = request.url();
    // Ignores navigation to another site, because it is not a request by the page.
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
 * Returns whether a console message is about an expected status. Chromium logs every 4xx as an error: refused calls and unknown pages are expected,
 * missing files and 5xx are not.
 */
const isAnswerOfOurs = (text: string, url: string, origin: string): boolean => {
  if (!url.startsWith(`${origin}/`)) return false;
  if (url.startsWith(`${origin}/api/`)) return /status of (401|403|404|409|410|429)/.test(text);
  return /status of 404/.test(text) && !url.startsWith(`${origin}/content/`) && !/\.\w{1,8}$/.test(new URL(url).pathname);
};

/** Returns the path of the page; `addressOf` includes the query and the fragment. */
export const pathOf = (page: Page): string => new URL(page.url(), 'http://nowhere').pathname;
export const addressOf = (page: Page): string => page.url().replace(/^\w+:\/\/[^/]+/, '');
