/** Starting, configuring, running, undoing and finishing the year change (docs/behaviour/year-change.md). */
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import {
  YEAR_STEPS,
  type YearChange,
  type yearChange,
  type YearReport,
  type YearSettings,
  type YearStep,
} from '@fundus/contract/year-change/year-change';
import type { yearDue } from '@fundus/contract/year-change/due';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { removeWorkOfClasses } from '../assignments/index.ts';
import { drawCodesOf, removeCodes, removeQuestions } from '../classes/index.ts';
import {
  findEnded,
  idsOf,
  isYearChangeDue,
  pairsOf,
  presentPlan,
  readPlan,
  requireManagedSchool,
  resultsOf,
  filterByChoice,
  yearsOf,
  type Plan,
} from './plan.ts';
import {
  countWork,
  findWalk,
  insertStep,
  insertWalk,
  lockWalk,
  removeStep,
  removeChangeDetails,
  setChoices,
  setWalk,
} from './repository.ts';
import { STEPS } from './steps.ts';

export const readYearChange = async (ctx: UserCtx): Promise<YearChange> => presentPlan(ctx, await readPlan(ctx));

export async function readDue(ctx: UserCtx): Promise<Reply<typeof yearDue.due>> {
  const years = yearsOf(ctx);
  const walk = await findWalk(ctx.db, requireManagedSchool(ctx), years.from_year);
  const state = walk ? (walk.finished_at === null ? 'open' : 'done') : 'none';
  return { to_year: years.to_year, state, due: state === 'open' || (state === 'none' && (await isYearChangeDue(ctx, years))) };
}

const note = (ctx: UserCtx, what: 'start' | 'take' | 'undo' | 'finish', { school, from_year }: Plan, about: object = {}): Promise<void> =>
  recordAudit(ctx, `yearChange.${what}`, null, { school_year: from_year, ...about }, { school: school.id, district: school.district_id });

export async function startYearChange(ctx: UserCtx): Promise<YearChange> {
  const schoolId = requireManagedSchool(ctx);
  const begun = await insertWalk(ctx.db, { schoolId, year: yearsOf(ctx).from_year, by: ctx.user.id }, ctx.now);
  const plan = await readPlan(ctx);
  if (begun) await note(ctx, 'start', plan);
  return presentPlan(ctx, plan);
}

/**
 * Locks the year change and returns its plan. Throws `version_conflict` if the version is outdated, and `state_conflict` if the year change is
 * missing or finished.
 */
async function lockPlan(ctx: UserCtx, version: number): Promise<Plan> {
  const walk = await lockWalk(ctx.db, requireManagedSchool(ctx), yearsOf(ctx).from_year);
  if (!walk) throw new AppError('state_conflict', { details: { state: 'none' } });
  const plan = await readPlan(ctx, walk);
  if (walk.version !== version)
    throw new AppError('version_conflict', { field: 'version', details: { current: await presentPlan(ctx, plan) } });
  if (walk.finished_at !== null) throw new AppError('state_conflict', { details: { state: 'done' } });
  return plan;
}

/** Step after which a setting can no longer be changed. `results` can be changed until the year change is finished. */
const STEP_OF: Record<keyof YearSettings, YearStep | null> = {
  groups: 'groups',
  carried_codes: 'codes',
  leaving_codes: 'codes',
  media: 'contents',
  lists: 'contents',
  assignments: 'contents',
  cards: 'cards',
  results: null,
};

const requireOpen = ({ done }: Plan, step: YearStep | null): void => {
  if (step !== null && done.has(step)) throw new AppError('state_conflict', { details: { step } });
};

