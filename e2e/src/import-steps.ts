/** Importing media as an administrator meets it. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { duplicates } from '@fundus/contract/duplicates/duplicates';
import { fillPath } from '@fundus/contract/endpoint';
import { imports, type ImportRun, type ImportSource } from '@fundus/contract/imports/imports';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';

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

/** A file of a source that was looked at: something new, a word nobody knows, something refused. */
export async function lookedAt(page: Page): Promise<string> {
  const { sources } = (await (await page.request.get(imports.sources.path)).json()) as { sources: ImportSource[] };
  const oai = { address: 'https://repositorium.example/oai', format: 'oai_lom-de', set: '', schedule: 'weekly' };
  const source =
    sources[0] ?? (await send<ImportSource>(page, 'post', imports.createSource.path, { name: 'Medienarchiv', prefix: 'ma-', oai }));
  const begin = { file_name: 'medienarchiv.xml', bytes: Buffer.byteLength(FILE), source_id: source.id };
  const run = await send<ImportRun>(page, 'post', imports.begin.path, begin);
  const part = { offset: 0, content: Buffer.from(FILE).toString('base64') };
  await send(page, 'put', fillPath(imports.part.path, { id: run.id }), part);
  for (let state = run.state; state !== 'looked';)
    ({ state } = (await (await page.request.get(fillPath(imports.run.path, { id: run.id }))).json()) as ImportRun);
  return href('imports', {}, { run: run.id });
}

/** The form of a source, with a repository. */
export async function newSource(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Quelle anlegen|Add a source)$/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /OAI-PMH/ })
    .check();
}

/** Two records with one number, from one file. */
export async function withPairs(page: Page): Promise<string> {
  const line = (id: string, title: string) =>
    JSON.stringify({ id, title, type: 'book', isbn: '9783161484100', publisher: 'Beispielverlag' });
  const file = `${line('doppelt-1', 'Das Moor')}\n${line('doppelt-2', 'Das Moor. Ein Lesebuch')}`;
  const begin = { file_name: 'moor.jsonl', bytes: Buffer.byteLength(file), source_id: null };
  const { id } = await send<ImportRun>(page, 'post', imports.begin.path, begin);
  const until = async (wanted: string): Promise<void> => {
    for (let state = ''; state !== wanted;)
      ({ state } = (await (await page.request.get(fillPath(imports.run.path, { id }))).json()) as ImportRun);
  };
  await send(page, 'put', fillPath(imports.part.path, { id }), { offset: 0, content: Buffer.from(file).toString('base64') });
  await until('looked');
  const { counts } = (await (await page.request.get(fillPath(imports.run.path, { id }))).json()) as ImportRun;
  if (counts.stored > 0) {
    await send(page, 'post', fillPath(imports.take.path, { id }), {});
    await until('done');
  }
  // Pairs are found a moment after the import.
  for (let found = 0; found === 0;)
    found = ((await (await page.request.get(duplicates.list.path)).json()) as { pairs: unknown[]; merges: unknown[] }).pairs.length;
  return href('duplicates');
}
