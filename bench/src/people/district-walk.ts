/** Sets up a district through the screens like a user. Counts clicks and measures the time of each step without user pauses. */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { closeBrowser, visit, type Visitor } from '@fundus/e2e/browser';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { text } from '@fundus/e2e/texts';
import { codeOf } from '@fundus/e2e/totp';
import { describeLoad } from '../measure/commands.ts';
import { districtFiles, districtOf, type District } from './district-files.ts';
import { storeTable } from '../measure/table.ts';

type Page = Visitor['page'];
type Locator = ReturnType<Page['locator']>;

const PASSWORD = 'rostiger Anker singt';
const LONG = { timeout: 90_000 };
const shown = (count: number): string => count.toLocaleString('de');
/** Matches a button whose label begins with a count. */
const counted = (count: number, words: string): RegExp => new RegExp(`^${shown(count).replaceAll('.', '\\.')} ${words}`);

const rows: (string | number)[][] = [];
let files: Record<string, string> = {};
let clicks = 0;
async function click(what: Locator): Promise<void> {
  clicks += 1;
  await what.click(LONG);
}

/** Chooses a file. Counts one click in the portal and one in the file dialog of the operating system. */
async function choose(page: Page, name: string): Promise<void> {
  clicks += 2;
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`${files[name]}\n`) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}

async function step(name: string, walk: () => Promise<void>): Promise<void> {
  clicks = 0;
  const start = performance.now();
  await walk();
  rows.push([name, clicks, (performance.now() - start) / 1000]);
  process.stderr.write(`${rows.at(-1)!.join(', ')}\n`);
}

const button = (page: Page, key: Parameters<typeof text>[0], values = {}) =>
  page.getByRole('button', { name: text(key, values), exact: true });

function command(portal: Portal, ...args: string[]): void {
  const done = spawnSync(process.execPath, ['server/src/cli.ts', ...args], {
    cwd: resolve(import.meta.dirname, '../../..'),
    env: { PATH: process.env.PATH, DATA_DIR: portal.dataDir },
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`${args.join(' ')}: ${done.stdout}${done.stderr}`);
}

/** Signs in for the first time and sets up an authenticator app. */
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

/** Imports a table in the open dialog, then closes the dialog. */
async function importTable(page: Page, name: string, act: RegExp): Promise<void> {
  await choose(page, name);
  await click(page.getByRole('dialog').getByRole('button', { name: act }));
}

async function walkDistrict(page: Page, district: District): Promise<void> {
  const licences = district.media * district.schools;
  const dialog = page.getByRole('dialog');
  await page.goto('/school');
  await step(`${district.schools} schools, and the invitation of their administrators`, async () => {
    await click(button(page, 'schools.import'));
    await importTable(page, 'schulen.csv', counted(district.schools, 'Schulen'));
    await click(dialog.getByRole('button', { name: counted(district.schools, 'Schulen einladen$') }));
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await step(`${district.teachers} teachers`, async () => {
    await click(page.getByRole('navigation', { name: text('schools.tabs') }).getByRole('link', { name: text('schools.tab.people') }));
    await click(button(page, 'people.import'));
    await importTable(page, 'lehrkraefte.csv', counted(district.teachers, 'Personen'));
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await step(`${district.classes} classes`, async () => {
    await click(page.getByRole('navigation', { name: text('schools.tabs') }).getByRole('link', { name: text('schools.tab.schools') }));
    await click(button(page, 'schools.classes.import'));
    await importTable(page, 'klassen.csv', counted(district.classes, 'Klassen '));
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await page.goto('/editing');
  await step(`${licences} licences: ${district.media} media for every school`, async () => {
    const first = page.getByRole('listitem').getByRole('checkbox').first();
    await click(first);
    await click(button(page, 'bulk.all', { count: district.media }));
    await click(button(page, 'licence.give.bulk'));
    // Choosing an option of a select box takes two clicks.
    clicks += 2;
    await dialog.getByRole('combobox', { name: text('licence.give.for') }).selectOption('schools');
    await dialog.getByLabel(text('licence.licensor')).fill('Lehrverlag');
    await click(dialog.getByRole('button', { name: counted(licences, 'Lizenzen eintragen$') }));
    await dialog.waitFor({ state: 'detached', ...LONG });
  });
  await page.goto('/library/licences?view=manage');
  await step('renewal of all licences by a year', async () => {
    await click(page.getByRole('checkbox', { name: text('licence.bulk.choose') }));
    await click(button(page, 'licence.bulk.chooseAll', { count: licences, number: licences }));
    await click(page.getByRole('button', { name: new RegExp(`^${text('licence.bulk.act.extend')}`) }));
    clicks += 2;
    await dialog.getByRole('combobox', { name: text('licence.bulk.way') }).selectOption('year');
    await click(dialog.getByRole('button', { name: counted(licences, 'Lizenzen verlängern$') }));
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

/** Measures the set-up of a district, and the creation of learner codes by an administrator of its first school. */
export async function districtSetupBench(schools: number): Promise<void> {
  const district = districtOf(schools);
  files = districtFiles(district);
  rows.length = 0;
  const load = describeLoad();
  const portal = await startPortal({ demo: false, env: { LOG_LEVEL: 'error' } });
  try {
    command(portal, 'district', 'add', 'Musterkreis');
    const name = ['--vorname', 'Anne', '--name', 'Leitner', '--password', PASSWORD];
    command(portal, 'user', 'add', '--email', 'leitung@kreis.example', ...name, '--role', 'districtAdmin');
    await writeFile(join(portal.dataDir, 'medien.jsonl'), `${files['medien.jsonl']}\n`);
    command(portal, 'import', 'jsonl', join(portal.dataDir, 'medien.jsonl'), '--licence', 'none');
    const leader = await visit(portal.url);
    await signIn(leader.page, 'leitung@kreis.example');
    await walkDistrict(leader.page, district);
    await leader.leave({ broken: true });
    const email = 'rektorat@kreis.example';
    command(portal, 'user', 'add', '--email', email, ...name, '--role', 'schoolAdmin', '--school', '100001');
    const head = await visit(portal.url);
    await signIn(head.page, email);
    await walkSchool(head.page, '100001');
    await head.leave({ broken: true });
  } finally {
    await closeBrowser();
    await portal.stop();
  }
  storeTable({
    name: schools === districtOf().schools ? 'district' : `district-${schools}`,
    title: `Set-up of a district of ${schools} schools in the browser, by one user`,
    head: ['step', 'clicks', 'seconds'],
    rows: [...rows, ['all', sum(1), sum(2)]],
    notes: [
      'A chosen file and a chosen value of a list count as two clicks. The time includes the work of the server, not the time a user thinks. Media come from a file by command.',
      load,
    ],
  });
}

const sum = (column: number): number => rows.reduce((all, row) => all + Number(row[column]), 0);
