/** What assignments are, and when a step of one is done (docs/behaviour/assignments.md). Pure. */

/** `scheduled` is worked out of its first day. */
export const ASSIGNMENT_STATES = ['draft', 'scheduled', 'active', 'closed', 'archived'] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];
export const STEP_KINDS = ['media', 'sequence', 'app', 'book', 'external', 'text'] as const;
export type StepKind = (typeof STEP_KINDS)[number];
/** `viewed` by watching or reading, `score` by a test of the medium, `self_marked` by a tick of the learner, `answer_text` by own words. */
export const COMPLETIONS = ['viewed', 'score', 'self_marked', 'answer_text'] as const;
export type Completion = (typeof COMPLETIONS)[number];
/** Which of several attempts counts. */
export const COUNTED_ATTEMPTS = ['best', 'last', 'first'] as const;
export type CountedAttempt = (typeof COUNTED_ATTEMPTS)[number];
/** Where a learner is with a step, and with all of an assignment. */
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
/** Of what was to be watched. */
export const SHARE_TO_WATCH = 0.9;
/** How long a document is open before it counts as read. */
export const READING_SECONDS = 10;
/** Played before a step counts as started. */
export const STARTED_SECONDS = 10;
/** Learners behind a heat map at least. */
export const HEAT_LEARNERS = 5;
/** Players play twice as fast at most. */
const FASTEST = 2;
/** What reports may be early, in seconds. */
const SLACK = 10;

/** From and to, in seconds of the medium. */
export type Range = readonly [number, number];

/** In their order, those that touch as one, cut to what there is. */
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
 * What was watched with what is reported now, and whether that is doubtful: whoever was at it for so many seconds in all has watched twice as much at
 * most. What is over that is left out, the end of it first.
 */
export function addWatched(
  before: readonly Range[],
  reported: readonly Range[],
  whole: Range,
  secondsInAll: number,
): { watched: Range[]; doubt: boolean } {
  const had = coveredSeconds(mergeRanges(before, whole));
  const allowed = Math.max(0, secondsInAll * FASTEST + SLACK - had);
  const all = mergeRanges([...before, ...reported], whole);
  const gained = coveredSeconds(all) - had;
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
  // A few seconds too many are a clock that is off.
  return { watched, doubt: gained > allowed * 2 + SLACK };
}

/** Whether enough of it was watched. A length that is not known is never watched to its end. */
export const isWatched = (watched: readonly Range[], whole: Range): boolean =>
  Number.isFinite(whole[1]) && coveredSeconds(watched) >= (whole[1] - whole[0]) * SHARE_TO_WATCH;

type Row = { published: boolean; closed: boolean; archived: boolean; visible_from: string | null };

/** Where an assignment stands on a day. */
export function assignmentState({ published, closed, archived, visible_from }: Row, day: string): AssignmentState {
  if (archived) return 'archived';
  if (!published) return 'draft';
  if (closed) return 'closed';
  return visible_from !== null && visible_from > day ? 'scheduled' : 'active';
}

/** From where a move leads on. */
export const MAY_MOVE: Record<Move, readonly AssignmentState[]> = {
  publish: ['draft'],
  close: ['scheduled', 'active'],
  reopen: ['closed'],
  archive: ['scheduled', 'active', 'closed'],
};

/** All of an assignment, out of its steps. */
export function workState(steps: readonly WorkState[]): WorkState {
  if (steps.length > 0 && steps.every((state) => state === 'completed')) return 'completed';
  return steps.some((state) => state !== 'not_started') ? 'started' : 'not_started';
}

/** The score that counts, in percent; null: none yet. */
export const countedScore = (
  { score_best, score_last, score_first }: { score_best: number | null; score_last: number | null; score_first: number | null },
  counts: CountedAttempt,
): number | null => ({ best: score_best, last: score_last, first: score_first })[counts];

/** Those who need help in front, everybody else in the order of their names: nobody is ranked. */
export const helpFirst = <T extends { needs_help: boolean }>(rows: readonly T[]): T[] => [
  ...rows.filter((row) => row.needs_help),
  ...rows.filter((row) => !row.needs_help),
];

/** Days before the due date on which learners who are not finished are reminded; 0: never. */
export const REMIND_DAYS = [0, 1, 2, 3, 7] as const;
export const MAX_REMIND_DAYS = 14;
