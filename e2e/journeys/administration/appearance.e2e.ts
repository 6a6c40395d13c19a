/** Language and colour scheme: initially those of the browser, then those the user selected. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { profile, signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Returns the lightness of the page background, from 0 to 1. */
const lightness = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 765;
  });

describe('language', () => {
  journey('is German in a German browser until the user selects English', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/');
    await profile(page).click();
    expect(await language(page)).toBe('de');
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page
      .getByRole('link', { name: text('nav.search', {}, 'en'), exact: true })
      .first()
      .waitFor();
    expect(await language(page)).toBe('en');
    await page.reload();
    await page
      .getByRole('link', { name: text('nav.search', {}, 'en'), exact: true })
      .first()
      .waitFor();
    expect(await language(page)).toBe('en');
  });

  journey(
    'is English in a British browser',
    async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('heading', { level: 1, name: text('login.title', {}, 'en') }).waitFor();
    },
    { locale: 'en-GB' },
  );

  journey(
    'is English in a browser with an unsupported language',
    async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('heading', { level: 1, name: text('login.title', {}, 'en') }).waitFor();
    },
    { locale: 'fi-FI' },
  );
});

describe('colour scheme', () => {
  journey('follows the system', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await lightness(page)).toBeGreaterThan(0.9);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => lightness(page)).toBeLessThan(0.2);
  });

  journey('remains dark after a reload', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto(href('search'));
    await profile(page).click();
    await page.getByRole('menuitemradio', { name: text('profile.appearance.dark') }).click();
    await expect.poll(() => lightness(page)).toBeLessThan(0.2);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await lightness(page)).toBeLessThan(0.2);
  });
});

journey('prints on white even in the dark colour scheme', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('colourScheme', 'dark'));
  await page.goto(href('imprint'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await lightness(page)).toBeLessThan(0.2);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => lightness(page)).toBeGreaterThan(0.9);
  // App bar and footer are not printed.
  expect(await page.getByRole('contentinfo').count()).toBe(0);
});

journey('shows only legal links around an embedded page', async ({ page }) => {
  await page.goto(href('csearch', {}, { q: 'Wasser', embed: '1' }));
  await page.getByRole('article').first().waitFor();
  for (const landmark of ['banner', 'contentinfo'] as const) expect(await page.getByRole(landmark).count(), landmark).toBe(0);
  expect(await page.getByRole('navigation', { name: text('nav.main') }).count()).toBe(0);
  const strip = page
    .getByRole('navigation', { name: text('legal.nav') })
    .getByRole('link', { name: new RegExp(`^${text('legal.title.imprint')}`) });
  expect(await strip.getAttribute('target')).toBe('_blank');
});

journey('asks a guest to sign in without leaving the page', async ({ page }) => {
  const start = href('csearch', {}, { q: 'Wasser' });
  await page.goto(start);
  await page.getByRole('article').first().waitFor();
  const asking = page.getByRole('button', { name: text('ai.open') });
  await asking.press('Enter');
  const dialog = page.getByRole('dialog', { name: text('login.required.title') });
  await dialog.waitFor();
  expect(Math.round((await dialog.boundingBox())?.width ?? 0)).toBe(640);
  expect(addressOf(page)).toBe(start);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await asking.and(page.locator(':focus')).waitFor();

  await asking.press('Enter');
  await dialog.getByRole('button', { name: text('login.action'), exact: true }).click();
  await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
});
