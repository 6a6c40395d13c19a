/** The index held against the database, medium by medium. */
import type { Portal } from '../../http/context.ts';
import { listIdentifiersAfter, findNewestChange } from './repository.ts';

const PAGE = 5_000;

/** `missing` in the index, `vanished` from the database; `behind`: a change was not taken in, so contents may differ too. */
export async function compareIndex({ db, search }: Pick<Portal, 'db' | 'search'>) {
  const indexed = new Set<string>();
  for (let after = ''; ;) {
    const ids = await search.ids({ after, limit: PAGE });
    if (ids.length === 0) break;
    for (const id of ids) indexed.add(id);
    after = ids.at(-1)!;
  }
  const missing: string[] = [];
  let media = 0;
  for (let after = ''; ;) {
    const ids = await listIdentifiersAfter(db, after, PAGE);
    for (const id of ids) if (!indexed.delete(id)) missing.push(id);
    media += ids.length;
    if (ids.length < PAGE) break;
    after = ids.at(-1)!;
  }
  return { media, missing, vanished: [...indexed], behind: search.status().seq < (await findNewestChange(db)) };
}
