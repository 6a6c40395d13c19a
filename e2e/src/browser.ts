/** Chromium as a visitor uses it: fresh profile, German, watched for errors and for requests that leave the portal. */
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
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
  // Nothing but this machine resolves: a request that leaves the portal fails even if the watch below missed it.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    chromiumSandbox: false,
    args: FLAGS,
  });

export type Visitor = {
  context: BrowserContext;
  page: Page;
  /** Another page of the same visitor, watched alike. */
  open(): Promise<Page>;
  /** What went wrong so far: console errors, uncaught exceptions, blocked or foreign requests. */
  problems: string[];
};

const DESKTOP: BrowserContextOptions = {
  locale: 'de-DE',
  timezoneId: 'Europe/Berlin',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
};

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A new visitor of the portal at `url`; `options` are laid over a German desktop. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ ...DESKTOP, baseURL: url, ...options });
  context.setDefaultTimeout(15_000);
  const problems: string[] = [];
  const { origin } = new URL(url);
  context.on('request', (request) => {
    const address = request.url();
    // Somebody who is led to another site is not a page that fetches from there.
    if (request.isNavigationRequest() && request.frame().parentFrame() === null) return;
    if (/^https?:/.test(address) && new URL(address).origin !== origin) problems.push(`foreign request: ${address}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !isAnswerOfOurs(message.text(), message.location().url, origin))
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack ?? error.error().message}`));
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
  return { context, page: await open(), open, problems };
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
