/** Steps that sign for devices at the desk. */
import type { Page } from 'playwright-core';
import { beginHandOver } from './lending-steps.ts';
import { either } from '../texts.ts';

/** Opens the signature dialog. */
export async function openSignature(page: Page): Promise<void> {
  await beginHandOver(page);
  await page.getByRole('button', { name: either('lending.sign'), exact: true }).click();
  await drawOn(page);
}

/** Signs in the signature dialog. */
export async function fillInSignature(page: Page): Promise<void> {
  await openSignature(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: either('lending.sign.keep'), exact: true })
    .click();
  await page.getByRole('button', { name: either('lending.sign.remove') }).waitFor();
}

/** Draws a signature in the signature field. */
export async function drawOn(page: Page): Promise<void> {
  const field = page
    .getByRole('dialog')
    .getByRole('group', { name: either('lending.sign.field'), exact: true })
    .locator('svg')
    .first();
  await field.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await field.boundingBox())!;
  const go = (step: number) =>
    page.mouse.move(x + width * (0.15 + step / 60), y + height * (0.5 - Math.sin(step * 0.9) * (0.35 - step / 150)));
  await go(0);
  await page.mouse.down();
  for (let step = 1; step < 40; step++) await go(step);
  await page.mouse.up();
  await page.getByText(either('lending.sign.field.some')).waitFor();
}
