/** States of assignments and completion of steps (docs/behaviour/assignments.md). Pure. */

/** `scheduled` is derived from the first visible day. */
export const ASSIGNMENT_STATES = ['draft', 'scheduled', 'active', 'closed', 'archived'] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];
export const STEP_KINDS = ['media', 'sequence', 'app', 'book', 'external', 'text'] as const;
/** `viewed`: watched or read; `score`: a test of the medium; `self_marked`: the learner ticks it off; `answer_text`: a written answer. */
export const COMPLETIONS = ['viewed', 'score', 'self_marked', 'answer_text'] as const;
export type Completion = (typeof COMPLETIONS)[number];
/** Attempt that counts if there are several. */
export const COUNTED_ATTEMPTS = ['best', 'last', 'first'] as const;
export type CountedAttempt = (typeof COUNTED_ATTEMPTS)[number];
/** Progress of a learner in a step or in an assignment. */
export const WORK_STATES = ['not_started', 'started', 'completed'] as const;
export type WorkState = (typeof WORK_STATES)[number];
export const MOVES = ['publish', 'close', 'reopen', 'archive'] as const;
export type Move = (typeof MOVES)[number];

export const TITLE_LENGTH = 120;
export const INSTRUCTIONS_LENGTH = 5_000;
export const TASK_LENGTH = 1_000;
export const ANSWER_LENGTH = 3_000;
export const COMMENT_LENGTH = 1_000;
export const MAX_STEPS = 30;
export const MAX_ASSIGNMENTS = 200;
export const MAX_ATTEMPTS = 10;
/** Wrong attempts in a row after which a learner needs help. */
export const WRONG_IN_A_ROW = 2;
/** Share of the part that must be watched. */
export const SHARE_TO_WATCH = 0.9;
/** Seconds a document must be open to count as read. */
export const READING_SECONDS = 10;
/** Seconds played before a step counts as started. */
export const STARTED_SECONDS = 10;
/** Minimum number of learners of a heat map. */
export const HEAT_LEARNERS = 5;
/** Maximum playback speed. */
const FASTEST = 2;
/** Tolerance of reports, in seconds. */
const SLACK = 10;

/** Start and end, in seconds of the medium. */
export type Range = readonly [number, number];

/** Returns the ranges sorted, merged where they touch, and clipped to `whole`. */
export function mergeRanges(ranges: readonly Range[], whole: Range): Range[] {
  const cut = ranges
    .map(([from, to]): Range => [Math.max(from, whole[0]), Math.min(to, whole[1])])
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of cut) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export const coveredSeconds = (ranges: readonly Range[]): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * Adds the reported ranges to the watched ones. Credits at most twice the elapsed seconds and drops the rest from the end; `doubt` is true if the
 * report exceeds that by more than clock skew explains.
 */
export function addWatched(
  before: readonly Range[],
  reported: readonly Range[],
  whole: Range,
  secondsInAll: number,
): { watched: Range[]; doubt: boolean } {
  const coveredBefore = coveredSeconds(mergeRanges(before, whole));
  const allowed = Math.max(0, secondsInAll * FASTEST + SLACK - coveredBefore);
  const all = mergeRanges([...before, ...reported], whole);
  const gained = coveredSeconds(all) - coveredBefore;
  if (gained <= allowed) return { watched: all, doubt: false };
  let watched = mergeRanges(before, whole);
  let left = allowed;
  for (const [from, to] of mergeRanges(reported, whole)) {
    const next = mergeRanges([...watched, [from, to]], whole);
    const more = coveredSeconds(next) - coveredSeconds(watched);
    if (more <= left) {
      watched = next;
      left -= more;
      continue;
    }
    watched = mergeRanges([...watched, [from, Math.min(to, from + left)]], whole);
    break;
  }
  // Tolerates a few seconds of clock skew.
  return { watched, doubt: gained > allowed * 2 + SLACK };
}

/** Returns whether enough of a part was watched; always false if its length is unknown. */
export const isWatched = (watched: readonly Range[], whole: Range): boolean =>
  Number.isFinite(whole[1]) && coveredSeconds(watched) >= (whole[1] - whole[0]) * SHARE_TO_WATCH;

type Row = { published: boolean; closed: boolean; archived: boolean; visible_from: string | null };

/** Returns the state of an assignment on a day. */
export function assignmentState({ published, closed, archived, visible_from }: Row, day: string): AssignmentState {
  if (archived) return 'archived';
  if (!published) return 'draft';
  if (closed) return 'closed';
  return visible_from !== null && visible_from > day ? 'scheduled' : 'active';
}

/** States in which each move is allowed. */
export const MAY_MOVE: Record<Move, readonly AssignmentState[]> = {
  publish: ['draft'],
  close: ['scheduled', 'active'],
  reopen: ['closed'],
  archive: ['scheduled', 'active', 'closed'],
};

/** Returns the progress in an assignment, derived from that of its steps. */
export function workState(steps: readonly WorkState[]): WorkState {
  if (steps.length > 0 && steps.every((state) => state === 'completed')) return 'completed';
  return steps.some((state) => state !== 'not_started') ? 'started' : 'not_started';
}

/** Returns the score that counts, in percent, or null if there is none. */
export const countedScore = (
  { score_best, score_last, score_first }: { score_best: number | null; score_last: number | null; score_first: number | null },
  counts: CountedAttempt,
): number | null => ({ best: score_best, last: score_last, first: score_first })[counts];

/** Sorts learners who need help first and keeps the order of names otherwise, so that no ranking shows. */
export const helpFirst = <T extends { needs_help: boolean }>(rows: readonly T[]): T[] => [
  ...rows.filter((row) => row.needs_help),
  ...rows.filter((row) => !row.needs_help),
];

/** Options for the reminder, in days before the due date; 0: none. */
export const REMIND_DAYS = [0, 1, 2, 3, 7] as const;
export const MAX_REMIND_DAYS = 14;
