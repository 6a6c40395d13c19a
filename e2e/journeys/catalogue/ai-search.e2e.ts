/** AI search: finds media described in other words; guests must sign in. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const open = (page: Page) => page.getByRole('button', { name: text('ai.open') });
const dialog = (page: Page) => page.getByRole('dialog', { name: text('ai.title') });
const question = (page: Page) => page.getByRole('textbox', { name: text('ai.field') }).filter({ visible: true });
const title = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true });
const cards = (page: Page) =>
  page
    .getByRole('region', { name: text('search.hits') })
    .getByRole('article')
    .filter({ visible: true });

/** Returns the titles of the first cards, without soft hyphens. */
async function titles(page: Page, count: number): Promise<string[]> {
  await cards(page).first().waitFor();
  const all = await cards(page).getByRole('heading', { level: 3 }).allTextContents();
  return all.slice(0, count).map((words) => words.replaceAll('\u00ad', '').trim());
}

/** Waits until the semantic index exists, shortly after the demo school is loaded. */
async function learned(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const reply = await page.request.get('/api/v1/media/search/vector?q=Licht');
      return ((await reply.json()) as { meaning?: boolean }).meaning;
    })
    .toBe(true);
}

describe('AI search', () => {
  journey('finds media described in other words', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await learned(page);
    await page.goto('/');
    await title(page).waitFor();
    await open(page).focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    // The field is focused, so that the user can type at once.
    await page.keyboard.type('Wie wird aus Licht Zucker?');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/search/ai');
    await expect.poll(() => title(page).textContent()).toContain('„Wie wird aus Licht Zucker?“');
    expect(await titles(page, 3)).toContain('Photosynthese');
    await page.getByText(text('ai.how.meaning')).waitFor();

    await question(page).fill('Verfolgung der Juden');
    await question(page).press('Enter');
    await expect.poll(() => titles(page, 1)).toEqual(['Sechs Namen']);
    // The card shows the matching words, because it contains none of the query.
    const card = await cards(page).first().textContent();
    expect(card).toMatch(/Holocaust|Shoah|Judenverfolgung/);
  });

  journey('finds as many media as the filter option announced', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await learned(page);
    await page.goto('/search/ai?q=Wie+wird+aus+Licht+Zucker');
    await cards(page).first().waitFor();
    await page.getByRole('button', { name: new RegExp(`^${text('filter.fn_geb')}`) }).click();
    const pop = page.getByRole('dialog', { name: text('filter.fn_geb.choose') });
    const biology = pop.getByRole('checkbox', { name: /^Biologie/ });
    await biology.waitFor();
    const label =
      (await biology.getAttribute('aria-label')) ?? (await biology.evaluate((box: HTMLInputElement) => box.labels?.[0]?.textContent ?? ''));
    const promised = Number(/(\d+)\D*$/.exec(label)?.[1]);
    expect(promised).toBeGreaterThan(0);
    await biology.click();
    await expect.poll(() => new URL(page.url()).searchParams.get('filter_fn_geb')).toBe('080*');
    await expect.poll(async () => (await title(page).textContent())?.startsWith(`${promised} `)).toBe(true);
    await page.reload();
    await expect.poll(async () => (await title(page).textContent())?.startsWith(`${promised} `)).toBe(true);
    await page.getByRole('link', { name: text('ai.byWords') }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/search');
    expect(new URL(page.url()).searchParams.get('q')).toBe('Wie wird aus Licht Zucker');
  });

  journey('requires a guest to sign in', async ({ page }) => {
    await page.goto('/catalogue/search');
    await title(page).waitFor();
    await open(page).click();
    await page.getByRole('dialog', { name: text('login.required.title') }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    expect((await page.request.get('/api/v1/media/search/vector?q=Licht')).status()).toBe(401);
    await page.goto('/search/ai?q=Licht');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  });
});
