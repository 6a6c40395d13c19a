/** Work of learners on assignments. Reports are verified as far as possible (docs/behaviour/assignments.md#completion). */
import {
  addWatched,
  coveredSeconds,
  countedScore,
  isWatched,
  READING_SECONDS,
  STARTED_SECONDS,
  type assignments,
  type OwnWork,
  type Range,
  type Report,
} from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import type { Input } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../http/context.ts';
import { buildCards, presentItem } from '../catalogue/index.ts';
import { rightsOf } from '../classes/index.ts';
import { findOfLearner, type AssignmentRow, type StepRow } from './repository.ts';
import { notifyHelpWanted } from './notify.ts';
import { reportedStateOf, queueGradeUpdate } from './outcome.ts';
import { needsHelp, presentOwnWork, stateOf, topicOf, watchedRange } from './service.ts';
import { addUnitState, type UnitsChange } from './units.ts';
import { hasUnits, lockWork, setFeedbackRead, setWork, type WorkChange, type WorkRow } from './work-repository.ts';

/** Maximum number of seconds between two reports. A longer interval counts as this maximum. */
const MAX_SILENCE = 1_800;
/** Minimum number of seconds until the score of a test is plausible. */
const SOONEST_SCORE = 3;

type At = {
  ctx: UserCtx;
  row: AssignmentRow;
  step: StepRow;
  work: WorkRow;
  whole: Range;
  plays: boolean;
  units: UnitsChange | null;
  /** True if the package itself reports its completion. */
  reports: boolean;
};

/** Returns the number of seconds since a moment, or 0 if it is `null`. */
const secondsSince = (now: Date, then: Date | null): number => (then === null ? 0 : Math.max(0, (now.getTime() - then.getTime()) / 1_000));

function requireAttempt({ row, work }: At): number {
  if (row.attempts !== null && work.attempts >= row.attempts)
    throw new AppError('state_conflict', { details: { reason: 'attempts', most: row.attempts } });
  return work.attempts + 1;
}

/** Throws `validation_failed` if the step has another kind of completion. */
const requireAsked = ({ step }: At, completion: StepRow['completion']): void => {
  if (step.completion !== completion) throw invalid('event', 'format');
};

function scoreWith({ ctx, work, step, row }: At, percent: number, attempts: number): WorkChange {
  const scores = {
    score_first: work.score_first ?? percent,
    score_last: percent,
    score_best: Math.max(work.score_best ?? 0, percent),
  };
  const passed = countedScore(scores, row.attempt_counts)! >= step.pass_percent!;
  return {
    ...scores,
    ...{ attempts, started: true, wrong_in_a_row: percent >= step.pass_percent! ? 0 : work.wrong_in_a_row + 1 },
    doubt: work.doubt || secondsSince(ctx.now, work.opened_at) < SOONEST_SCORE,
    completed_at: work.by_teacher ? work.completed_at : passed ? (work.completed_at ?? ctx.now) : null,
  };
}

