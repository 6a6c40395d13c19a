/** Compares stored files with the rows that reference them, to find files without a row and rows without a file. */
import { DAY } from '@fundus/contract/days';
import { sql, type RawBuilder } from 'kysely';
import type { StoredFiles } from '../domain.ts';
import type { Portal } from '../http/context.ts';
import { DOMAINS } from './list.ts';

const AT_ONCE = 1_000;
/** Minimum age of a file without a row before it is removed. A file is stored before its row is inserted. */
const YOUNG = DAY;

const ALL: StoredFiles[] = Object.values(DOMAINS).flatMap(({ storedFiles }) => storedFiles ?? []);
const NAMED = union(ALL.map(({ named }) => named));
const BEGUN = union(ALL.flatMap(({ named, begun }) => [named, ...(begun ? [begun] : [])]));

function union(queries: readonly RawBuilder<{ path: string }>[]): RawBuilder<{ path: string }> {
  return sql<{ path: string }>`${sql.join([...queries], sql` union all `)}`;
}

type Files = Pick<Portal<'storage'>, 'db' | 'storage'>;

/** Yields files in the folders of the domains that are older than a day and that no row references. */
async function* listUnnamed({ db, storage, now }: Files & { now: Date }): AsyncGenerator<string> {
  let paths: string[] = [];
  const filterUnnamed = async (): Promise<string[]> => {
    const { rows } = await sql<{
      path: string;
    }>`select named.path from (${BEGUN}) as named where named.path = any(${sql.val(paths)}::text[])`.execute(db);
    const known = new Set(rows.map(({ path }) => path));
    const found = [];
    for (const path of paths) {
      const about = known.has(path) ? null : await storage.stat(path);
      if (about && about.changed.getTime() < now.getTime() - YOUNG) found.push(path);
    }
    paths = [];
    return found;
  };
  for await (const path of storage.list()) {
    if (!ALL.some(({ folder }) => path.startsWith(folder))) continue;
    paths.push(path);
    if (paths.length >= AT_ONCE) yield* await filterUnnamed();
  }
  yield* await filterUnnamed();
}

/** Removes files without a row and returns their number. Idempotent. */
export async function removeUnreferencedFiles(portal: Files, { now }: { now: Date }): Promise<number> {
  let removed = 0;
  for await (const path of listUnnamed({ ...portal, now })) {
    await portal.storage.remove(path);
    removed += 1;
  }
  return removed;
}

/** Returns the files without a row (`unnamed`), which the hourly routine removes, and the rows without a file (`lost`). */
export async function compareFiles({
  db,
  storage,
  now,
}: Files & { now: Date }): Promise<{ named: number; unnamed: string[]; lost: string[] }> {
  const there = new Set<string>();
  for await (const path of storage.list()) there.add(path);
  const lost: string[] = [];
  let named = 0;
  for (let after = ''; ;) {
    const { rows } = await sql<{
      path: string;
    }>`select named.path collate "C" as path from (${NAMED}) as named where named.path collate "C" > ${after}
      group by 1 order by 1 limit ${AT_ONCE}`.execute(db);
    named += rows.length;
    for (const { path } of rows) if (!there.has(path)) lost.push(path);
    if (rows.length < AT_ONCE) break;
    after = rows.at(-1)!.path;
  }
  const unnamed: string[] = [];
  for await (const path of listUnnamed({ db, storage, now })) unnamed.push(path);
  return { named, unnamed, lost };
}
