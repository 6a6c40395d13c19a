/** Media saved on the device: stored until a chosen day, played offline, and deleted on sign-out. */
import { href } from '@fundus/contract/screens';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { journey } from '../../src/journey.ts';
import { profile, signIn, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

const WITH_WORKER = { serviceWorkers: 'allow' } as const;
/** Log entries of the browser that are caused by the missing network. */
const NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to load|ERR_FAILED/;

/** Waits until the service worker controls the page and has cached the app shell. */
const controlled = (page: Page) =>
  page.waitForFunction(async () => {
    const ready = await navigator.serviceWorker.getRegistration('/');
    return navigator.serviceWorker.controller !== null && ready?.active?.state === 'activated' && (await caches.has('texts'));
  });

/** Opens the dialog in which a medium is saved on the device. */
async function openDialog(page: Page, identifier: string): Promise<Locator> {
  await page.goto(href('media', { id: identifier }));
  await settled(page);
  await page
    .getByRole('button', { name: /^Weitere Aktionen|^Mehr|Aktionen/ })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name: text('offline.save'), exact: true }).click();
  return page.getByRole('dialog');
}

async function saveOffline(page: Page, identifier: string): Promise<void> {
  const dialog = await openDialog(page, identifier);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: text('offline.save'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

const stored = (page: Page) =>
  page.evaluate(async () => (await caches.has('offlineMedia')) && (await (await caches.open('offlineMedia')).keys()).length);

journey(
  'opens a saved film and a saved worksheet offline',
  async ({ context, page, problems }) => {
    await signIn(page, 'teacher');
    await controlled(page);
    await saveOffline(page, 'FU-photosynthese');
    await saveOffline(page, 'FU-arbeitsblatt-photosynthese');
    await page.getByRole('button', { name: text('offline.open'), exact: true }).click();
    await page.getByRole('link', { name: text('offline.play.named', { title: 'Photosynthese' }), exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);

    await context.setOffline(true);
    // The service worker serves the app.
    await page.goto('/');
    await profile(page).waitFor();
    await page.getByRole('link', { name: text('app.offline.media') }).click();
    await page.getByRole('link', { name: text('offline.play.named', { title: 'Photosynthese' }), exact: true }).click();
    await page.getByRole('button', { name: text('player.start') }).click();
    const film = page.locator('video');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5);
    // Seeking makes the player send a range request.
    await film.evaluate((video: HTMLVideoElement) => void (video.currentTime = 40));
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(40.3);
    expect(await film.evaluate((video: HTMLVideoElement) => [...video.textTracks].length)).toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await page.goto(href('library', { tab: 'offline' }, { medium: 'FU-arbeitsblatt-photosynthese' }));
    await page.locator('canvas').first().waitFor();

    await context.setOffline(false);
    await page.getByText(text('app.offline')).waitFor({ state: 'detached' });
    await profile(page).click();
    await page.getByRole('menuitem', { name: text('profile.signOut') }).click();
    await page.getByText(text('login.signedOut')).waitFor();
    expect(await stored(page)).toBe(false);
    problems.splice(0, problems.length, ...problems.filter((problem) => !NETWORK.test(problem)));
  },
  WITH_WORKER,
);

journey(
  'opens a saved book offline',
  async ({ context, page, problems }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/');
    await controlled(page);
    const dialog = await openDialog(page, 'FU-wald-quiz');
    await dialog.getByText(text('offline.not.h5p')).waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog
      .getByRole('button', { name: text('app.close'), exact: true })
      .last()
      .click();
    await saveOffline(page, 'FU-das-licht-von-sandhoern');
    await context.setOffline(true);
    await page.goto(href('library', { tab: 'offline' }, { medium: 'FU-das-licht-von-sandhoern' }));
    await page.getByRole('button', { name: text('player.epub.contents') }).waitFor();
    const book = page.locator('.epub-text');
    // The first section of the book is its cover.
    await expect.poll(() => book.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await page.getByRole('button', { name: text('player.epub.next') }).click();
    await expect.poll(() => book.innerText()).not.toBe('');
    expect(await violations(page)).toEqual([]);
    // A stored chapter cannot be opened as a page on the portal's origin.
    const parts = await page.evaluate(async () =>
      (await (await caches.open('offlineMedia')).keys()).map(({ url }) => url).filter((url) => url.endsWith('.xhtml')),
    );
    expect(parts.length).toBeGreaterThan(2);
    await expect(page.goto(parts[0]!)).rejects.toThrow(/ERR_FAILED/);
    await context.setOffline(false);
    problems.splice(0, problems.length, ...problems.filter((problem) => !NETWORK.test(problem)));
  },
  WITH_WORKER,
);

journey(
  'deletes saved media when another user signs in',
  async ({ context, page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/');
    await controlled(page);
    await saveOffline(page, 'FU-arbeitsblatt-photosynthese');
    const files = await page.evaluate(async () =>
      (await (await caches.open('offlineMedia')).keys()).map(({ url }) => url).filter((url) => url.includes('/files/')),
    );
    const open = () => page.evaluate(async (url) => (await fetch(url)).status, files[0]!);
    expect(await open()).toBe(200);
    // Simulates an expired session.
    await context.clearCookies();
    await page.goto('/');
    await expect.poll(open).toBe(404);
    expect(await stored(page)).toBeGreaterThan(0);
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/');
    await expect.poll(() => stored(page)).toBe(false);
    expect(await open()).toBe(404);
  },
  WITH_WORKER,
);

journey(
  'rejects an expiry date more than a year ahead',
  async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/');
    await controlled(page);
    const dialog = await openDialog(page, 'FU-photosynthese');
    await dialog.getByLabel(text('offline.until'), { exact: true }).fill('1.1.2099');
    await dialog.getByRole('button', { name: text('offline.save'), exact: true }).click();
    await dialog.getByText(/^Wählen Sie einen Tag bis zum/).waitFor();
    expect(await page.evaluate(() => caches.has('offlineMedia'))).toBe(false);
  },
  WITH_WORKER,
);
