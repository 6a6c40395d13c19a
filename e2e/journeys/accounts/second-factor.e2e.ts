/** First sign-in of an administrator with a second factor: a virtual passkey in Chromium, and an authenticator app. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { profile } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';
import { codeOf } from '../../src/totp.ts';

const root = resolve(import.meta.dirname, '../../..');
const [EMAIL, PASSWORD] = ['amt@kreis.example', 'rostiger Anker singt'];

let portal: Portal;
beforeAll(async () => {
  portal = await ownPortal();
  const args = [
    'server/src/cli.ts',
    'user',
    'add',
    '--email',
    EMAIL,
    '--vorname',
    'Ada',
    '--name',
    'Amt',
    '--role',
    'districtAdmin',
    '--password',
    PASSWORD,
  ];
  const { PATH, HOME } = process.env;
  await promisify(execFile)(process.execPath, args, { cwd: root, env: { PATH, HOME, DATA_DIR: portal.dataDir } });
});
afterAll(() => portal.stop());

/** Returns the portal's address with a host name, because passkeys do not work with IP addresses. */
const byName = (): string => portal.url.replace('127.0.0.1', 'localhost');

async function withAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const button = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('button', { name: text(key), exact: true });

async function enterPassword(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(text('login.name')).fill(EMAIL);
  await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(PASSWORD);
  await button(page, 'login.action').click();
}

async function signOutByMenu(page: Page): Promise<void> {
  // Waits for the next page, because the menu closes when the page changes.
  await expect.poll(() => pathOf(page)).not.toBe('/login');
  await settled(page);
  await profile(page).click();
  // Uses the keyboard, because the menu is taller than the window and may still be moving.
  await page.getByRole('menuitem', { name: text('profile.signOut') }).press('Enter');
  await page.getByRole('heading', { name: text('login.title') }).waitFor();
}

async function axe(page: Page): Promise<void> {
  await settled(page);
  expect(await violations(page)).toEqual([]);
}

journey(
  'sets up a passkey at the first sign-in',
  async ({ page }) => {
    await withAuthenticator(page);
    await enterPassword(page);
    await page.getByRole('heading', { name: text('factor.required.title') }).waitFor();
    await axe(page);
    await button(page, 'factor.add.passkey').click();
    await page.getByRole('heading', { name: text('factor.codes.title') }).waitFor();
    expect(await page.locator('.recovery-codes li').count()).toBe(10);
    await axe(page);
    await button(page, 'factor.codes.done').click();
    await profile(page).waitFor();

    await signOutByMenu(page);
    await enterPassword(page);
    await page.getByRole('heading', { name: text('factor.title') }).waitFor();
    await axe(page);
    await button(page, 'factor.passkey.use').click();
    await profile(page).waitFor();

    await page.goto('/account/security');
    await button(page, 'factor.add.another').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: text('account.password.present'), exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: text('factor.add.totp'), exact: true }).click();
    const secret = await dialog.locator('.totp-secret').innerText();
    await axe(page);
    await dialog.getByLabel(text('factor.totp.code')).fill(codeOf(secret, 0));
    await dialog.getByRole('button', { name: text('factor.totp.action') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(text('factor.kind.totp'), { exact: true }).waitFor();

    await signOutByMenu(page);
    await enterPassword(page);
    await page.getByLabel(text('account.code'), { exact: true }).fill(codeOf(secret, 1));
    await button(page, 'login.action').click();
    await profile(page).waitFor();
  },
  { portal: byName },
);
