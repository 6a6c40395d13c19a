/** Helpers for using a page without a mouse. */
import type { Page } from 'playwright-core';

/** Returns the accessible name of the focused element, without soft hyphens. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    return (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll('\u00ad', '').trim();
  });

/** Presses a key until the name of the focused element satisfies `wanted`. */
export async function pressUntilFocused(page: Page, key: string, wanted: (name: string) => boolean, most = 60): Promise<void> {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    if (wanted(await focused(page))) return;
  }
  throw new Error(`${key} never moved the focus there; it is on ${await focused(page)}`);
}

export const tabTo = (page: Page, wanted: (name: string) => boolean, most?: number): Promise<void> =>
  pressUntilFocused(page, 'Tab', wanted, most);
