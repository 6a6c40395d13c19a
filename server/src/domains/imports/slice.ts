/** Functions shared by slices of files and of harvests. */
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';
import type { RunProblem } from '@fundus/contract/imports/runs';
import { refuse, type Refusal } from '@fundus/importer/refusal';
import type { ImportReport } from '@fundus/importer/report';
import type { Db } from '../../db/open.ts';
import { toKeptReport, type KeptReport } from './kept-report.ts';
import { insertRefusals, listSchoolsOf, updateRun, type RunRow } from './run-repository.ts';

/** Maximum duration of a slice in milliseconds. */
export const SLICE_MS = 4_000;

/** Thrown if a run fails because of the file or repository. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  readonly code: RunProblem;
  constructor(code: RunProblem, message = '') {
    super(message);
    this.code = code;
  }
}

/** Thrown if a run was cancelled. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
}

/** Stores the progress in the transaction of the batch. Throws `RunEnded` if the run was cancelled. */
export async function storeProgress(
  db: Db,
  run: RunRow,
  report: ImportReport,
  {
    before,
    more,
    done,
    total,
  }: { before: KeptReport; more: { joined: number; gone: number; unlicensed: number }; done: number; total: number },
): Promise<KeptReport> {
  const stored = toKeptReport(report, before, more);
  const about = { report: stored, progress_done: done, progress_total: total, problem: null, problem_detail: '' };
  if (!(await updateRun(db, run.id, ['running'], about))) throw new RunEnded();
  const room = IMPORT_LIMITS.refusals - before.counts.refused;
  const refusals = report.refusals.splice(0).slice(0, Math.max(room, 0));
  if (refusals.length > 0) await insertRefusals(db, run.id, before.counts.refused, refusals);
  return stored;
}

/**
 * Returns a function that checks records of a district administrator. It refuses files in the portal's own storage, which may belong to other users,
 * and licences outside the district and its schools.
 */
export async function makeCheck(db: Db, districtId: string): Promise<(record: MediaRecord) => Refusal | null> {
  const schools = await listSchoolsOf(db, districtId);
  return ({ files, licences }) => {
    const file = files.find(({ path }) => !/^https:\/\//i.test(path));
    if (file) return refuse('files.path', 'value', file.path);
    const foreign = licences.find(({ scope, target = '' }) =>
      scope === 'district' ? target !== districtId : scope === 'school' && !schools.has(target),
    );
    return foreign ? refuse('licences.target', 'unknown', foreign.target) : null;
  };
}

export const licenceOf = (licence: 'free' | 'none' | 'district', districtId: string): string =>
  licence === 'district' ? `district:${districtId}` : licence;
