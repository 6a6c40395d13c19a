/** Chromium as a visitor uses it: nothing kept, German, watched for errors and for requests that leave the portal. One for each process. */
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
import { clearContext, closeContext, takeContext } from './contexts.ts';
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
  // All pages of a context are drawn by one process, which has the client compiled.
  '--process-per-site',
  // Nothing but this machine resolves: a request that leaves the portal fails even if the watch below missed it.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost',
];

let running: Promise<Browser> | undefined;

/** The browser of this process, started for its first visitor, and again after a crash. */
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

/** For programs that go on without it; the end of the process ends it as well. */
export const closeBrowser = async (): Promise<void> => (await running)?.close();

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Another page of the same visitor, watched alike. */
  open(): Promise<Page>;
  /** What went wrong so far: console errors, uncaught exceptions, blocked or foreign requests. */
  problems: string[];
  /** Ends the visit; `broken` when nobody should come after it. */
  leave(how?: { broken?: boolean }): Promise<void>;
};

const DESKTOP: BrowserContextOptions = {
  locale: 'de-DE',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
};

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Of the page itself, or of a window that opens just now and has no frame yet. */
function isOfPage(request: Request): boolean {
  try {
    return request.frame().parentFrame() === null;
  } catch {
    return true;
  }
}

/** A new visitor of the portal at `url`; `options` are laid over a German desktop. */
export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await takeContext(await ourBrowser(), url, { ...DESKTOP, ...options });
  const problems: string[] = [];
  const { origin } = new URL(url);
  const onRequest = (request: Request) => {
    const address = request.url();
    // Somebody who is led to another site is not a page that fetches from there.
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
      // A reader who goes on aborts what is still loading.
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

/** Chromium logs every 4xx as an error. A refusal of the API and "there is no such page" are answers; a missing file or a 5xx is a fault. */
const isAnswerOfOurs = (text: string, url: string, origin: string): boolean => {
  if (!url.startsWith(`${origin}/`)) return false;
  if (url.startsWith(`${origin}/api/`)) return /status of (401|403|404|409|410|429)/.test(text);
  return /status of 404/.test(text) && !url.startsWith(`${origin}/content/`) && !/\.\w{1,8}$/.test(new URL(url).pathname);
};

/** Where the page is, without the portal's own address. */
export const pathOf = (page: Page): string => new URL(page.url(), 'http://nowhere').pathname;
export const addressOf = (page: Page): string => page.url().replace(/^\w+:\/\/[^/]+/, '');
