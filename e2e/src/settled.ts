/** When a page stands still: nothing is loading and nothing is left to do. */
import type { Page, Request } from 'playwright-core';

type Loading = { open: Set<Request>; begun: number; whenDone: Set<() => void> };
const watched = new WeakMap<Page, Loading>();

/** How long a page may take. */
const PATIENCE = 60_000;

/** Follows what the page asks for, from now on. Films are loaded as long as they last, and streams of events never end: they do not count. */
export function watchLoading(page: Page): void {
  const loading: Loading = { open: new Set(), begun: 0, whenDone: new Set() };
  watched.set(page, loading);
  page.on('request', (request) => {
    if (request.resourceType() === 'media' || request.resourceType() === 'eventsource') return;
    loading.open.add(request);
    loading.begun++;
  });
  const done = (request: Request) => {
    loading.open.delete(request);
    if (loading.open.size > 0) return;
    for (const go of loading.whenDone) go();
    loading.whenDone.clear();
  };
  page.on('requestfinished', done);
  page.on('requestfailed', done);
}

/** Waits until nothing is loading, at most until `end`. */
function loaded({ open, whenDone }: Loading, end: number): Promise<void> {
  if (open.size === 0) return Promise.resolve();
  return new Promise((done, fail) => {
    const patience = setTimeout(
      () => fail(new Error(`still loading: ${[...open].map((request) => request.url()).join(', ')}`)),
      end - Date.now(),
    );
    whenDone.add(() => {
      clearTimeout(patience);
      done();
    });
  });
}

/**
 * Waits in the page until there is a screen (the address can be ahead of it: then the old heading is gone and the new one not yet there)
 * without grey bars in place of words, and until the browser has nothing to do, twice: what came in was worked in and drawn.
 */
const drawn = (page: Page, end: number): Promise<void> =>
  page.evaluate(async (patience) => {
    // Idle callbacks would say it, but Chromium keeps them back for seconds now and then, where it expects fingers.
    const frame = () => new Promise((done) => [requestAnimationFrame(done), setTimeout(done, 100)]);
    const idle = async () => {
      await frame();
      await scheduler.postTask(() => undefined, { priority: 'background' });
    };
    const hasHeading = () => [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility({ visibilityProperty: true }));
    // Also those that wait a moment before they can be seen.
    const hasBars = () => [...document.querySelectorAll('[data-placeholder]')].some((bar) => bar.checkVisibility());
    const isThere = () => hasHeading() && !hasBars();
    for (const last = performance.now() + patience; !isThere(); await new Promise((next) => setTimeout(next, 20)))
      if (performance.now() > last) throw new Error('no screen: there is no heading, or something has not come yet');
    await idle();
    await idle();
  }, end - Date.now());

/** Waits until a screen is drawn, nothing is loading and drawing it has asked for nothing more. */
async function quiet(page: Page): Promise<void> {
  const loading = watched.get(page);
  if (!loading) throw new Error('nobody watches what this page loads: it was not opened by visit()');
  const end = Date.now() + PATIENCE;
  for (let calm = 0; calm < 2;) {
    if (Date.now() > end) throw new Error('the page asks for one thing after the other');
    await loaded(loading, end);
    const { begun } = loading;
    await drawn(page, end);
    calm = loading.open.size === 0 && loading.begun === begun ? calm + 1 : 0;
  }
}

/** The heading is there, nothing is loading, fonts have arrived. */
export async function settled(page: Page): Promise<void> {
  await quiet(page);
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** … and all pictures, also those further down. */
export async function withPictures(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