const HANDLERS: { [K in Report['event']]: (at: At, report: Extract<Report, { event: K }>) => WorkChange } = {
  open: ({ ctx }) => ({ opened_at: ctx.now, reported_at: ctx.now }),
  watch: ({ ctx, work, whole, plays, step, reports }, { ranges }) => {
    if (!plays) {
      const read = !reports && secondsSince(ctx.now, work.opened_at) >= READING_SECONDS;
      return {
        reported_at: ctx.now,
        started: true,
        ...(read && step.completion === 'viewed' && { completed_at: work.completed_at ?? ctx.now }),
      };
    }
    const present_s = work.present_s + Math.min(MAX_SILENCE, secondsSince(ctx.now, work.reported_at));
    const { watched, doubt } = addWatched(work.watched, ranges, whole, present_s);
    const done = step.completion === 'viewed' && isWatched(watched, whole);
    return {
      ...{ watched, present_s, reported_at: ctx.now, doubt: work.doubt || doubt },
      started: work.started || coveredSeconds(watched) >= Math.min(STARTED_SECONDS, (whole[1] - whole[0]) / 2),
      ...(done && { completed_at: work.completed_at ?? ctx.now }),
    };
  },
  score: (at, { percent }) => {
    requireAsked(at, 'score');
    return scoreWith(at, percent, requireAttempt(at));
  },
  unit: (at) => {
    const { ctx, work, step, row, units } = at;
    const { units: states, percent, completed, isNew, isCounted } = units!;
    const stored: WorkChange = { units: states, reported_at: ctx.now, started: true };
    const attempts = work.attempts + (isCounted ? 0 : 1);
    // The state is stored even after the last attempt, because the package would fail otherwise.
    if (step.completion === 'score' && percent !== null && isNew && attempts <= (row.attempts ?? attempts))
      return { ...scoreWith(at, percent, attempts), ...stored };
    return { ...stored, ...(step.completion === 'viewed' && completed && { completed_at: work.completed_at ?? ctx.now }) };
  },
  answer: (at, { text }) => {
    requireAsked(at, 'answer_text');
    // Repeating an answer is not a new attempt, because the reply to the first one may have been lost.
    if (text === at.work.answer) return {};
    return { answer: text, attempts: requireAttempt(at), started: true, completed_at: at.work.completed_at ?? at.ctx.now };
  },
  mark: (at, { done }) => {
    requireAsked(at, 'self_marked');
    const { work, ctx } = at;
    return { started: true, completed_at: work.by_teacher ? work.completed_at : done ? (work.completed_at ?? ctx.now) : null };
  },
  help: (_, { wanted }) => ({ wants_help: wanted }),
};

/** Stores a learner's report on an active assignment. A report is compared with the previous one, so that a single report cannot complete a film. */
export async function report(ctx: UserCtx<'live' | 'search'>, { params, body }: Input<typeof assignments.report>): Promise<OwnWork> {
  const row = await findOfLearner(ctx.db, ctx.user, today(ctx.now), params.id);
  if (!row) throw notFound();
  const state = stateOf(row, today(ctx.now));
  if (state !== 'active') throw new AppError('state_conflict', { details: { state } });
  const step = row.steps.find(({ id }) => id === params.stepId);
  if (!step) throw notFound('stepId');
  const card = (await buildCards(ctx, step.identifier === null ? [] : [step.identifier])).get(step.identifier ?? '');
  if (step.identifier !== null && (card === undefined || rightsOf(ctx, ctx.user, card) === null)) throw new AppError('licence_missing');
  const key = { step_id: step.id, member_id: row.member_id };
  const before = await lockWork(ctx.db, key, ctx.now);
  const viewer = card && presentItem(ctx, card, false).viewer;
  const units = body.event === 'unit' ? await addUnitState(ctx, key, step.identifier, body) : null;
  const reports = body.event === 'watch' && viewer === 'package' && (await hasUnits(ctx.db, key));
  const plays = viewer === 'video' || viewer === 'audio';
  const at: At = { ctx, row, step, work: before, whole: watchedRange(step, card), plays, units, reports };
  const change = (HANDLERS[body.event] as (at: At, report: Report) => WorkChange)(at, body);
  const finished = change.completed_at instanceof Date && before.completed_at === null;
  const whole: WorkChange = {
    ...change,
    ...(finished && { wants_help: false, wrong_in_a_row: 0, late: row.due_at !== null && ctx.now > row.due_at }),
    ...(change.completed_at === null && { late: false }),
  };
  await setWork(ctx.db, key, whole);
  if (reportedStateOf({ ...before, ...whole } as WorkRow) !== reportedStateOf(before)) await queueGradeUpdate(ctx, row.id, row.member_id);
  if (needsHelp({ ...before, ...whole } as WorkRow) && !needsHelp(before)) await notifyHelpWanted(ctx, row, step.id);
  ctx.afterCommit(() => ctx.live.publish(topicOf(row.class_id)));
  return presentOwnWork({ ...before, ...whole }, at.whole, row.attempt_counts);
}

/** Marks the user's feedback on an assignment as read. */
export async function markFeedbackRead(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await findOfLearner(ctx.db, ctx.user, today(ctx.now), id);
  if (!row) throw notFound();
  await setFeedbackRead(ctx.db, row.id, row.member_id);
  return { ok: true };
}
