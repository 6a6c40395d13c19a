/** Reads the data of a school from all domains (docs/behaviour/schools.md#data-of-a-school). */
import { MAX_EXPORTED } from '../domain.ts';
import type { Db } from '../db/open.ts';
import type { DataPage, SchoolDataRequester } from '../http/context.ts';
import { DOMAINS } from './list.ts';

/** Number of rows per page of the file. */
const PAGE = 500;

/** Reads the rows of a school by area. The area `cut` lists the areas that exceed the export limit. */
export async function* readSchoolData(db: Db, asked: SchoolDataRequester): AsyncGenerator<DataPage> {
  const cut: string[] = [];
  for (const domain of Object.values(DOMAINS))
    for (const [area, collect] of Object.entries(domain.schoolData)) {
      const rows = await collect(db, asked);
      if (!rows) continue;
      for (let from = 0; from === 0 || from < rows.length; from += PAGE) {
        const some = rows.slice(from, from + PAGE);
        yield { area, rows: some.map((row) => JSON.stringify(row)).join(',\n'), count: some.length };
      }
      if (rows.length >= MAX_EXPORTED) cut.push(area);
    }
  if (cut.length > 0)
    yield { area: 'cut', rows: cut.map((part) => JSON.stringify({ part, rows: MAX_EXPORTED })).join(',\n'), count: cut.length };
}
