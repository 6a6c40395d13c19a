/** Registration up to the first sign-in, and password reset, with the mails the portal writes. */
import { href } from '@fundus/contract/screens';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { addressOf, pathOf } from '../../src/browser.ts';
import { horizontalOverflow } from '../../src/geometry.ts';
import { journey } from '../../src/journey.ts';
import { profile, signInByCall } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';
import { PATIENCE } from '../../src/patience.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await ownPortal({ config: { AllowRegister: true, WebPush: true } });
});
afterAll(() => portal.stop());

const PASSWORD = 'rostiger Anker singt';

/** Returns the link in the latest mail to an address with the given subject. */
async function linkFor(address: string, subject: string): Promise<string> {
  const folder = join(portal.dataDir, 'mail');
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((next) => setTimeout(next, 250))) {
    let names: string[] = [];
    try {
      names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    } catch {
      continue;
    }
    for (const name of names.sort().reverse()) {
      const mail = await PostalMime.parse(readFileSync(join(folder, name)));
      if (mail.subject !== subject || mail.to?.[0]?.address !== address) continue;
      const found = /\/(?:(?:login|register|account)\/\S+#\S+|invitation\/[\w-]+)/.exec(mail.text ?? '');
      if (found) return found[0];
    }
  }
  throw new Error(`no mail "${subject}" came for ${address}`);
}

const axe = async (page: Page): Promise<void> => {
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
};
const button = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('button', { name: text(key), exact: true });

journey(
  'registers a user and resets the password',
  async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: text('login.register'), exact: true }).click();
    await expect.poll(() => pathOf(page)).toBe('/register');
    await axe(page);
    await page.getByLabel(text('register.vorname')).fill('Ada');
    await page.getByLabel(text('register.name'), { exact: true }).fill('Lindner');
    await page.getByLabel(text('register.email'), { exact: true }).fill('ada@schule.example');
    await page.getByRole('combobox', { name: text('register.school') }).fill('talblick');
    await page
      .locator('.school-list')
      .getByRole('option', { name: /Talblick/ })
      .click();
    await page.getByLabel(text('register.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'register.action').click();
    await page.getByRole('heading', { name: text('register.sent.title') }).waitFor();
    await axe(page);

    await page.goto(await linkFor('ada@schule.example', text('mail.register.subject')));
    await expect.poll(() => addressOf(page)).toBe('/register/success');
    await button(page, 'register.confirm.action').click();
    await page.getByRole('heading', { name: text('register.waiting.title') }).waitFor();

    // Signing in before approval shows the same message as a wrong password.
    await page.getByRole('link', { name: text('register.toLogin') }).click();
    await page.getByLabel(text('login.name')).fill('ada@schule.example');
    await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(PASSWORD);
    await button(page, 'login.action').click();
    await page.getByRole('alert').getByText(text('error.wrong_credentials')).waitFor();

    await page.getByRole('link', { name: text('login.forgotten') }).click();
    await expect.poll(() => pathOf(page)).toBe('/login/password-request');
    await axe(page);
    await page.getByLabel(text('login.name')).fill('lehrkraft@demo.example');
    await button(page, 'password.request.action').click();
    await page.getByRole('heading', { name: text('password.sent.title') }).waitFor();

    const link = await linkFor('lehrkraft@demo.example', text('mail.reset.subject'));
    await page.goto(link);
    await expect.poll(() => addressOf(page)).toBe('/login/password-reset/confirm');
    await page.getByText('l•••@demo.example').waitFor();
    await button(page, 'password.confirm.action').click();
    await expect.poll(() => pathOf(page)).toBe('/login/password-reset/new');
    await axe(page);
    await page.getByLabel(text('password.new.label'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(text('password.new.repeat'), { exact: true }).fill(PASSWORD);
    await button(page, 'password.new.action').click();
    await page.getByRole('heading', { name: text('password.done.title') }).waitFor();

    // The link cannot be used again.
    await page.goto(link);
    await page.getByRole('alert').getByText(text('password.badLink.used')).waitFor();

    await page.goto('/login');
    await page.getByLabel(text('login.name')).fill('lehrkraft@demo.example');
    await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(PASSWORD);
    await button(page, 'login.action').click();
    await profile(page).waitFor();
  },
  { portal: () => portal.url },
);

journey(
  'registers an invited user without requiring approval',
  async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/school?tab=invitations');
    await page.getByRole('button', { name: text('invitations.new'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('invitations.kind.personal'), exact: true }).click();
    await dialog.getByLabel(text('schools.field.email')).fill('ole@schule.example');
    await dialog.getByRole('button', { name: text('invitations.send') }).click();
    const subject = text('mail.invitation.subject', { school: 'Gymnasium am Lindenhof' });
    const link = await linkFor('ole@schule.example', subject);

    await page.context().clearCookies();
    await page.goto(link);
    await page.getByRole('link', { name: text('invitation.register') }).click();
    await page.getByText(text('register.invited', { school: 'Gymnasium am Lindenhof' })).waitFor();
    await axe(page);
    await page.getByLabel(text('register.vorname')).fill('Ole');
    await page.getByLabel(text('register.name'), { exact: true }).fill('Bahr');
    await page.getByLabel(text('register.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox').check();
    await button(page, 'register.action').click();
    await page.getByRole('heading', { name: text('register.sent.title') }).waitFor();

    await page.goto(await linkFor('ole@schule.example', text('mail.register.subject')));
    await button(page, 'register.confirm.action').click();
    await page.getByRole('heading', { name: text('register.active.title') }).waitFor();
    await page.goto('/login');
    await page.getByLabel(text('login.name')).fill('ole@schule.example');
    await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(PASSWORD);
    await button(page, 'login.action').click();
    await profile(page).waitFor();
    await page.goto('/school');
    await page.getByRole('heading', { level: 1, name: 'Gymnasium am Lindenhof' }).waitFor();
  },
  { portal: () => portal.url },
);

journey(
  'shows an error if the push service does not respond',
  async ({ page, context }) => {
    await signInByCall(page, 'schoolAdmin');
    await context.grantPermissions(['notifications'], { origin: portal.url });
    // Simulates a network that blocks the push service, so that the browser never responds.
    await page.addInitScript(() => {
      PushManager.prototype.subscribe = () => new Promise(() => undefined);
    });
    await page.clock.install();
    await page.goto(href('account', { section: 'notifications' }));
    const here = page.getByRole('checkbox', { name: text('account.push.here') });
    await here.click();
    await page.getByText(text('account.push.busy')).waitFor();
    expect(await here.isDisabled()).toBe(true);
    await page.clock.fastForward(20_000);
    await page.getByText(text('account.push.silent')).waitFor();
    expect([await here.isEnabled(), await here.isChecked()]).toEqual([true, false]);
    // Scrolls up, because otherwise the navigation bar may cover half of a field, which axe reports as too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await violations(page)).toEqual([]);
  },
  { portal: () => portal.url, serviceWorkers: 'allow' },
);
