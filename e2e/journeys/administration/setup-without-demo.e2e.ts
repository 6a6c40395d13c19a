/** Set-up of an empty portal: set-up page, schools from a file, invitations, licences in bulk, classes with codes. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { readMails } from '../../src/mails.ts';
import { ownDatabase, type OwnDatabase } from '../../src/own-database.ts';
import { profile } from '../../src/people.ts';
import { startPortal, type Portal } from '../../src/portal.ts';
import { settled } from '../../src/settled.ts';
import { chooseListAction } from '../../src/steps/list-actions.ts';
import { text } from '../../src/texts.ts';
import { codeOf } from '../../src/totp.ts';

const PASSWORD = 'rostiger Anker singt';
const DISTRICT = 'Medienzentrum Musterkreis';

const SERVER = process.env.TEST_DATABASE_URL ?? '';

/** Databases on which the set-up is tested: PostgreSQL, because all other journeys use the embedded database, and both before a release. */
const DATABASES =
  SERVER === '' ? ['the embedded database'] : process.env.TEST_RELEASE ? ['PostgreSQL', 'the embedded database'] : ['PostgreSQL'];

let portal: Portal;
let database: OwnDatabase | undefined;

type Key = Parameters<typeof text>[0];
const button = (page: Page, key: Key, values = {}) => page.getByRole('button', { name: text(key, values), exact: true });
const heading = (page: Page, key: Key) => page.getByRole('heading', { level: 1, name: text(key), exact: true });
const field = (page: Page, key: Key) => page.getByLabel(text(key), { exact: true });

async function axe(page: Page): Promise<void> {
  await settled(page);
  expect(await violations(page)).toEqual([]);
}

/** Returns the path of the set-up address that the server printed. */
async function printed(): Promise<string> {
  await expect.poll(() => portal.said.some((line) => line.includes('/setup#'))).toBe(true);
  const address = new URL(portal.said.findLast((line) => line.includes('/setup#'))!.trim());
  return address.pathname + address.hash;
}

/** Returns the path of the latest link mailed to an address. Without a mail server, the portal writes mails to files. */
async function mailedLink(address: string, part: string): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      for (const file of await readMails(portal.dataDir)) {
        const mail = file.replaceAll('=\n', '').replaceAll('=3D', '=');
        if (mail.includes(address)) found = mail.match(new RegExp(`${part}[\\w/#-]+`))?.[0] ?? found;
      }
      return found;
    })
    .toBeDefined();
  return found!;
}

/** Sets up an authenticator app at the first sign-in and returns its secret. */
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

