/** Rows of an assignment's results: one for each learner, with the work on each step. Pure. */
import type { Step } from '@fundus/contract/assignments/assignments';
import type { assignmentResults, WorkOf } from '@fundus/contract/assignments/results';
import type { Reply } from '@fundus/contract/endpoint';

/** Totals of one step. */
export type StepTotals = Reply<typeof assignmentResults.ofAssignment>['steps'][number];

export type MatrixRow = {
  /** Id of the learner's class membership. */
  id: string;
  name: string;
  /** Work on each step, in the order of the steps. */
  work: readonly WorkOf[];
  completed: number;
  needs_help: boolean;
  late: boolean;
};

/** Sort orders; a leading minus reverses an order. `help` lists learners who need help first, otherwise by name. */
export const MATRIX_ORDERS = ['help', 'name', '-name', 'done', '-done', 'late'] as const;
export type MatrixOrder = (typeof MATRIX_ORDERS)[number];

/** Returns one row for each learner, in the order of the reply, which is sorted by name. Steps missing from `contents` are ignored. */
export function rowsOf(contents: readonly Pick<Step, 'id'>[], work: readonly WorkOf[]): MatrixRow[] {
  const places = new Map(contents.map(({ id }, i) => [id, i]));
  const known = work.filter(({ step_id }) => places.has(step_id));
  return [...Map.groupBy(known, ({ member_id }) => member_id)].map(([id, own]) => ({
    id,
    name: own[0]!.name,
    work: [...own].sort((a, b) => places.get(a.step_id)! - places.get(b.step_id)!),
    completed: own.filter(({ state }) => state === 'completed').length,
    needs_help: own.some((each) => each.needs_help),
    late: own.some((each) => each.late),
  }));
}

const KEYS: Record<'help' | 'name' | 'done' | 'late', (row: MatrixRow, place: number) => number> = {
  help: ({ needs_help }) => (needs_help ? 0 : 1),
  name: (_, place) => place,
  done: ({ completed }) => completed,
  late: ({ late }) => (late ? 0 : 1),
};

/** Returns the sorted rows. Rows with equal values remain sorted by name. */
export function sortRows(rows: readonly MatrixRow[], order: MatrixOrder): MatrixRow[] {
  const key = KEYS[order.replace('-', '') as keyof typeof KEYS];
  const sign = order.startsWith('-') ? -1 : 1;
  return rows
    .map((row, place) => ({ row, place, key: key(row, place) }))
    .sort((a, b) => sign * (a.key - b.key) || a.place - b.place)
    .map(({ row }) => row);
}

/** Returns the progress of the class and the first step in which a learner needs help. */
export function summarizeRows(contents: readonly Pick<Step, 'id'>[], rows: readonly MatrixRow[]) {
  const work = rows.flatMap((row) => row.work);
  return {
    learners: rows.length,
    started: rows.filter((row) => row.work.some(({ state }) => state !== 'not_started')).length,
    completed: rows.filter(({ completed }) => completed === contents.length).length,
    needs_help: rows.filter((row) => row.needs_help).length,
    help_step: contents.find(({ id }) => work.some((each) => each.step_id === id && each.needs_help))?.id ?? null,
  };
}
