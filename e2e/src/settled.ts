/** Waits until a page is idle: no request is pending and all data is rendered. */
import type { Page, Request } from 'playwright-core';
import { PATIENCE } from './patience.ts';

type Loading = { open: Set<Request>; begun: number; whenDone: Set<() => void> };
const watched = new WeakMap<Page, Loading>();

/** Tracks the pending requests of a page. Films and event streams are ignored, because they stay open. */
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

/** Waits until no request is pending. Rejects at the time `end`. */
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

/** Waits in the page until it shows a heading and no placeholders, then until it has been idle twice, so that received data is rendered. */
const drawn = (page: Page, end: number): Promise<void> =>
  page.evaluate(async (patience) => {
    // Does not use idle callbacks, because Chromium sometimes delays them for seconds on touch devices.
    const frame = () => new Promise((done) => [requestAnimationFrame(done), setTimeout(done, 100)]);
    const idle = async () => {
      await frame();
      await scheduler.postTask(() => undefined, { priority: 'background' });
    };
    const hasHeading = () => [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility({ visibilityProperty: true }));
    // Includes placeholders that are not visible yet because their display is delayed.
    const hasBars = () => [...document.querySelectorAll('[data-placeholder]')].some((bar) => bar.checkVisibility());
    const isThere = () => hasHeading() && !hasBars();
    for (const last = performance.now() + patience; !isThere(); await new Promise((next) => setTimeout(next, 20)))
      if (performance.now() > last) throw new Error('no screen: the heading is missing, or content is still loading');
    await idle();
    await idle();
  }, end - Date.now());

/** Waits until the screen is rendered, no request is pending, and rendering has caused no further requests. */
async function waitUntilSettled(page: Page): Promise<void> {
  const loading = watched.get(page);
  if (!loading) throw new Error('the requests of this page are not tracked: it was not opened by visit()');
  const end = Date.now() + PATIENCE;
  for (let calm = 0; calm < 2;) {
    if (Date.now() > end) throw new Error('the page does not become idle');
    await loaded(loading, end);
    const { begun } = loading;
    await drawn(page, end);
    calm = loading.open.size === 0 && loading.begun === begun ? calm + 1 : 0;
  }
}

/** Waits until the page is rendered and all requests and fonts are loaded. */
export async function settled(page: Page): Promise<void> {
  await waitUntilSettled(page);
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** Waits like `settled`, and until all pictures are loaded, even those outside the window. */
export async function withPictures(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}
