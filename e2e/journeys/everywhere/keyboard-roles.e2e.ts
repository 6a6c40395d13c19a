/** Tasks that a learner and a school administrator complete without a mouse. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { addressOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { focused, pressUntilFocused, tabTo } from '../../src/keyboard.ts';
import { profile, type PersonName } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

/** Signs in by keyboard alone. */
async function typeIn(page: Page, name: PersonName): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(text('login.name')).focus();
  await page.keyboard.type(DEMO_ACCOUNTS.find(({ kind }) => kind === name)!.login);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await profile(page).waitFor();
  // The heading of a new page receives the focus.
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
}

/** Opens the user menu and selects an entry with the arrow keys. */
async function chooseInMenu(page: Page, entry: string): Promise<void> {
  const wanted = text('profile.menu', { name: '' });
  await pressUntilFocused(page, 'Shift+Tab', (name) => name.startsWith(wanted));
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  if ((await focused(page)) !== entry) await pressUntilFocused(page, 'ArrowDown', (name) => name === entry, 30);
  await page.keyboard.press('Enter');
}

describe('keyboard use by a learner', () => {
  journey('suffices to find and play a film', async ({ page }) => {
    await typeIn(page, 'student');
    await page.keyboard.press('/');
    await page
      .getByRole('combobox', { name: text('search.label') })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('Wasserkreislauf');
    await page.getByRole('listbox', { name: text('search.suggestions') }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect.poll(() => addressOf(page)).toBe('/search?q=Wasserkreislauf');
    // Waits for the results, because the previous page has cards, too.
    await settled(page);
    const reply = await page.request.get('/api/v1/media/search?q=Wasserkreislauf&limit=24');
    const { items } = (await reply.json()) as { items: MediaItem[] };
    const film = items.find(({ viewer }) => viewer === 'video')!;
    await tabTo(page, (name) => name === film.fn_titel);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: film.fn_titel }).waitFor();

    await tabTo(page, (name) => name === text('player.play'));
    await page.keyboard.press('Enter');
    const position = page.getByRole('slider', { name: text('player.position') });
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(1);
    const captions = page.getByRole('button', { name: text('player.captions'), exact: true });
    const before = await captions.getAttribute('aria-pressed');
    await page.keyboard.press('c');
    await expect.poll(() => captions.getAttribute('aria-pressed')).not.toBe(before);
    await pressUntilFocused(page, 'Shift+Tab', (name) => name === text('player.captions'));
    await page.keyboard.press('k');
    const stopped = Number(await position.inputValue());
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThanOrEqual(stopped + 3);

    await chooseInMenu(page, text('profile.signOut'));
    await expect.poll(() => profile(page).count()).toBe(0);
  });
});

describe('keyboard use by an administrator', () => {
  // Uses a separate portal, because other tests need the administrator's advanced view.
  let portal: Portal;
  beforeAll(async () => {
    portal = await ownPortal();
  });
  afterAll(() => portal?.stop());

  const switched = async ({ page }: { page: Page }) => {
    await typeIn(page, 'schoolAdmin');
    const view = async (): Promise<string> =>
      ((await (await page.request.get('/api/v1/user/userinfo')).json()) as { school_admin: string }).school_admin;
    const entry = text('profile.view.advanced');
    const item = page.getByRole('menuitemcheckbox', { name: entry });
    expect(await view()).toBe('1');
    await chooseInMenu(page, entry);
    await expect.poll(view).toBe('2');
    await expect.poll(() => item.getAttribute('aria-checked')).toBe('false');
    if ((await focused(page)) !== entry) await pressUntilFocused(page, 'ArrowDown', (name) => name === entry, 30);
    await page.keyboard.press('Enter');
    await expect.poll(view).toBe('1');
    await expect.poll(() => item.getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    await expect.poll(() => item.count()).toBe(0);
    await profile(page).and(page.locator(':focus')).waitFor();
  };
  journey('keeps the menu open when the user switches the view', switched, { portal: () => portal.url });
});
