/** Putting a portal into service without the demo: set-up page, second factor, checklist, first school, its administrator, a colleague. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { profile } from '../../src/people.ts';
import { startPortal, type Portal } from '../../src/portal.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';
import { codeOf } from '../../src/totp.ts';

const PASSWORD = 'rostiger Anker singt';
const DISTRICT = 'Medienzentrum Musterkreis';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ demo: false });
});
afterAll(() => portal.stop());

type Key = Parameters<typeof text>[0];
const button = (page: Page, key: Key, values = {}) => page.getByRole('button', { name: text(key, values), exact: true });
const heading = (page: Page, key: Key) => page.getByRole('heading', { level: 1, name: text(key), exact: true });
const field = (page: Page, key: Key) => page.getByLabel(text(key), { exact: true });

async function axe(page: Page): Promise<void> {
  await settled(page);
  expect(await violations(page)).toEqual([]);
}

/** The address the start has printed, as a path. */
async function printed(): Promise<string> {
  await expect.poll(() => portal.said.some((line) => line.includes('/setup#'))).toBe(true);
  const address = new URL(portal.said.findLast((line) => line.includes('/setup#'))!.trim());
  return address.pathname + address.hash;
}

/** The path of the newest link that was mailed to an address; without a mail server mails are files. */
async function mailedLink(address: string, part: string): Promise<string> {
  const folder = join(portal.dataDir, 'mail');
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        for (const name of (await readdir(folder).catch(() => [])).toSorted()) {
          const mail = (await readFile(join(folder, name), 'utf8')).replaceAll('=\n', '').replaceAll('=3D', '=');
          if (mail.includes(address)) found = mail.match(new RegExp(`${part}[\\w/#-]+`))?.[0] ?? found;
        }
        return found;
      },
      { timeout: 15_000 },
    )
    .toBeDefined();
  return found!;
}

/** Sets an authenticator app up at the first sign-in and returns its secret. */
async function addApp(page: Page): Promise<string> {
  await heading(page, 'factor.required.title').waitFor();
  await button(page, 'factor.add.totp').click();
  const secret = await page.locator('.totp-secret').innerText();
  await field(page, 'factor.totp.code').fill(codeOf(secret, 0));
  await button(page, 'factor.totp.action').click();
  await button(page, 'factor.codes.done').click();
  return secret;
}

async function signOut(page: Page): Promise<void> {
  await settled(page);
  await profile(page).click();
  await page.getByRole('menuitem', { name: text('profile.signOut') }).press('Enter');
  await heading(page, 'login.title').waitFor();
}

/** Registers by the mailed invitation, confirms the address, signs in, and sets an app up where rights ask for it. */
async function comeByInvitation(page: Page, email: string, asSchool: boolean): Promise<void> {
  await page.goto(await mailedLink(email, '/invitation/'));
  await page.getByRole('link', { name: text('invitation.register') }).click();
  await heading(page, 'register.title').waitFor();
  await axe(page);
  await field(page, 'register.vorname').fill('Erika');
  await field(page, 'register.name').fill('Neumann');
  if (asSchool) expect(await page.getByLabel(text('register.invited.at'), { exact: true }).inputValue()).toMatch(/^Erste Schule/);
  else expect(await page.getByLabel(text('register.invited.district'), { exact: true }).inputValue()).toBe(DISTRICT);
  await page.getByRole('textbox', { name: text('register.password'), exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: text('register.terms') }).check();
  await button(page, 'register.action').click();
  await expect.poll(() => pathOf(page)).toBe('/register/success');
  await page.goto(await mailedLink(email, '/register/success'));
  await page
    .getByRole('button')
    .filter({ hasText: text('register.confirm.action') })
    .click();
  await page
    .getByRole('link', { name: text('login.action') })
    .first()
    .click();
  await page.getByLabel(text('login.name')).fill(email);
  await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(PASSWORD);
  await button(page, 'login.action').click();
  await addApp(page);
  await profile(page).waitFor();
}

const row = (page: Page, key: Key) =>
  page
    .getByRole('region', { name: text('firstStart.check.title') })
    .getByRole('listitem')
    .filter({ hasText: text(key) });

