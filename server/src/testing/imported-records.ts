/** Records that are imported while a portal is killed, and comparisons between search and database afterwards. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openDatabase } from '../db/open.ts';
import type { Home } from './database-template.ts';
import { command, type Running } from './processes.ts';

/** Timeout in milliseconds of a test that kills a portal during an import. */
export const TIMEOUT = 300_000;

/** Runs the import command and returns its exit code. */
export const importFile = async (home: Home, file: string): Promise<number | null> => (await command(home, ['import', 'jsonl', file])).code;

const WORDS = ['Vulkan', 'Zelle', 'Bruch', 'Geige', 'Wasser', 'Burg', 'Planet', 'Gedicht', 'Strom', 'Karte'];
const idOf = (i: number): string => `C-${String(i).padStart(5, '0')}`;

export function recordsFile(folder: string, from: number, to: number, note = ''): string {
  const file = join(folder, `records-${from}-${to}-${note}.jsonl`);
  const line = (i: number): string =>
    JSON.stringify({
      identifier: idOf(i),
      fn_titel: `${WORDS[i % 10]} und ${WORDS[(i * 7 + 3) % 10]} ${i} ${note}`.trim(),
      fn_kurztext: `Über ${WORDS[(i * 3 + 1) % 10]}, ${WORDS[(i * 9 + 4) % 10]} und die Nummer ${i}`,
      fn_typ: '49',
      fn_sprache: ['de'],
    });
  writeFileSync(file, Array.from({ length: to - from }, (_, i) => line(from + i)).join('\n'));
  return file;
}

const json = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T;
type Found = { total: number; items: { identifier: string; fn_titel: string }[] };

export const records = async ({ url }: Running): Promise<number> =>
  (await json<{ search?: { records: number } }>(`${url}/api/v1/health/ready`)).search?.records ?? 0;

/** Returns all search results as a map from identifier to title. */
export async function shown({ url }: Running): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const page = await json<Found>(`${url}/api/v1/media/catalogue/search?sort=title&limit=100&offset=${offset}`);
    total = page.total;
    for (const item of page.items) all.set(item.identifier, item.fn_titel);
  }
  return all;
}

export const count = async ({ url }: Running, q: string): Promise<number> =>
  (await json<Found>(`${url}/api/v1/media/catalogue/search?limit=1&q=${encodeURIComponent(`"${q}"`)}`)).total;

/** Returns the stored media. Call it after the portal has ended. */
export async function stored({ dataDir, databaseUrl }: Home): Promise<Map<string, string>> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl });
  const rows = await db.selectFrom('media_item').select(['media_item.identifier', 'media_item.fn_titel']).execute();
  await close();
  return new Map(rows.map((row) => [row.identifier, row.fn_titel]));
}

/** Expects that the search lists exactly the stored media and finds them by their words. */
export async function expectShown(portal: Running, truth: Map<string, string>): Promise<void> {
  const seen = await shown(portal);
  expect(seen.size).toBe(truth.size);
  expect(seen).toEqual(truth);
  const countWith = (word: string): number =>
    [...truth.keys()].filter((id) => {
      const i = Number(id.slice(2));
      return [i, i * 7 + 3, i * 3 + 1, i * 9 + 4].some((n) => WORDS[n % 10] === word);
    }).length;
  expect(await Promise.all(WORDS.map((word) => count(portal, word)))).toEqual(WORDS.map(countWith));
}
