/** The list of orders at the desk. */
import type { Locator, Page } from 'playwright-core';
import { either } from '../texts.ts';

/** Opens the order of the list that has these words. Returns its row. */
export async function openOrder(page: Page, words: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: either('desk.find') }).fill(words);
  const row = page
    .getByRole('row')
    .filter({ hasText: words })
    .filter({ has: page.getByRole('checkbox') });
  await row.getByRole('button', { expanded: false }).click();
  await page.getByRole('article').filter({ hasText: words }).waitFor();
  return row;
}

/** Opens the first order of the list. */
export async function openFirstOrder(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('button', { expanded: false }).first().click();
  await page.getByRole('article').waitFor();
}

/** Ticks two orders. */
export async function tickOrders(page: Page): Promise<void> {
  for (let i = 0; i < 2; i++) await page.getByRole('table').getByRole('checkbox').nth(i).check();
}