/** Registers with the mailed invitation, confirms the address, signs in, and sets up an authenticator app if required. */
async function registerByInvitation(page: Page, email: string, asSchool: boolean): Promise<void> {
  await page.goto(await mailedLink(email, '/invitation/'));
  await page.getByRole('link', { name: text('invitation.register') }).click();
  await heading(page, 'register.title').waitFor();
  await axe(page);
  await field(page, 'register.vorname').fill('Erika');
  await field(page, 'register.name').fill('Neumann');
  if (asSchool) expect(await page.getByLabel(text('register.invited.at'), { exact: true }).inputValue()).toMatch(/^Schule Nr. 1/);
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

/** Chooses a file in the open dialog and waits until its rows are shown. */
async function bring(page: Page, name: string, rows: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('region', { name: text('table.lines') }).waitFor();
}

const inDialog = (page: Page, key: Key, values = {}) =>
  page.getByRole('dialog').getByRole('button', { name: text(key, values), exact: true });

/** Imports the schools of the district and invites an administrator of each school by its mail address. */
async function addSchools(page: Page): Promise<void> {
  await row(page, 'firstStart.check.school').getByRole('link').click();
  await chooseListAction(page, 'schools.import');
  const schools = [1, 2, 3].map((number) => `10000${number};Schule Nr. ${number};12345;Muster;rektorat${number}@schule.example`);
  await bring(page, 'schulen.csv', ['Schulnummer;Schulname;PLZ;Ort;E-Mail', ...schools]);
  await inDialog(page, 'schools.import.take', { count: 3 }).click();
  await inDialog(page, 'schools.invite.act', { count: 3 }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goto('/');
  const count = text('firstStart.check.count', { count: 3 });
  for (const key of ['firstStart.check.school', 'firstStart.check.schoolAdmin'] as const) await row(page, key).getByText(count).waitFor();
}

/** Imports two media with a command, licenses one for every school, and extends all licences by a year. */
async function importLicences(page: Page): Promise<void> {
  const file = join(portal.dataDir, 'media.jsonl');
  const media = [1, 2].map((number) =>
    JSON.stringify({ id: `film-${number}`, title: `Lehrfilm Nummer ${number}`, type: 'video', language: 'de' }),
  );
  await writeFile(file, media.join('\n'));
  const env = { PATH: process.env.PATH, DATA_DIR: portal.dataDir, ...(database && { DATABASE_URL: database.url }) };
  await promisify(execFile)(process.execPath, ['server/src/cli.ts', 'import', 'jsonl', file, '--licence', 'none'], {
    cwd: join(import.meta.dirname, '../../..'),
    env,
  });
  await page.goto('/library/licences?view=manage');
  await chooseListAction(page, 'licence.give.open');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('Lehrfilm Nummer 1');
  await dialog.getByRole('radio', { name: /Lehrfilm Nummer 1/ }).check();
  await dialog.getByLabel(text('licence.licensor')).fill('Lehrverlag');
  await dialog.getByRole('button', { name: /^3 Lizenzen eintragen$/ }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.goto('/library/licences?view=manage&licensor=Lehrverlag');
  await page.getByRole('checkbox', { name: text('licence.bulk.choose') }).check();
  await page.getByRole('button', { name: new RegExp(`^${text('licence.bulk.act.extend')}`) }).click();
  await dialog.getByRole('combobox', { name: text('licence.bulk.way') }).selectOption('year');
  await dialog.getByRole('button', { name: /^3 Lizenzen verlängern$/ }).click();
  await page.getByText(text('licence.bulk.done', { count: 3 })).waitFor();
}

/** Imports classes with learner codes into the user's school, and returns the first bytes of the printable cards. */
async function addClasses(page: Page): Promise<string> {
  await page.goto('/school?tab=classes');
  await button(page, 'schools.classes.import').click();
  const classes = ['5a', '5b', '6a'].map((name) => `${name};rektorat1@schule.example;20`);
  await bring(page, 'klassen.csv', ['Klasse;Klassenleitung;Schülerzahl', ...classes]);
  await inDialog(page, 'schools.classes.import.take', { count: 3 }).click();
  await inDialog(page, 'codes.print.make').click();
  const link = page.getByRole('dialog').getByRole('link', { name: text('codes.print.open') });
  const pdf = await page.request.get((await link.getAttribute('href'))!);
  expect(pdf.status()).toBe(200);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return (await pdf.body()).subarray(0, 5).toString();
}

describe.each(DATABASES)('on %s', (name) => {
  beforeAll(async () => {
    database = name === 'PostgreSQL' ? await ownDatabase(SERVER) : undefined;
    portal = await startPortal({ demo: false, config: { GeraeteVerleih: true }, ...(database && { env: { DATABASE_URL: database.url } }) });
  });
  afterAll(async () => {
    await portal.stop();
    await database?.drop();
  });

  journey(
    'sets up an empty portal with schools, staff, licences and classes',
    async ({ page, open }) => {
      // Every address redirects to the set-up page.
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

      // Another window continues with the steps saved so far.
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
      // The first window reports the conflicting change.
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

      // The set-up token is now invalid, even in a window that is still open.
      await button(page, 'firstStart.next').click();
      await heading(page, 'firstStart.done.title').waitFor();

      await addSchools(other);
      const dialog = other.getByRole('dialog');
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

      await importLicences(other);
      await other.goto('/');
      for (const key of ['firstStart.check.media', 'firstStart.check.licences'] as const)
        await row(other, key).getByText(text('firstStart.check.done')).waitFor();
      await button(other, 'firstStart.check.skip.name', { name: text('firstStart.check.lending') }).click();
      await row(other, 'firstStart.check.lending').getByText(text('firstStart.check.skipped')).waitFor();
      await signOut(other);

      await registerByInvitation(other, 'rektorat1@schule.example', true);
      expect(await addClasses(other)).toBe('%PDF-');
      await signOut(other);
      await registerByInvitation(other, 'theke@muster.example', false);
    },
    { portal: () => portal.url },
  );
});
