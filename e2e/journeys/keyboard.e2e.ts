/** The whole way without a mouse: sign in, search, open, play. */
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressOf, pathOf } from '../src/browser.ts';
import { journey } from '../src/journey.ts';
import { profile, signInByCall } from '../src/people.ts';
import { text } from '../src/texts.ts';

/** Accessible name and role of what has the focus, as far as a person needs it here. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
  });

/** Tab until the focus is on something that `wanted` accepts. */
async function tabTo(page: Page, wanted: (name: string) => boolean, most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    if (wanted(await focused(page))) return;
  }
  throw new Error(`the focus never came there; it is on ${await focused(page)}`);
}

describe('keyboard', () => {
  journey('sign in, search, open a medium', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel(text('login.name')).focus();
    await page.keyboard.type('lehrkraft@demo.example');
    await page.keyboard.press('Tab');
    await page
      .getByRole('textbox', { name: text('login.password'), exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await profile(page).waitFor();
    // A new page begins at its heading.
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();

    await page.keyboard.press('/');
    await page
      .getByRole('combobox', { name: text('search.label') })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('Vulkan');
    const suggestions = page.getByRole('listbox', { name: text('search.suggestions') });
    await suggestions.waitFor();
    await page.keyboard.press('Escape');
    await suggestions.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await expect.poll(() => addressOf(page)).toBe('/search?q=Vulkan');
    const first = page.getByRole('article').first().getByRole('link').first();
    await first.waitFor();
    const title = ((await first.textContent()) ?? '').trim();
    await tabTo(page, (name) => name === title);
    await page.keyboard.press('Enter');
    await expect.poll(() => pathOf(page)).toMatch(/^\/(media|search)\/./);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  journey('the first stop of every page leads past the bar', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(text('app.skip'));
    await page.keyboard.press('Enter');
    await page.getByRole('main').and(page.locator(':focus')).waitFor();
  });
});
