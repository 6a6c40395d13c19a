/** Finds and presents assignments. */
import { isAdvancedView } from '@fundus/contract/access';
import {
  assignmentState,
  coveredSeconds,
  countedScore,
  MAY_MOVE,
  MOVES,
  workState,
  HELP_AFTER_WRONG_ATTEMPTS,
  type Assignment,
  type AssignmentLine,
  type AssignmentState,
  type CountedAttempt,
  type OwnWork,
  type Range,
  type Step,
  type WorkState,
} from '@fundus/contract/assignments/assignments';
import { today } from '@fundus/contract/days';
import { coverHref } from '@fundus/contract/files/files';
import { AppError, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../http/context.ts';
import {
  buildCards,
  findBookmarkedBy,
  isVisibleIn,
  visibleScope,
  presentItem,
  readGivenInClasses,
  type CardRow,
} from '../catalogue/index.ts';
import { filterTaughtClasses, listLearners, lockOwnClasses, rightsOf, withDrafts } from '../classes/index.ts';
import { findAssignment, findOfLearner, lockAssignment, type AssignmentRow, type StepRow } from './repository.ts';
import { sumAssignments, type LearnerSums } from './sums-repository.ts';
import { hasWork, listWork, type WorkRow } from './work-repository.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

export const stateOf = (row: AssignmentRow, day: string): AssignmentState =>
  assignmentState(
    { published: row.published_at !== null, closed: row.closed_at !== null, archived: row.archived, visible_from: row.visible_from },
    day,
  );

export const topicOf = (classId: string): string => `results:${classId}`;

/** Returns an assignment of a class that the user teaches. Throws `not_found`. */
export async function requireTaughtAssignment(ctx: UserCtx, id: string): Promise<AssignmentRow> {
  const row = await findAssignment(ctx.db, id);
  if (!row || (await filterTaughtClasses(ctx, [row.class_id])).length === 0) throw notFound();
  return row;
}

/** Returns an assignment of an active class and locks it until the transaction ends. Throws the same errors as sharing a medium with the class. */
export async function lockTaughtAssignment(ctx: UserCtx, id: string): Promise<AssignmentRow> {
  const known = await findAssignment(ctx.db, id);
  if (!known) throw notFound();
  await lockOwnClasses(ctx, [known.class_id], 'share');
  return (await lockAssignment(ctx.db, id)) as AssignmentRow;
}

/** Returns the range of the medium to watch in seconds. The end is infinite if the duration is unknown. */
export const watchedRange = ({ start_s, end_s }: Pick<StepRow, 'start_s' | 'end_s'>, card: CardRow | undefined): Range =>
  start_s !== null && end_s !== null ? [start_s, end_s] : [0, card?.duration || Infinity];

export const needsHelp = ({ wants_help, wrong_in_a_row, completed_at }: WorkRow): boolean =>
  completed_at === null && (wants_help || wrong_in_a_row >= HELP_AFTER_WRONG_ATTEMPTS);

export const stateOfWork = (work: WorkRow | undefined): WorkState =>
  work?.completed_at ? 'completed' : work?.started ? 'started' : 'not_started';

export function watchedPercent(work: WorkRow | undefined, whole: Range): number {
  if (!work || !Number.isFinite(whole[1])) return 0;
  return Math.min(100, Math.round((coveredSeconds(work.watched) / (whole[1] - whole[0])) * 100));
}

export const presentOwnWork = (work: WorkRow | undefined, whole: Range, counts: CountedAttempt): OwnWork => ({
  state: stateOfWork(work),
  watched: watchedPercent(work, whole),
  attempts: work?.attempts ?? 0,
  score: work ? countedScore(work, counts) : null,
  answer: work?.answer ?? '',
  late: work?.late ?? false,
  needs_help: work ? needsHelp(work) : false,
  comment: work?.comment ?? '',
  unread: work?.unread_feedback ?? false,
});

type Own = { member_id: string; work: readonly WorkRow[] };

const mediaOf = (rows: readonly AssignmentRow[]): string[] => [
  ...new Set(rows.flatMap(({ steps }) => steps.flatMap(({ identifier }) => identifier ?? []))),
];

/** Returns the progress of one learner in an assignment. */
export function sumWork({ steps }: Pick<AssignmentRow, 'steps'>, work: readonly WorkRow[]) {
  const own = new Map(work.map((row) => [row.step_id, row]));
  const states = steps.map((step) => stateOfWork(own.get(step.id)));
  const rows = steps.flatMap((step) => own.get(step.id) ?? []);
  return {
    state: workState(states),
    completed: states.filter((state) => state === 'completed').length,
    late: rows.some((row) => row.late),
    needs_help: rows.some(needsHelp),
    doubt: rows.some((row) => row.doubt),
    unread: rows.filter((row) => row.unread_feedback).length,
  };
}

/** Returns the progress of one learner, calculated from the sums of the database. `sums` is `undefined` if the learner has done nothing. */
export function progressOf({ steps }: Pick<AssignmentRow, 'steps'>, sums: LearnerSums | undefined) {
  const completed = sums?.completed ?? 0;
  const state: WorkState = completed > 0 && completed === steps.length ? 'completed' : sums?.started ? 'started' : 'not_started';
  return {
    ...{ state, completed, late: sums?.late ?? false, unread: sums?.unread ?? 0 },
    ...{ needs_help: sums?.needs_help ?? false, help_step: sums?.help_step ?? null, doubt: sums?.doubt ?? false },
  };
}

const coverOf = (ctx: UserCtx, row: AssignmentRow, cards: ReadonlyMap<string, CardRow>): string | null => {
  const card = row.steps
    .map(({ identifier }) => cards.get(identifier ?? ''))
    .find((each) => each && isVisibleIn(ctx, visibleScope(ctx), each));
  return card ? coverHref(card, ctx.config.CoverService) : null;
};

function presentLine(ctx: UserCtx, row: AssignmentRow, cards: ReadonlyMap<string, CardRow>): Omit<AssignmentLine, 'own' | 'sums'> {
  return {
    id: row.id,
    class: { id: row.class_id, name: row.class_name },
    title: row.title,
    state: stateOf(row, today(ctx.now)),
    visible_from: row.visible_from,
    due_at: row.due_at?.toISOString() ?? null,
    steps: row.steps.length,
    cover: coverOf(ctx, row, cards),
  };
}

/** Presents assignments with the learner's progress to the learner. */
export async function presentOwnAssignments(
  ctx: UserCtx<'search'>,
  rows: readonly AssignmentRow[],
  all: readonly LearnerSums[],
): Promise<AssignmentLine[]> {
  const cards = await buildCards(ctx, mediaOf(rows));
  const sums = new Map(all.map((each) => [each.assignment_id, each]));
  return rows.map((row) => {
    const { state, completed, late, unread } = progressOf(row, sums.get(row.id));
    return { ...presentLine(ctx, row, cards), own: { state, completed, late, unread }, sums: null };
  });
}

const NO_SUMS = { learners: 0, started: 0, completed: 0, needs_help: 0, help_step: null };

/** Presents assignments to a teacher. */
export async function presentTaughtAssignments(ctx: UserCtx<'search'>, rows: readonly AssignmentRow[]): Promise<AssignmentLine[]> {
  const cards = await buildCards(ctx, mediaOf(rows));
  const all = await sumAssignments(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { assignment_id: _, ...sums } = all.get(row.id) ?? { assignment_id: row.id, ...NO_SUMS };
    return { ...presentLine(ctx, row, cards), own: null, sums };
  });
}

