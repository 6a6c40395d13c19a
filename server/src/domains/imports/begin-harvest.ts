/** Starts a harvest, manually or on schedule. */
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import { addJob } from '../../jobs/repository.ts';
import { emptyReport } from './kept-report.ts';
import { markSource, type SourceRow } from './repository.ts';
import { insertRun } from './run-repository.ts';

export const IMPORT_JOB = 'import';

/** Starts a run and returns its id. With `whole`, all records are harvested, not only changes. */
export async function beginHarvest(
  db: Db,
  source: SourceRow,
  { look, whole, now, by }: { look: boolean; whole: boolean; now: Date; by: string | null },
): Promise<string> {
  const id = newId(now);
  if (whole && !look) await markSource(db, source.id, { since: null, began: null, token: null, whole_list: null });
  await insertRun(db, {
    ...{ id, district_id: source.district_id, source_id: source.id, source_name: source.name, kind: 'harvest', state: 'waiting', look },
    ...{ format: source.metadata_prefix ?? '', created_at: now, report: emptyReport(), made_by: by },
  });
  await addJob(db, { kind: IMPORT_JOB, payload: { run: id }, now });
  return id;
}