export async function changeYear(
  ctx: UserCtx,
  { version, settings, classes }: Input<typeof yearChange.change>['body'],
): Promise<YearChange> {
  const plan = await lockPlan(ctx, version);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  for (const name of Object.keys(given)) requireOpen(plan, STEP_OF[name as keyof YearSettings]);
  if (classes.length > 0) requireOpen(plan, 'classes');
  const known = new Set(idsOf(plan.rows));
  if (classes.some(({ id }) => !known.has(id))) throw notFound('classes');
  const choices = new Map(classes.map(({ id, ...choice }) => [id, { ...choice, class_id: id, successor_id: null }]));
  await setChoices(ctx.db, plan.walk!.id, [...choices.values()]);
  await setWalk(ctx.db, plan.walk!.id, { settings: { ...plan.settings, ...given } });
  return readYearChange(ctx);
}

export async function runStep(ctx: UserCtx, step: YearStep, version: number): Promise<YearChange> {
  const plan = await lockPlan(ctx, version);
  const next = YEAR_STEPS.find((each) => !plan.done.has(each));
  if (next !== step) throw new AppError('state_conflict', { details: { step: next ?? null } });
  const { counts, undo } = await STEPS[step].take(ctx, plan);
  await insertStep(ctx.db, plan.walk!.id, { step, by: ctx.user.id, counts, undo }, ctx.now);
  await setWalk(ctx.db, plan.walk!.id);
  await note(ctx, 'take', plan, { step });
  return readYearChange(ctx);
}

export async function undoStep(ctx: UserCtx, step: YearStep, version: number): Promise<{ change: YearChange; kept: string[] }> {
  const plan = await lockPlan(ctx, version);
  if (!plan.done.has(step)) throw new AppError('state_conflict', { details: { step } });
  const remaining: string[] = [];
  for (const each of YEAR_STEPS.slice(YEAR_STEPS.indexOf(step)).toReversed()) {
    const row = plan.done.get(each);
    if (!row) continue;
    remaining.push(...(await STEPS[each].undo(ctx, plan, row.undo as never)));
    await removeStep(ctx.db, plan.walk!.id, each);
    await note(ctx, 'undo', plan, { step: each });
  }
  await setWalk(ctx.db, plan.walk!.id);
  return { change: await readYearChange(ctx), kept: remaining };
}

export async function drawYearCards(ctx: UserCtx<'storage'>, look: Input<typeof yearChange.cards>['query']): Promise<StreamAnswer> {
  const plan = await readPlan(ctx);
  const made = pairsOf(plan).map(({ to }) => to);
  const pdf = plan.done.has('cards') ? await drawCodesOf(ctx, made, { ...look, school: plan.school.name }) : null;
  if (!pdf) throw notFound('cards');
  return pdf;
}

/** Finishes the year change irreversibly. Deletes the ended learner codes with their work and, if chosen, the results of all classes. */
export async function finishYearChange(ctx: UserCtx, version: number): Promise<YearChange> {
  const plan = await lockPlan(ctx, version);
  const open = YEAR_STEPS.find((step) => !plan.done.has(step));
  if (open) throw new AppError('state_conflict', { details: { step: open } });
  const ended = await findEnded(ctx, plan, []);
  const archived = filterByChoice(plan, 'archive');
  const code_results = await countWork(ctx.db, { codes: ended });
  await removeCodes(ctx.db, ended);
  const deleted = {
    codes: ended.length,
    code_results,
    results: await removeWorkOfClasses(ctx.db, resultsOf(plan)),
    questions: await removeQuestions(ctx.db, idsOf(archived)),
  };
  const report: YearReport = {
    carried: plan.rows.filter(({ made }) => made !== null).map(({ name, next_name }) => ({ from: name, to: next_name ?? name })),
    archived: archived.map(({ name }) => name),
    counts: Object.assign({}, ...YEAR_STEPS.map((step) => plan.done.get(step)!.counts)) as Record<string, number>,
    deleted,
  };
  await setWalk(ctx.db, plan.walk!.id, { report, finished_by: ctx.user.id, finished_at: ctx.now });
  await removeChangeDetails(ctx.db, plan.walk!.id);
  await note(ctx, 'finish', plan, { classes: report.carried.length, ...deleted });
  return readYearChange(ctx);
}
