/** Addresses of the pages of the desk, found by the calls the desk makes. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';

type Line = { overdue: boolean; state: string };
type Order = { borrower_id: string | null; lines: Line[] };
type Desk = Record<'overdue' | 'returns' | 'pick_ups' | 'coming', Order[]>;

async function read<T>(page: Page, path: string): Promise<T> {
  return (await (await page.request.get(path)).json()) as T;
}

async function findPoint(page: Page): Promise<string> {
  const { items } = await read<{ items: { id: string; can: { desk: boolean } }[] }>(page, '/api/v1/lending/points');
  return items.find(({ can }) => can.desk)!.id;
}

/** Returns the page of a borrower who has a device, overdue if there is one. */
export async function borrowerOfLoan(page: Page): Promise<string> {
  const point = await findPoint(page);
  const desk = await read<Desk>(page, `/api/v1/lending/desk?point=${point}`);
  const order = [...desk.overdue, ...desk.returns, ...desk.pick_ups, ...desk.coming].find(({ borrower_id }) => borrower_id !== null)!;
  return href('lending-borrower', { id: order.borrower_id! }, { point });
}

/** Returns the page of a device on loan. */
export async function deviceOnLoan(page: Page): Promise<string> {
  const point = await findPoint(page);
  const { items } = await read<{ items: { id: string; on_loan: object | null }[] }>(page, `/api/v1/lending/items?point=${point}&limit=100`);
  return href('lending-device', { id: items.find(({ on_loan }) => on_loan !== null)!.id });
}
