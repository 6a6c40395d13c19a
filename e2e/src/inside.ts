/** Navigates within the page like its links, without reloading the client. */
import type { Page } from 'playwright-core';

/** Navigates to an address without waiting for the screen. */
export const goInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // Same state as the client's router stores with a history entry (client/src/ui/router.tsx).
    const at = ((history.state as { at?: number } | null)?.at ?? 0) + 1;
    history.pushState({ key: `inside-${at}`, at }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
