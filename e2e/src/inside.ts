/** Going from screen to screen inside the page: as by its links, without loading the client again. */
import type { Page } from 'playwright-core';

/** Goes to an address of the portal as the browser's Forward button does. The screen may not be there yet. */
export const goInside = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    // What the client's router keeps with a step (client/src/ui/router.tsx).
    const at = ((history.state as { at?: number } | null)?.at ?? 0) + 1;
    history.pushState({ key: `inside-${at}`, at }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
  }, address);
