/** Compares each medium in the index with the database. */
import type { Portal } from '../../../http/context.ts';
import { describeMedia, findBasis, type IndexBasis } from './index-records.ts';
import { findIndexRows, findNewestChange, listIndexRowsAfter, type IndexRow } from './index-repository.ts';
import { listIdentifiersAfter } from '../repository.ts';

const PAGE = 5_000;
/** Number of records compared at a time, during which the search threads are busy. */
const CONTENTS = 500;

type Difference = { missing: string[]; differing: string[] };

/**
 * Returns the media that are `missing` in the index, have `vanished` from the database or have `differing` contents. `behind` is true if changes have
 * not been indexed. Uses and ratings are not compared, because they are updated daily. `catchUp` is called before differences are checked again.
 */
export async function compareIndex(portal: Portal<'embedder' | 'search' | 'storage'>, catchUp: () => Promise<void>) {
  const { db, search } = portal;
  const basis = await findBasis(portal);
  const vanished = await listRemovedFromIndex(portal);
  const first: Difference = { missing: [], differing: [] };
  let media = 0;
  for (let after = ''; ;) {
    const rows = await listIndexRowsAfter(db, after, CONTENTS);
    const found = await compareRows(portal, rows, basis);
    first.missing.push(...found.missing);
    first.differing.push(...found.differing);
    media += rows.length;
    if (rows.length < CONTENTS) break;
    after = rows.at(-1)!.identifier;
  }
  const suspects = [...first.missing, ...first.differing];
  if (suspects.length > 0 || vanished.length > 0) await catchUp();
  const second: Difference = { missing: [], differing: [] };
  for (let from = 0; from < suspects.length; from += CONTENTS) {
    const found = await compareRows(portal, await findIndexRows(db, suspects.slice(from, from + CONTENTS)), basis);
    second.missing.push(...found.missing);
    second.differing.push(...found.differing);
  }
  return {
    media,
    ...second,
    vanished: vanished.length > 0 ? await listRemovedFromIndex(portal) : vanished,
    behind: search.status().seq < (await findNewestChange(db)),
  };
}

async function compareRows(
  portal: Portal<'embedder' | 'search' | 'storage'>,
  rows: readonly IndexRow[],
  basis: IndexBasis,
): Promise<Difference> {
  if (rows.length === 0) return { missing: [], differing: [] };
  const records = await describeMedia(portal, rows, basis);
  return portal.search.compare({
    records: [...records.values()].map(({ vector: _, numbers: { published, recommended }, ...record }) => ({
      ...record,
      numbers: { published: published!, recommended: recommended! },
    })),
  });
}

async function listRemovedFromIndex({ db, search }: Portal<'search'>): Promise<string[]> {
  const indexed = new Set<string>();
  for (let after = ''; ;) {
    const ids = await search.ids({ after, limit: PAGE });
    if (ids.length === 0) break;
    for (const id of ids) indexed.add(id);
    after = ids.at(-1)!;
  }
  for (let after = ''; ;) {
    const ids = await listIdentifiersAfter(db, after, PAGE);
    for (const id of ids) indexed.delete(id);
    if (ids.length < PAGE) return [...indexed];
    after = ids.at(-1)!;
  }
}
