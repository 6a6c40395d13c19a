/**
 * Looks of a screen. The client never reads width or colour scheme in scripts, only in styles, so an open page changes from a light desktop to a dark
 * phone when the window is resized and emulated.
 */
import type { CDPSession, Page } from 'playwright-core';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the DevTools session of a page; its emulation lasts as long as the session. */
function devtoolsOf(page: Page): Promise<CDPSession> {
  const devtools = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, devtools);
  return devtools;
}

/** Emulates a phone with a dark scheme and touch. */
export async function becomePhone(page: Page): Promise<void> {
  const devtools = await devtoolsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await devtools.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** Restores the desktop. */
export async function becomeDesktop(page: Page): Promise<void> {
  const devtools = await devtoolsOf(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.send('Emulation.clearDeviceMetricsOverride');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}
