/**
 * How a screen is looked at. The client asks nowhere in its scripts how wide or how dark it is, its styles alone do: a page that is
 * open on a desktop, light, becomes the same page on a phone, dark, when the window is made so.
 */
import type { Page } from 'playwright-core';

/** Makes the window of a desktop that of a phone with a dark screen and fingers. */
export async function becomePhone(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await devtools.send('Emulation.setDeviceMetricsOverride', { width: 390, height: 844, deviceScaleFactor: 2, mobile: true });
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
}

/** … and back. */
export async function becomeDesktop(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
}