async function presentSteps(ctx: UserCtx<'search'>, row: AssignmentRow, anyone: SignedIn | null, own: Own | null): Promise<Step[]> {
  const identifiers = mediaOf([row]);
  const [cards, bookmarked] = [await buildCards(ctx, identifiers), await findBookmarkedBy(ctx, identifiers)];
  const learner = anyone && withDrafts(anyone, (await readGivenInClasses(ctx.db, cards, [row.class_id])).get(row.class_id));
  const work = new Map(own?.work.map((each) => [each.step_id, each]));
  return row.steps.map((step) => {
    const card = cards.get(step.identifier ?? '');
    const known = card !== undefined && isVisibleIn(ctx, visibleScope(ctx), card);
    return {
      ...step,
      item: known ? presentItem(ctx, card, bookmarked.has(card.identifier)) : null,
      title: step.kind === 'sequence' || !known ? step.title : card.fn_titel,
      open: step.identifier === null || (card !== undefined && rightsOf(ctx, learner ?? ctx.user, card) !== null),
      work: own ? presentOwnWork(work.get(step.id), watchedRange(step, card), row.attempt_counts) : null,
    };
  });
}

const details = (row: AssignmentRow) => ({
  instructions: row.instructions,
  attempts: row.attempts,
  attempt_counts: row.attempt_counts,
  remind_days: row.remind_days,
  version: row.version,
});

