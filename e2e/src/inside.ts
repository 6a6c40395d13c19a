/** Navigation inside the page, as by its links, without loading the client again. */
import type { Page } from 'playwright-core';

/** Navigates to an address as the browser's Forward button does. Does not wait for the screen. */
export const goInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // State that the client's router stores with a history entry (client/src/ui/router.tsx).
    const at = ((history.state as { at?: number } | null)?.at ?? 0) + 1;
    history.pushState({ key: `inside-${at}`, at }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
