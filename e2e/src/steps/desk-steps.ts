/** Steps at the desk: opens orders and finds pages of borrowers and devices. */
import { href } from '@fundus/contract/screens';
import type { Locator, Page } from 'playwright-core';
import { either } from '../texts.ts';

/** Opens the order that contains the words and returns its row. */
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

/** Selects the first two orders. */
export async function selectTwoOrders(page: Page): Promise<void> {
  for (let i = 0; i < 2; i++) await page.getByRole('table').getByRole('checkbox').nth(i).check();
}

async function read<T>(page: Page, path: string): Promise<T> {
  return (await (await page.request.get(path)).json()) as T;
}

async function findPoint(page: Page): Promise<string> {
  const { items } = await read<{ items: { id: string; can: { desk: boolean } }[] }>(page, '/api/v1/lending/points');
  return items.find(({ can }) => can.desk)!.id;
}

/** Returns the address of a borrower with a loan, preferably an overdue one. */
export async function borrowerOfLoan(page: Page): Promise<string> {
  const point = await findPoint(page);
  const ordersOf = async (part: string) =>
    (await read<{ items: { borrower_id: string | null }[] }>(page, `/api/v1/lending/desk/orders?point=${point}&part=${part}`)).items;
  const orders = [...(await ordersOf('overdue')), ...(await ordersOf('lent')), ...(await ordersOf('returns'))];
  const order = orders.find(({ borrower_id }) => borrower_id !== null)!;
  return href('lending-borrower', { id: order.borrower_id! }, { point });
}

/** Returns the address of a device that is on loan. */
export async function deviceOnLoan(page: Page): Promise<string> {
  const point = await findPoint(page);
  const { items } = await read<{ items: { id: string; on_loan: object | null }[] }>(page, `/api/v1/lending/items?point=${point}&limit=100`);
  return href('lending-device', { id: items.find(({ on_loan }) => on_loan !== null)!.id });
}
