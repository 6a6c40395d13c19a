/** When a page stands still: nothing is loading and nothing is left to do. */
import type { Page, Request } from 'playwright-core';

type Loading = { open: Set<Request>; begun: number };
const watched = new WeakMap<Page, Loading>();

/** Follows what the page asks for, from now on. Films are loaded as long as they last and do not count. */
export function watchLoading(page: Page): void {
  const loading: Loading = { open: new Set(), begun: 0 };
  watched.set(page, loading);
  page.on('request', (request) => {
    if (request.resourceType() === 'media') return;
    loading.open.add(request);
    loading.begun++;
  });
  page.on('requestfinished', (request) => loading.open.delete(request));
  page.on('requestfailed', (request) => loading.open.delete(request));
}

/** The browser has nothing to do, twice: what came in was worked in and drawn. */
const idle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let i = 0; i < 2; i++) await new Promise((done) => requestIdleCallback(done, { timeout: 2_000 }));
  });

/** The address can be ahead of its screen: then the old heading is gone and the new one not yet there. */
const drawn = (page: Page): Promise<boolean> => page.getByRole('heading', { level: 1 }).first().isVisible();

/** Waits until a screen is drawn, nothing is loading and drawing it has asked for nothing more. Throws after fifteen seconds. */
async function quiet(page: Page): Promise<void> {
  const loading = watched.get(page);
  if (!loading) throw new Error('nobody watches what this page loads: it was not opened by visit()');
  const end = Date.now() + 15_000;
  for (let calm = 0; calm < 2;) {
    if (Date.now() > end) throw new Error(`no screen, or still loading: ${[...loading.open].map((request) => request.url()).join(', ')}`);
    const { begun } = loading;
    await idle(page);
    if ((await drawn(page)) && loading.open.size === 0 && loading.begun === begun) calm++;
    else {
      calm = 0;
      await page.waitForTimeout(20);
    }
  }
}

/** The heading is there, nothing is loading, fonts and pictures have arrived, also those further down. */
export async function settled(page: Page): Promise<void> {
  await quiet(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
