/**
 * Switches an open page between a light desktop and a dark phone. No reload is needed, because only the client's styles depend on width and colour
 * scheme.
 */
import type { CDPSession, Page } from 'playwright-core';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the DevTools session of a page. It stays open, because closing it would end the emulation. */
function devtoolsOf(page: Page): Promise<CDPSession> {
  const devtools = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, devtools);
  return devtools;
}

/** Emulates a phone with touch and the dark colour scheme. */
export async function becomePhone(page: Page): Promise<void> {
  const devtools = await devtoolsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await devtools.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** Restores the desktop with the light colour scheme. */
export async function becomeDesktop(page: Page): Promise<void> {
  const devtools = await devtoolsOf(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.send('Emulation.clearDeviceMetricsOverride');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}
