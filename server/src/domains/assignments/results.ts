/** Results of assignments, shown to the teachers of the class (docs/behaviour/assignments.md#results). */
import { HEAT_LEARNERS, sortByNeedForHelp, mergeRanges, countedScore, type Range } from '@fundus/contract/assignments/assignments';
import type { assignmentResults, Cell, WorkOf } from '@fundus/contract/assignments/results';
import { lastDayOf } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { downloadName } from '../../http/bodies/download-name.ts';
import { tableFile } from '../../http/bodies/table-file.ts';
import { notFound } from '@fundus/contract/errors';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { readListener } from '../../visitors/listener.ts';
import { buildCards, type CardRow } from '../catalogue/index.ts';
import { filterTaughtClasses, requireTaught, setResultsSeen } from '../classes/index.ts';
import { loadWords } from '../mails/index.ts';
import { notifyFeedback } from './feedback.ts';
import { queueGradeUpdate } from './outcome.ts';
import { listLearnersOf, listOfClass, type AssignmentRow, type LearnerRow, type StepRow } from './repository.ts';
import {
  lockTaughtAssignment,
  needsHelp,
  progressOf,
  requireTaughtAssignment,
  stateOf,
  stateOfWork,
  topicOf,
  watchedPercent,
  watchedRange,
} from './service.ts';
import { sumLearners, type LearnerSums } from './sums-repository.ts';
import { listWork, lockWork, removeWork, setWork, type WorkChange, type WorkRow } from './work-repository.ts';

/** Number of minutes after a report during which a learner counts as active. */
const NOW_MINUTES = 5;

type Activity = { needs_help: boolean; reported_at: Date | null };

function presentLearner(ctx: UserCtx, { member_id, name, groups }: LearnerRow, activity: readonly Activity[]) {
  const last = Math.max(0, ...activity.map(({ reported_at }) => reported_at?.getTime() ?? 0));
  return {
    ...{ member_id, name, groups },
    needs_help: activity.some((each) => each.needs_help),
    active_now: ctx.now.getTime() - last < NOW_MINUTES * 60_000,
    last_on: last === 0 ? null : today(new Date(last)),
  };
}

/** Returns all assignments of the class except drafts and archived ones. */
const listShown = async (ctx: UserCtx, classId: string): Promise<AssignmentRow[]> =>
  (await listOfClass(ctx.db, classId, false)).filter((row) => stateOf(row, today(ctx.now)) !== 'draft');

function presentCell(row: AssignmentRow, sums: LearnerSums | undefined): Cell {
  const { unread: _, ...progress } = progressOf(row, sums);
  return { assignment_id: row.id, steps: row.steps.length, ...progress };
}

export async function readGrid(
  ctx: UserCtx,
  { params, query }: Input<typeof assignmentResults.grid>,
): Promise<Reply<typeof assignmentResults.grid>> {
  const cls = await requireTaught(ctx, params.id);
  const rows = await listShown(ctx, cls.id);
  const sums = Map.groupBy(
    await sumLearners(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    (each) => each.member_id,
  );
  const learners = (await listLearnersOf(ctx.db, cls.id)).filter(({ groups }) => query.group === undefined || groups.includes(query.group));
  const shown = learners.map((learner) => {
    const own = new Map((sums.get(learner.member_id) ?? []).map((each) => [each.assignment_id, each]));
    const given = new Set(learner.assignments);
    const cells = rows.filter(({ id }) => given.has(id)).map((row) => presentCell(row, own.get(row.id)));
    return { ...presentLearner(ctx, learner, [...own.values()]), cells };
  });
  return {
    assignments: rows.map(({ id, title, steps }) => ({ id, title, steps: steps.length })),
    learners: sortByNeedForHelp(shown),
    kept_until: shiftDay(lastDayOf(cls.school_year, ctx.config.schoolYearEnd), ctx.config.resultDays),
  };
}

/** Marks the results of the class as seen by the user. */
export async function markResultsSeen(ctx: UserCtx, classId: string): Promise<{ ok: true }> {
  const cls = await requireTaught(ctx, classId);
  await setResultsSeen(ctx.db, cls.id, ctx.user.id, ctx.now);
  return { ok: true };
}

export async function exportGrid(ctx: UserCtx, { params, query }: Input<typeof assignmentResults.exportGrid>): Promise<StreamAnswer> {
  const { assignments, learners } = await readGrid(ctx, { params, query: {} });
  const t = await loadWords(ctx, query.lang);
  const formatCell = (cell: Cell | undefined): string => {
    if (!cell) return '';
    const marks = [cell.needs_help && t('assignment.needsHelp'), cell.late && t('assignment.late')].filter(Boolean);
    return [t(`assignment.work.${cell.state}`), `${cell.completed}/${cell.steps}`, ...marks].join(', ');
  };
  const names = [...learners].sort((a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }));
  return tableFile(query, {
    name: downloadName(t, 'results', today(ctx.now)),
    columns: [t('assignment.learner'), ...assignments.map(({ title }) => title)].map((title) => ({ title })),
    rows: names.map(({ name, cells }) => [
      name,
      ...assignments.map(({ id }) => formatCell(cells.find((cell) => cell.assignment_id === id))),
    ]),
  });
}

