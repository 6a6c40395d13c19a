/** Queries for import runs. A run imports or previews a file or repository. */
import type { CsvColumns, RunProblem, RunState } from '@fundus/contract/imports/runs';
import type { Refusal } from '@fundus/importer/refusal';
import { sql, type Selectable } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import { isOfCatalogue } from '../../visitors/own-material-repository.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import type { KeptReport } from './kept-report.ts';

export type RunRow = Omit<Selectable<Tables['import_run']>, 'report' | 'plan' | 'made_by'> & {
  report: KeptReport;
  plan: CsvColumns | null;
};

const columns = [
  ...['import_run.id', 'import_run.district_id', 'import_run.source_id', 'import_run.source_name', 'import_run.kind'],
  ...['import_run.file_name', 'import_run.bytes', 'import_run.received', 'import_run.parts', 'import_run.format', 'import_run.headers'],
  ...['import_run.plan', 'import_run.state', 'import_run.look', 'import_run.problem', 'import_run.problem_detail'],
  ...['import_run.progress_done', 'import_run.progress_total', 'import_run.report', 'import_run.created_at', 'import_run.finished_at'],
] as unknown as readonly `import_run.${keyof Tables['import_run']}`[];

const select = (db: Db) => db.selectFrom('import_run').select(columns);
/** Converts a database row, in which large numbers may be text. JSON columns have the types that were written. */
const asRow = (row: unknown): RunRow => {
  const run = row as RunRow;
  const numbers = { bytes: Number(run.bytes), received: Number(run.received) };
  return { ...run, ...numbers, progress_done: Number(run.progress_done), progress_total: Number(run.progress_total) };
};

export const listRuns = async (db: Db, districtId: string): Promise<RunRow[]> =>
  (
    await select(db)
      .where('import_run.district_id', '=', districtId)
      .orderBy('import_run.created_at', 'desc')
      .orderBy('import_run.id', 'desc')
      .limit(100)
      .execute()
  ).map(asRow);

/** Returns the latest run of each source. */
export async function listLastRuns(db: Db, sourceIds: readonly string[]): Promise<RunRow[]> {
  const rows = await select(db)
    .distinctOn('import_run.source_id')
    .where('import_run.source_id', '=', matchUuids(sourceIds))
    .orderBy('import_run.source_id')
    .orderBy('import_run.created_at', 'desc')
    .limit(200)
    .execute();
  return rows.map(asRow);
}

export async function findRun(db: Db, id: string, districtId?: string): Promise<RunRow | undefined> {
  const row = await select(db)
    .where('import_run.id', '=', id)
    .$if(districtId !== undefined, (rows) => rows.where('import_run.district_id', '=', districtId!))
    .executeTakeFirst();
  return row && asRow(row);
}

type NewRun = Pick<RunRow, 'id' | 'district_id' | 'source_id' | 'source_name' | 'kind' | 'state' | 'look' | 'created_at'> &
  Partial<Pick<RunRow, 'file_name' | 'bytes' | 'format'>> & { report: KeptReport; made_by: string | null };

export const insertRun = (db: Db, { report, ...run }: NewRun) =>
  db
    .insertInto('import_run')
    .values({ ...run, report: JSON.stringify(report) })
    .execute();

type Change = Partial<Omit<RunRow, 'id' | 'report' | 'plan' | 'problem'>> & {
  problem?: RunProblem | null;
  report?: KeptReport;
  plan?: CsvColumns | null;
};

/** Updates a run. Returns false if its state is not in `among`. */
export async function updateRun(db: Db, id: string, among: readonly RunState[], { report, plan, ...change }: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('import_run')
    .set({
      ...change,
      ...(report && { report: JSON.stringify(report) }),
      ...(plan !== undefined && { plan: plan && JSON.stringify(plan) }),
    })
    .where('import_run.id', '=', id)
    .where('import_run.state', 'in', [...among])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether a run of the source is in progress. */
export async function isRunning(db: Db, sourceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('import_run')
    .select('import_run.id')
    .where('import_run.source_id', '=', sourceId)
    .where('import_run.kind', '=', 'harvest')
    .where('import_run.state', 'in', ['waiting', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}

export type RefusalRow = Refusal & { line: number };

export const insertRefusals = (db: Db, runId: string, first: number, refusals: readonly RefusalRow[]) =>
  db
    .insertInto('import_refusal')
    .values(
      refusals.map(({ line, field, reason, value = '' }, i) => ({
        ...{ run_id: runId, rank: first + i, line: Math.min(line, 2_147_483_647) },
        ...{ field: field.slice(0, 200), reason, value },
      })),
    )
    .execute();

export const listRefusals = (db: Db, runId: string, limit: number) =>
  db
    .selectFrom('import_refusal')
    .select(['import_refusal.line', 'import_refusal.field', 'import_refusal.reason', 'import_refusal.value'])
    .where('import_refusal.run_id', '=', runId)
    .orderBy('import_refusal.rank')
    .limit(limit)
    .execute();

export const deleteRefusals = (db: Db, runId: string) =>
  db.deleteFrom('import_refusal').where('import_refusal.run_id', '=', runId).execute();

/** Storage paths of file parts that are still needed. */
export const referencedParts = sql<{ path: string }>`select 'imports/' || import_run.id || '/' || part as path
  from import_run, generate_series(0, import_run.parts - 1) as part`;

/** Ends abandoned runs. Their files are removed later. */
export async function endOldRuns(db: Db, before: Date, now: Date): Promise<void> {
  await db
    .updateTable('import_run')
    .set({ state: 'cancelled', parts: 0, finished_at: now })
    .where('import_run.state', 'in', ['uploading', 'looked'])
    .where('import_run.created_at', '<', before)
    .execute();
}

export const deleteOldRuns = (db: Db, before: Date) => db.deleteFrom('import_run').where('import_run.created_at', '<', before).execute();

/** Returns the ids and numbers of the schools of a district. */
export async function listSchoolsOf(db: Db, districtId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('school')
    .select(['school.id', 'school.number'])
    .where('school.district_id', '=', districtId)
    .limit(20_000)
    .execute();
  return new Set(rows.flatMap(({ id, number }) => [id, number]));
}

/** Returns media without the licence they need that a source, or a file without a source, stored within a time range. */
export async function listUnlicensed(db: Db, { from, to, prefix }: { from: Date; to: Date; prefix: string | null }): Promise<string[]> {
  const owner = sql`select from import_item where import_item.identifier = media_item.identifier`;
  const rows = await db
    .selectFrom('media_item')
    .select('media_item.identifier')
    .where('media_item.updated_at', '>=', from)
    .where('media_item.updated_at', '<=', to)
    .where('media_item.free', '=', false)
    .where('media_item.retired_at', 'is', null)
    .where(isOfCatalogue)
    .where(prefix === null ? sql<boolean>`not exists (${owner})` : sql<boolean>`exists (${owner} and import_item.prefix = ${prefix})`)
    .where(sql<boolean>`not exists (select from licence where licence.identifier = media_item.identifier and licence.withdrawn_at is null)`)
    .orderBy('media_item.identifier')
    .limit(100_000)
    .execute();
  return rows.map(({ identifier }) => identifier);
}
