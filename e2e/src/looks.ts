/**
 * How a screen is looked at. The client asks nowhere in its scripts how wide or how dark it is, its styles alone do: a page that is
 * open on a desktop, light, becomes the same page on a phone, dark, when the window is made so.
 */
import type { CDPSession, Page } from 'playwright-core';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** One for each page: what it has set holds until it is set anew. */
function devtoolsOf(page: Page): Promise<CDPSession> {
  const devtools = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, devtools);
  return devtools;
}

/** Makes the window of a desktop that of a phone with a dark screen and fingers. */
export async function becomePhone(page: Page): Promise<void> {
  const devtools = await devtoolsOf(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await devtools.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 1, mobile: true });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** … and back. */
export async function becomeDesktop(page: Page): Promise<void> {
  const devtools = await devtoolsOf(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.send('Emulation.clearDeviceMetricsOverride');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}