journey(
  'an operator sets an empty portal up, adds a school, and invites its administrator and a colleague',
  async ({ page, open }) => {
    // Every address leads to the set-up.
    await page.goto('/library');
    await heading(page, 'firstStart.title').waitFor();
    expect(pathOf(page)).toBe('/setup');
    await axe(page);
    await field(page, 'firstStart.token').fill('geraten');
    await button(page, 'firstStart.token.open').click();
    await page.getByText(text('firstStart.token.wrong')).waitFor();

    const address = await printed();
    await page.goto(address);
    await heading(page, 'firstStart.district.title').waitFor();
    await button(page, 'firstStart.next').click();
    await page.getByText(text('firstStart.district.required')).waitFor();
    await field(page, 'firstStart.district').fill(DISTRICT);
    await axe(page);
    await button(page, 'firstStart.next').click();
    await heading(page, 'firstStart.operator.title').waitFor();
    await field(page, 'legal.operator.name').fill('Musterkreis');
    await field(page, 'legal.operator.email').fill('kein-wort');
    await button(page, 'firstStart.next').click();
    await page.getByText(text('account.error.email.format')).waitFor();
    await field(page, 'legal.operator.email').fill('amt@muster.example');
    await axe(page);
    await button(page, 'firstStart.next').click();
    await heading(page, 'firstStart.look.title').waitFor();

    // Broken off here: another window goes on with what was saved.
    const other = await open();
    await other.goto(address);
    await heading(other, 'firstStart.district.title').waitFor();
    expect(await field(other, 'firstStart.district').inputValue()).toBe(DISTRICT);
    for (const key of ['operator', 'look', 'mail'] as const) {
      await button(other, 'firstStart.next').click();
      await heading(other, `firstStart.${key}.title`).waitFor();
      await axe(other);
      if (key === 'look') await field(other, 'firstStart.look.name').fill('Mediathek Muster');
    }
    await other.getByText(text('firstStart.mail.notConfigured')).waitFor();
    // The first window shows the conflict.
    await button(page, 'firstStart.next').click();
    await page.getByText(text('firstStart.conflict')).waitFor();

    await button(other, 'firstStart.next').click();
    await heading(other, 'firstStart.administrator.title').waitFor();
    await field(other, 'register.vorname').fill('Anne');
    await field(other, 'register.name').fill('Leitner');
    await field(other, 'register.email').fill('leitung@muster.example');
    await other.getByRole('textbox', { name: text('register.password'), exact: true }).fill('leitner 2026');
    await button(other, 'firstStart.finish').click();
    await other.locator('.field-error').first().waitFor();
    await other.getByRole('textbox', { name: text('register.password'), exact: true }).fill(PASSWORD);
    await axe(other);
    await button(other, 'firstStart.finish').click();
    const secret = await addApp(other);
    expect(secret).not.toBe('');
    await other.getByRole('region', { name: text('firstStart.check.title') }).waitFor();
    await other.getByText('Mediathek Muster').first().waitFor();
    await axe(other);

    // The token is used up, also for the window that is still open.
    await button(page, 'firstStart.next').click();
    await heading(page, 'firstStart.done.title').waitFor();

    await row(other, 'firstStart.check.school').getByRole('link').click();
    await button(other, 'schools.new').click();
    const dialog = other.getByRole('dialog');
    await dialog.getByLabel(text('schools.field.name'), { exact: true }).fill('Erste Schule');
    await dialog.getByLabel(text('schools.field.number'), { exact: true }).fill('100001');
    await dialog.getByRole('button', { name: text('schools.new'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await other.goto('/');
    await row(other, 'firstStart.check.school')
      .getByText(text('firstStart.check.count', { count: 1 }))
      .waitFor();
    await row(other, 'firstStart.check.schoolAdmin').getByRole('link').click();
    await button(other, 'invitations.new').click();
    await dialog.getByLabel(text('schools.field.email'), { exact: true }).fill('rektorat@schule.example');
    await dialog.getByLabel(text('invitations.role'), { exact: true }).selectOption({ label: text('invitations.role.school_admin') });
    await dialog.getByRole('button', { name: text('invitations.send'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await other.goto('/');
    await row(other, 'firstStart.check.staff').getByRole('link').click();
    await button(other, 'invitations.staff.new').click();
    await dialog.getByLabel(text('schools.field.email'), { exact: true }).fill('theke@muster.example');
    await dialog.getByRole('checkbox', { name: new RegExp(`^${text('people.cap_lending')}`) }).check();
    await axe(other);
    await dialog.getByRole('button', { name: text('invitations.send'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await other
      .getByRole('region', { name: text('invitations.staff') })
      .getByText('theke@muster.example')
      .waitFor();
    await axe(other);

    await other.goto('/');
    await button(other, 'firstStart.check.skip.name', { name: text('firstStart.check.licences') }).click();
    await row(other, 'firstStart.check.licences').getByText(text('firstStart.check.skipped')).waitFor();
    await signOut(other);

    await comeByInvitation(other, 'rektorat@schule.example', true);
    await other.goto('/school?tab=people');
    await other.getByRole('row').filter({ hasText: 'Neumann' }).waitFor();
    await signOut(other);
    await comeByInvitation(other, 'theke@muster.example', false);
  },
  { portal: () => portal.url, timeout: 240_000 },
);
