/**
 * A user brings a district of 120 schools in through the screens: counts clicks and measures the time of each step, at the speed of a browser
 * that does not hesitate. `node bench/src/district-walk.ts [SCHOOLS]`: number of schools whose administrators create and print learner codes.
 */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { closeBrowser, visit, type Visitor } from '@fundus/e2e/browser';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { text } from '@fundus/e2e/texts';
import { codeOf } from '@fundus/e2e/totp';
import { describeLoad } from './commands.ts';
import { DISTRICT, districtFiles } from './district-files.ts';

type Page = Visitor['page'];
type Locator = ReturnType<Page['locator']>;

const PASSWORD = 'rostiger Anker singt';
const LONG = { timeout: 90_000 };
const files = districtFiles();

let clicks = 0;
async function click(what: Locator): Promise<void> {
  clicks += 1;
  await what.click(LONG);
}

/** Choosing a file is one click in the portal and one in the dialog of the system. */
async function choose(page: Page, name: string): Promise<void> {
  clicks += 2;
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`${files[name]}\n`) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}

async function step(name: string, walk: () => Promise<void>): Promise<void> {
  clicks = 0;
  const start = performance.now();
  await walk();
  console.log(`| ${name} | ${clicks} | ${((performance.now() - start) / 1000).toFixed(1)} |`);
}

const button = (page: Page, key: Parameters<typeof text>[0], values = {}) =>
  page.getByRole('button', { name: text(key, values), exact: true });

function command(portal: Portal, ...args: string[]): void {
  const done = spawnSync(process.execPath, ['server/src/cli.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, DATA_DIR: portal.dataDir },
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stdout}${done.stderr}`);
}

/** Signs in for the first time and sets an authenticator app up. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(text('login.name')).fill(email);
  await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(PASSWORD);
  await button(page, 'login.action').click();
  await button(page, 'factor.add.totp').click(LONG);
  await page.getByLabel(text('factor.totp.code'), { exact: true }).fill(codeOf(await page.locator('.totp-secret').innerText(), 0));
  await button(page, 'factor.totp.action').click();
  await button(page, 'factor.codes.done').click();
}

/** Imports a table in the open dialog and closes it. */
async function importTable(page: Page, name: string, act: RegExp): Promise<void> {
  await choose(page, name);
  await click(page.getByRole('dialog').getByRole('button', { name: act }));
}

async function walkDistrict(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto('/school');
  await step(`${DISTRICT.schools} schools, and the invitation of their administrators`, async () => {
    await click(button(page, 'schools.import'));
    await importTable(page, 'schulen.csv', /^120 Schulen/);
    await click(dialog.getByRole('button', { name: /^120 Schulen einladen$/ }));
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await step(`${DISTRICT.teachers} teachers`, async () => {
    await click(page.getByRole('navigation', { name: text('schools.tabs') }).getByRole('link', { name: text('schools.tab.people') }));
    await click(button(page, 'people.import'));
    await importTable(page, 'lehrkraefte.csv', /^3\.?600 Personen/);
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await step(`${DISTRICT.classes} classes`, async () => {
    await click(page.getByRole('navigation', { name: text('schools.tabs') }).getByRole('link', { name: text('schools.tab.schools') }));
    await click(button(page, 'schools.classes.import'));
    await importTable(page, 'klassen.csv', /^2\.000 Klassen /);
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await page.goto('/editing');
  await step(`${DISTRICT.media * DISTRICT.schools} licences: ${DISTRICT.media} media for every school`, async () => {
    const first = page.getByRole('listitem').getByRole('checkbox').first();
    await click(first);
    await click(button(page, 'bulk.all', { count: DISTRICT.media }));
    await click(button(page, 'licence.give.bulk'));
    // Choosing from a list is two clicks.
    clicks += 2;
    await dialog.getByRole('combobox', { name: text('licence.give.for') }).selectOption('schools');
    await dialog.getByLabel(text('licence.licensor')).fill('Lehrverlag');
    await click(dialog.getByRole('button', { name: /^3\.000 Lizenzen eintragen$/ }));
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await page.goto('/library/licences?view=manage');
  await step('renewal of all licences by a year', async () => {
    await click(page.getByRole('checkbox', { name: text('licence.bulk.choose') }));
    const count = DISTRICT.media * DISTRICT.schools;
    await click(button(page, 'licence.bulk.chooseAll', { count, number: count }));
    await click(page.getByRole('button', { name: new RegExp(`^${text('licence.bulk.act.extend')}`) }));
    clicks += 2;
    await dialog.getByRole('combobox', { name: text('licence.bulk.way') }).selectOption('year');
    await click(dialog.getByRole('button', { name: /^[\d.]+ Lizenzen verlängern$/ }));
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
}

async function walkSchool(page: Page, number: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.goto('/school?tab=classes');
  await step(`learner codes and cards of all classes of school ${number}`, async () => {
    await click(button(page, 'schools.classes.fill'));
    await dialog.getByLabel(text('schools.classes.fill.count')).fill('24');
    await click(dialog.getByRole('button', { name: /^\d+ / }));
    await click(dialog.getByRole('button', { name: text('codes.print.make'), exact: true }));
    await click(dialog.getByRole('link', { name: text('codes.print.open') }));
  });
}

const portal = await startPortal({ demo: false, env: { LOG_LEVEL: 'error' } });
try {
  console.log(`${describeLoad()}\n\n| step | clicks | seconds |\n| --- | --- | --- |`);
  command(portal, 'district', 'add', 'Musterkreis');
  const name = ['--vorname', 'Anne', '--name', 'Leitner', '--password', PASSWORD];
  command(portal, 'user', 'add', '--email', 'leitung@kreis.example', ...name, '--role', 'districtAdmin');
  await writeFile(join(portal.dataDir, 'medien.jsonl'), `${files['medien.jsonl']}\n`);
  command(portal, 'import', 'jsonl', join(portal.dataDir, 'medien.jsonl'), '--licence', 'none');
  const district = await visit(portal.url);
  await signIn(district.page, 'leitung@kreis.example');
  await walkDistrict(district.page);
  await district.leave({ broken: true });
  for (let i = 0; i < Number(process.argv[2] ?? 1); i += 1) {
    const number = `${100_001 + i}`;
    const email = `rektorat${i}@kreis.example`;
    command(portal, 'user', 'add', '--email', email, ...name, '--role', 'schoolAdmin', '--school', number);
    const school = await visit(portal.url);
    await signIn(school.page, email);
    await walkSchool(school.page, number);
    await school.leave({ broken: true });
  }
} finally {
  await closeBrowser();
  await portal.stop();
}