/** Presents one assignment to a teacher. */
export async function presentTaught(ctx: UserCtx<'search'>, row: AssignmentRow): Promise<Assignment> {
  const [line] = await presentTaughtAssignments(ctx, [row]);
  const school = { school_id: row.school_id, school_name: row.school_name, district_id: row.district_id };
  const learner = (await listLearners(ctx.db, [school])).get(row.school_id) ?? null;
  const open = row.class_state === 'active' && isAdvancedView(ctx.user);
  const state = stateOf(row, today(ctx.now));
  const begun = await hasWork(ctx.db, row.id);
  return {
    ...line!,
    ...details(row),
    contents: await presentSteps(ctx, row, learner, null),
    to: {
      groups: row.targets.flatMap(({ group_id }) => group_id ?? []),
      members: row.targets.flatMap(({ member_id }) => member_id ?? []),
      names: row.targets.map(({ name }) => name),
    },
    can: {
      edit: open && state !== 'archived',
      editSteps: open && state !== 'archived' && !begun,
      remove: open && state === 'draft',
      work: false,
      moves: open ? MOVES.filter((move) => MAY_MOVE[move].includes(state) && (move !== 'publish' || row.steps.length > 0)) : [],
    },
  };
}

/** Presents an assignment without results and without actions. */
export async function presentReadOnly(ctx: UserCtx<'search'>, row: AssignmentRow): Promise<Assignment> {
  const cards = await buildCards(ctx, mediaOf([row]));
  return {
    ...{ ...presentLine(ctx, row, cards), own: null, sums: null },
    ...details(row),
    contents: await presentSteps(ctx, row, null, null),
    to: { groups: [], members: [], names: [] },
    can: { edit: false, editSteps: false, remove: false, work: false, moves: [] },
  };
}

/** Presents an assignment to a learner. */
export async function presentOwnAssignment(ctx: UserCtx<'search'>, row: AssignmentRow, member_id: string): Promise<Assignment> {
  const work = await listWork(ctx.db, [row.id], member_id);
  const { state, completed, late, unread } = sumWork(row, work);
  const line = { ...presentLine(ctx, row, await buildCards(ctx, mediaOf([row]))), own: { state, completed, late, unread }, sums: null };
  return {
    ...line,
    ...details(row),
    contents: await presentSteps(ctx, row, null, { member_id, work }),
    to: { groups: [], members: [], names: [] },
    can: { edit: false, editSteps: false, remove: false, work: line.state === 'active', moves: [] },
  };
}

/** Returns an assignment for a teacher or learner of its class. Throws `not_found` for all other visitors. */
export async function readAssignment(ctx: UserCtx<'search'>, id: string): Promise<Assignment> {
  const own = await findOfLearner(ctx.db, ctx.user, today(ctx.now), id);
  return own ? presentOwnAssignment(ctx, own, own.member_id) : presentTaught(ctx, await requireTaughtAssignment(ctx, id));
}

export const createVersionConflict = async (ctx: UserCtx<'search'>, row: AssignmentRow): Promise<AppError> =>
  new AppError('version_conflict', { field: 'version', details: { current: await presentTaught(ctx, row) } });
