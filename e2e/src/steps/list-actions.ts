/** Actions for a whole list, which are buttons or items of its menu. */
import type { MessageKey } from '@fundus/contract/messages';
import type { Page } from 'playwright-core';
import { either } from '../texts.ts';

/** Chooses an action. `more`: name of the menu. */
export async function chooseListAction(page: Page, action: MessageKey, more: MessageKey = 'rows.more'): Promise<void> {
  const button = page.getByRole('button', { name: either(action) });
  const menu = page.getByRole('button', { name: either(more) });
  await button.or(menu).first().waitFor();
  if (await button.first().isVisible()) return button.first().click();
  await menu.click();
  await page.getByRole('menuitem', { name: either(action) }).click();
}
