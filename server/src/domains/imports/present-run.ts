/** Presents a run to an administrator. Pure. */
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';
import type { ImportReport, ImportRun } from '@fundus/contract/imports/runs';
import type { RefusalRow, RunRow } from './run-repository.ts';

export const presentRun = ({ report, progress_done, progress_total, created_at, finished_at, ...row }: RunRow): ImportRun => ({
  ...{ id: row.id, source_id: row.source_id, source_name: row.source_name, kind: row.kind, file_name: row.file_name, format: row.format },
  ...{ state: row.state, look: row.look, problem: row.problem, problem_detail: row.problem_detail },
  progress: { done: progress_done, total: progress_total },
  counts: { unlicensed: 0, ...report.counts },
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
});

export const presentReport = (
  row: RunRow,
  refusals: readonly (Omit<RefusalRow, 'value' | 'reason'> & { value: string; reason: string })[],
): ImportReport => ({
  ...presentRun(row),
  notes: row.report.notes,
  samples: row.report.samples,
  refusals: refusals.slice(0, IMPORT_LIMITS.shown),
  headers: row.headers,
  plan: row.plan,
});
