/** Actions on a whole list, displayed as buttons or in the list's menu. */
import type { MessageKey } from '@fundus/contract/messages';
import type { Page } from 'playwright-core';
import { either } from '../texts.ts';

/** Chooses an action of a list. `more` is the key of the menu's name. */
export async function chooseListAction(page: Page, action: MessageKey, more: MessageKey = 'rows.more'): Promise<void> {
  const button = page.getByRole('button', { name: either(action) });
  const menu = page.getByRole('button', { name: either(more) });
  await button.or(menu).first().waitFor();
  if (await button.first().isVisible()) return button.first().click();
  await menu.click();
  await page.getByRole('menuitem', { name: either(action) }).click();
}
