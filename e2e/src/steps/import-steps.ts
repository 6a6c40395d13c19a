/** Prepares imports of media for screenshots. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { duplicates, type Pair } from '@fundus/contract/duplicates/duplicates';
import { fillPath } from '@fundus/contract/endpoint';
import { imports, type ImportSource } from '@fundus/contract/imports/imports';
import type { ImportRun } from '@fundus/contract/imports/runs';
import { href } from '@fundus/contract/screens';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { PATIENCE } from '../patience.ts';

const dc = (n: number, title: string, subject: string): string =>
  `<dc><identifier>${n}</identifier><title>${title}</title><subject>${subject}</subject><type>Film</type><publisher>Beispielfilm</publisher>
  <date>2024</date><description>Was geschieht, und warum. Für den Unterricht.</description></dc>`;
const FILE = `<list>${dc(1, 'Wie ein Gewitter entsteht', 'Geographie')}${dc(2, 'Die Zelle', 'NMG')}${dc(3, '', 'Chemie')}</list>`;

async function send<T>(page: Page, method: 'post' | 'put', path: string, data: object): Promise<T> {
  const token = (await page.request.get(accounts.userinfo.path)).headers()['x-csrf-token'] ?? '';
  const reply = await page.request[method](path, { headers: { 'X-CSRF-Token': token }, data });
  if (!reply.ok()) throw new Error(await reply.text());
  return (await reply.json()) as T;
}

const get = async <T>(page: Page, path: string): Promise<T> => (await (await page.request.get(path)).json()) as T;

/** Polls until the reply satisfies `isWanted`, and returns it. */
async function askUntil<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  for (const end = Date.now() + PATIENCE; ; await setTimeout(50)) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(answer)}`);
  }
}

/** Waits until an import run is in the given state. */
const runUntil = (page: Page, id: string, wanted: ImportRun['state']): Promise<ImportRun> =>
  askUntil(
    () => get<ImportRun>(page, fillPath(imports.run.path, { id })),
    ({ state }) => state === wanted,
  );

/** Returns the import source with the given name and creates it if necessary. */
async function sourceNamed(page: Page, name: string, more: object): Promise<ImportSource> {
  const { sources } = await get<{ sources: ImportSource[] }>(page, imports.sources.path);
  return (
    sources.find((each) => each.name === name) ?? (await send<ImportSource>(page, 'post', imports.createSource.path, { name, ...more }))
  );
}

/** Starts a dry run of a file with a new record, an unknown word and a rejected record. Returns the address of the run. */
export async function previewImport(page: Page): Promise<string> {
  const oai = { address: 'https://repositorium.example/oai', format: 'oai_lom-de', set: '', schedule: 'weekly' };
  const source = await sourceNamed(page, 'Medienarchiv', { prefix: 'ma-', oai });
  const begin = { file_name: 'medienarchiv.xml', bytes: Buffer.byteLength(FILE), source_id: source.id };
  const run = await send<ImportRun>(page, 'post', imports.begin.path, begin);
  const part = { offset: 0, content: Buffer.from(FILE).toString('base64') };
  await send(page, 'put', fillPath(imports.part.path, { id: run.id }), part);
  await runUntil(page, run.id, 'looked');
  return href('imports', {}, { run: run.id });
}

/** Opens the form of a new import source with an OAI-PMH repository. */
export async function newSource(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Quelle anlegen|Add a source)$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /OAI-PMH/ })
    .check();
}

/** Imports two records with the same ISBN, which their source does not merge. Returns the address of the duplicates. */
export async function withPairs(page: Page): Promise<string> {
  const source = await sourceNamed(page, 'Beispielverlag', { prefix: 'bv-', same: 'apart' });
  const line = (id: string, title: string) =>
    JSON.stringify({ id, title, type: 'book', isbn: '9783161484100', publisher: 'Beispielverlag' });
  const file = `${line('doppelt-1', 'Das Moor')}\n${line('doppelt-2', 'Das Moor. Ein Lesebuch')}`;
  const begin = { file_name: 'moor.jsonl', bytes: Buffer.byteLength(file), source_id: source.id };
  const { id } = await send<ImportRun>(page, 'post', imports.begin.path, begin);
  await send(page, 'put', fillPath(imports.part.path, { id }), { offset: 0, content: Buffer.from(file).toString('base64') });
  const { counts } = await runUntil(page, id, 'looked');
  if (counts.stored > 0) {
    await send(page, 'post', fillPath(imports.take.path, { id }), {});
    await runUntil(page, id, 'done');
  }
  // Duplicates are detected shortly after the import.
  await askUntil(
    () => get<{ pairs: Pair[] }>(page, duplicates.list.path),
    ({ pairs }) => pairs.length > 0,
  );
  return href('duplicates');
}
