/** Going from screen to screen inside the page: as by its links, without loading the client again. */
import type { Page } from 'playwright-core';

/** Goes to an address of the portal as the browser's Forward button does. The screen may not be there yet. */
export const goInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
    history.pushState({ usr: null, key: `inside-${idx}`, idx }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