/** Streams changes as long as the session is valid and the visitor teaches the class. */
export const streamResults = (ctx: UserCtx<'live'>, classId: string): Promise<StreamAnswer> =>
  ctx.live.stream(ctx.user.id, topicOf(classId), async (now, changes) => {
    const user = await readListener(ctx, now);
    const own = user ? await filterTaughtClasses({ ...ctx, user, now }, [classId]) : [];
    return own.length === 0 ? null : { changes };
  });

const presentWork = (
  row: AssignmentRow,
  step: StepRow,
  card: CardRow | undefined,
  work: WorkRow | undefined,
  learner: LearnerRow,
): WorkOf => ({
  step_id: step.id,
  member_id: learner.member_id,
  name: learner.name,
  state: stateOfWork(work),
  watched: watchedPercent(work, watchedRange(step, card)),
  attempts: work?.attempts ?? 0,
  score: work ? countedScore(work, row.attempt_counts) : null,
  answer: work?.answer ?? '',
  late: work?.late ?? false,
  needs_help: work ? needsHelp(work) : false,
  doubt: work?.doubt ?? false,
  by_teacher: work?.by_teacher ?? false,
  comment: work?.comment ?? '',
});

const TWENTIETHS = 20;

/** Returns the number of learners who watched each twentieth of the film, or `null` if too few learners watched it. */
function heatOf(work: readonly WorkRow[], whole: Range): number[] | null {
  const watched = work.filter((each) => each.watched.length > 0);
  if (watched.length < HEAT_LEARNERS || !Number.isFinite(whole[1])) return null;
  const width = (whole[1] - whole[0]) / TWENTIETHS;
  return Array.from({ length: TWENTIETHS }, (_, i) => {
    const part: Range = [whole[0] + i * width, whole[0] + (i + 1) * width];
    return watched.filter((each) => mergeRanges(each.watched, part).length > 0).length;
  });
}

function sumStep(row: AssignmentRow, step: StepRow, card: CardRow | undefined, work: readonly WorkRow[], learners: number) {
  const completed = work.filter((each) => stateOfWork(each) === 'completed').length;
  const started = work.filter((each) => stateOfWork(each) === 'started').length;
  const scores = work.flatMap((each) => countedScore(each, row.attempt_counts) ?? []);
  const tenths = Array.from({ length: 10 }, (_, i) => scores.filter((score) => Math.min(9, Math.floor(score / 10)) === i).length);
  return {
    ...{ step_id: step.id, completed, started, not_started: learners - completed - started },
    needs_help: work.filter(needsHelp).length,
    scores: step.completion === 'score' ? tenths : null,
    heat: heatOf(work, watchedRange(step, card)),
  };
}

const cardsOf = (ctx: UserCtx<'search'>, rows: readonly AssignmentRow[]): Promise<Map<string, CardRow>> =>
  buildCards(ctx, [...new Set(rows.flatMap(({ steps }) => steps.flatMap(({ identifier }) => identifier ?? [])))]);

export async function readOfAssignment(ctx: UserCtx<'search'>, id: string): Promise<Reply<typeof assignmentResults.ofAssignment>> {
  const row = await requireTaughtAssignment(ctx, id);
  const learners = (await listLearnersOf(ctx.db, row.class_id)).filter(({ assignments }) => assignments.includes(id));
  const known = new Set(learners.map(({ member_id }) => member_id));
  const all = (await listWork(ctx.db, [id])).filter(({ member_id }) => known.has(member_id));
  const cards = await cardsOf(ctx, [row]);
  const cardOf = (step: StepRow) => cards.get(step.identifier ?? '');
  const ofStep = Map.groupBy(all, ({ step_id }) => step_id);
  const own = new Map(all.map((each) => [`${each.step_id} ${each.member_id}`, each]));
  return {
    steps: row.steps.map((step) => sumStep(row, step, cardOf(step), ofStep.get(step.id) ?? [], learners.length)),
    work: row.steps.flatMap((step) =>
      learners.map((learner) => presentWork(row, step, cardOf(step), own.get(`${step.id} ${learner.member_id}`), learner)),
    ),
  };
}

