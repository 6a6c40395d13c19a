/** States of assignments and completion of steps (docs/behaviour/assignments.md). */

/** States of an assignment. `scheduled` is derived from the first visible day. */
export const ASSIGNMENT_STATES = ['draft', 'scheduled', 'active', 'closed', 'archived'] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];
export const STEP_KINDS = ['media', 'sequence', 'app', 'book', 'external', 'text'] as const;
/**
 * Conditions that complete a step. `viewed` means watched or read, `score` a passed test, `self_marked` ticked off by the learner, and `answer_text`
 * a written answer.
 */
export const COMPLETIONS = ['viewed', 'score', 'self_marked', 'answer_text'] as const;
export type Completion = (typeof COMPLETIONS)[number];
/** Attempts that can count towards the score. */
export const COUNTED_ATTEMPTS = ['best', 'last', 'first'] as const;
export type CountedAttempt = (typeof COUNTED_ATTEMPTS)[number];
/** Progress of a learner in a step or assignment. */
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
/** Number of consecutive wrong attempts after which a learner needs help. */
export const HELP_AFTER_WRONG_ATTEMPTS = 2;
/** Fraction of a part that must be watched to complete the step. */
export const SHARE_TO_WATCH = 0.9;
/** Number of seconds that a document must be open to count as read. */
export const READING_SECONDS = 10;
/** Number of seconds that must be played before a step counts as started. */
export const STARTED_SECONDS = 10;
/** Minimum number of learners for which a heat map is shown. */
export const HEAT_LEARNERS = 5;
/** Maximum playback speed at which learners are credited. */
const FASTEST = 2;
/** Tolerance in seconds for reported playback. */
const SLACK = 10;

/** Start and end of a range, in seconds from the start of the medium. */
export type Range = readonly [number, number];

/** Returns the ranges sorted, merged if they overlap or touch, and clipped to `whole`. */
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
 * Adds reported ranges to the watched ones. Credits at most twice the elapsed time and drops the remainder. `doubt` is true if the report exceeds
 * even a tolerant limit.
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
  // Tolerates a clock that differs by a few seconds.
  return { watched, doubt: gained > allowed * 2 + SLACK };
}

/** Returns whether enough of a part was watched, which is never the case if its length is unknown. */
export const isWatched = (watched: readonly Range[], whole: Range): boolean =>
  Number.isFinite(whole[1]) && coveredSeconds(watched) >= (whole[1] - whole[0]) * SHARE_TO_WATCH;

type Row = { published: boolean; closed: boolean; archived: boolean; visible_from: string | null };

/** Returns the state of an assignment on the given day. */
export function assignmentState({ published, closed, archived, visible_from }: Row, day: string): AssignmentState {
  if (archived) return 'archived';
  if (!published) return 'draft';
  if (closed) return 'closed';
  return visible_from !== null && visible_from > day ? 'scheduled' : 'active';
}

/** States in which each action on an assignment is allowed. */
export const MAY_MOVE: Record<Move, readonly AssignmentState[]> = {
  publish: ['draft'],
  close: ['scheduled', 'active'],
  reopen: ['closed'],
  archive: ['scheduled', 'active', 'closed'],
};

/** Returns the progress in an assignment, derived from the progress in its steps. */
export function workState(steps: readonly WorkState[]): WorkState {
  if (steps.length > 0 && steps.every((state) => state === 'completed')) return 'completed';
  return steps.some((state) => state !== 'not_started') ? 'started' : 'not_started';
}

/** Returns the score that counts, in percent, or `null` if there is none. */
export const countedScore = (
  { score_best, score_last, score_first }: { score_best: number | null; score_last: number | null; score_first: number | null },
  counts: CountedAttempt,
): number | null => ({ best: score_best, last: score_last, first: score_first })[counts];

/** Moves learners who need help to the front. All others stay sorted by name, so that the list is not a ranking. */
export const sortByNeedForHelp = <T extends { needs_help: boolean }>(rows: readonly T[]): T[] => [
  ...rows.filter((row) => row.needs_help),
  ...rows.filter((row) => !row.needs_help),
];

/** Options for the reminder, in days before the due date. 0 means no reminder. */
export const REMIND_DAYS = [0, 1, 2, 3, 7] as const;
export const MAX_REMIND_DAYS = 14;