export async function readOfLearner(
  ctx: UserCtx<'search'>,
  { params }: Input<typeof assignmentResults.ofLearner>,
): Promise<Reply<typeof assignmentResults.ofLearner>> {
  const cls = await requireTaught(ctx, params.id);
  const learner = (await listLearnersOf(ctx.db, cls.id)).find(({ member_id }) => member_id === params.memberId);
  if (!learner) throw notFound('memberId');
  const rows = (await listShown(ctx, cls.id)).filter(({ id }) => learner.assignments.includes(id));
  const work = await listWork(
    ctx.db,
    rows.map(({ id }) => id),
    learner.member_id,
  );
  const cards = await cardsOf(ctx, rows);
  return {
    learner: presentLearner(
      ctx,
      learner,
      work.map((each) => ({ needs_help: needsHelp(each), reported_at: each.reported_at })),
    ),
    assignments: rows.map(({ id, title, steps }) => ({ id, title, steps: steps.map((step) => ({ id: step.id, title: step.title })) })),
    work: rows.flatMap((row) =>
      row.steps.map((step) =>
        presentWork(
          row,
          step,
          cards.get(step.identifier ?? ''),
          work.find((each) => each.step_id === step.id),
          learner,
        ),
      ),
    ),
  };
}

/** Returns whether the teacher's mark changes the completion of a step. */
const isCorrected = ({ completed_at }: WorkRow, done: boolean | undefined): boolean =>
  done !== undefined && done !== (completed_at !== null);

/** Stores a completion mark, a comment, or that help was given. The audit log contains the mark but not the comment. */
export async function reviewWork(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof assignmentResults.reviewWork>,
): Promise<WorkOf> {
  const row = await lockTaughtAssignment(ctx, params.id);
  const step = row.steps.find(({ id }) => id === params.stepId);
  if (!step) throw notFound('stepId');
  const learner = (await listLearnersOf(ctx.db, row.class_id)).find(
    ({ member_id, assignments }) => member_id === params.memberId && assignments.includes(row.id),
  );
  if (!learner) throw notFound('memberId');
  const key = { step_id: step.id, member_id: learner.member_id };
  const before = await lockWork(ctx.db, key, null);
  const helped = body.helped || body.done;
  // If a mark is revoked before the learner has seen it, no notice is needed.
  const takesBack = body.done === false && before.by_teacher && before.unread_feedback;
  const corrects = isCorrected(before, body.done) && !takesBack;
  const isNew = (body.comment !== undefined && body.comment !== '' && body.comment !== before.comment) || corrects;
  const change: WorkChange = {
    ...(isNew && { unread_feedback: true }),
    ...((body.comment === '' || (takesBack && before.comment === '')) && !isNew && { unread_feedback: false }),
    comment: body.comment ?? before.comment,
    ...(body.comment !== undefined && { commented_by: ctx.user.id }),
    ...(body.done !== undefined && { by_teacher: body.done, completed_at: body.done ? (before.completed_at ?? ctx.now) : null }),
    ...(body.done === false && { late: false }),
    ...(helped && { wants_help: false, wrong_in_a_row: 0 }),
  };
  await setWork(ctx.db, key, change);
  await queueGradeUpdate(ctx, row.id, learner.member_id);
  if (isNew) await notifyFeedback(ctx, row, step, { members: [learner.member_id], done: corrects ? body.done! : null });
  ctx.afterCommit(() => ctx.live.publish(topicOf(row.class_id)));
  const card = (await cardsOf(ctx, [row])).get(step.identifier ?? '');
  return presentWork(row, step, card, { ...before, ...change }, learner);
}

export async function deleteResults(ctx: UserCtx<'live'>, id: string): Promise<{ ok: true }> {
  const row = await lockTaughtAssignment(ctx, id);
  await removeWork(ctx.db, row.id);
  await queueGradeUpdate(ctx, row.id, null);
  await recordAudit(
    ctx,
    'assignment.forget',
    null,
    { class: row.class_name, title: row.title },
    { school: row.school_id, district: row.district_id },
  );
  ctx.afterCommit(() => ctx.live.publish(topicOf(row.class_id)));
  return { ok: true };
}
