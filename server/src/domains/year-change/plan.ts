/** Plan of a year change, derived from the user's choices and the current data (docs/behaviour/year-change.md#steps). */
import { isSchoolAdmin } from '@fundus/contract/access';
import { lastDayOf, nextSchoolYear } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import {
  endingYear,
  isChangeSeason,
  MAX_YEAR_CLASSES,
  proposeForClass,
  YEAR_DEFAULTS,
  YEAR_STEPS,
  type ClassChoice,
  type YearChange,
  type YearSettings,
  type YearStep,
} from '@fundus/contract/year-change/year-change';
import type { UserCtx } from '../../http/context.ts';
import { findCodeEnd, findYearCodes, listRevoked, type ClassSuccession } from '../classes/index.ts';
import {
  countQuestions,
  countWork,
  findSchool,
  findWalk,
  hasClassesLeft,
  listChoices,
  listClasses,
  listNames,
  listSteps,
  type ClassRow,
  type StepRow,
  type WalkRow,
} from './repository.ts';

export type PlanRow = ClassRow & {
  choice: ClassChoice;
  to_name: string;
  to_grade: number | null;
  /** Id of the successor class that the year change created. */
  made: string | null;
};

export type Years = { from_year: string; to_year: string; last_day: string };
export type Plan = Years & {
  school: Awaited<ReturnType<typeof findSchool>>;
  walk: WalkRow | undefined;
  settings: YearSettings;
  rows: PlanRow[];
  done: ReadonlyMap<YearStep, StepRow>;
};

/** Returns the school of a school administrator. Throws `forbidden` for other users, because districts do not see classes. */
export function requireManagedSchool({ user }: UserCtx): string {
  if (!isSchoolAdmin(user) || user.school_id === null) throw new AppError('forbidden');
  return user.school_id;
}

export function yearsOf({ config, now }: Pick<UserCtx, 'config' | 'now'>): Years {
  const from_year = endingYear(today(now), config.schoolYearEnd);
  return { from_year, to_year: nextSchoolYear(from_year), last_day: lastDayOf(from_year, config.schoolYearEnd) };
}

export async function readPlan(ctx: UserCtx, walk?: WalkRow): Promise<Plan> {
  const school = await findSchool(ctx.db, requireManagedSchool(ctx));
  const years = yearsOf(ctx);
  const known = walk ?? (await findWalk(ctx.db, school.id, years.from_year));
  const finished = known !== undefined && known.finished_at !== null;
  const chosen = new Map((known ? await listChoices(ctx.db, known.id) : []).map((choice) => [choice.class_id, choice]));
  const rows = finished ? [] : await listClasses(ctx.db, school.id, years.from_year, MAX_YEAR_CLASSES);
  const done = new Map((known ? await listSteps(ctx.db, known.id) : []).map((row) => [row.step, row]));
  return {
    ...{ ...years, school, walk: known, done, settings: known?.settings ?? YEAR_DEFAULTS },
    rows: rows.map((row): PlanRow => {
      const over = row.state === 'archived' && today(row.state_since) < years.last_day;
      const proposed = proposeForClass({ ...row, over }, school.kind);
      const choice = chosen.get(row.id);
      const made = choice?.successor_id ?? null;
      // A class whose successor was created elsewhere is already complete.
      const isKept = row.next_id !== null && made === null;
      return {
        ...row,
        ...{ made, to_name: choice?.name ?? proposed.name, to_grade: choice ? choice.grade : proposed.grade },
        choice: isKept ? 'leave' : (choice?.choice ?? proposed.choice),
      };
    }),
  };
}

export const filterByChoice = ({ rows }: Plan, choice: ClassChoice): PlanRow[] => rows.filter((row) => row.choice === choice);
export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** Returns the pairs of classes and the successors that the year change created for them. */
export const pairsOf = (plan: Plan): ClassSuccession[] =>
  plan.rows.flatMap(({ id, made }) => (made === null ? [] : [{ from: id, to: made }]));

const sum = (rows: readonly PlanRow[], what: 'learners' | 'groups' | 'media' | 'lists' | 'assignments'): number =>
  rows.reduce((all, row) => all + row[what], 0);

/** Returns the learner codes to keep and to end according to the choices. */
export async function codesOf(ctx: UserCtx, plan: Plan): Promise<{ keep: string[]; end: string[]; cards: number }> {
  const carried = filterByChoice(plan, 'carry');
  const codes = await findYearCodes(ctx, { carried: idsOf(carried), ending: idsOf(filterByChoice(plan, 'archive')) });
  const { carried_codes, leaving_codes } = plan.settings;
  const going = codes.filter((code) => code.carried);
  const leaving = codes.filter((code) => !code.carried && !code.elsewhere);
  return {
    keep: carried_codes === 'keep' ? idsOf(going) : [],
    end: [...(carried_codes === 'end' ? idsOf(going) : []), ...(leaving_codes === 'end' ? idsOf(leaving) : [])],
    cards: carried_codes === 'keep' ? going.filter(({ state }) => state !== 'suspended').length : 0,
  };
}

/** Returns the number of records that each step would change. */
function countSteps(plan: Plan, codes: Awaited<ReturnType<typeof codesOf>>): Record<YearStep, Record<string, number>> {
  const { settings } = plan;
  const carried = filterByChoice(plan, 'carry');
  const [archived, left] = [filterByChoice(plan, 'archive'), filterByChoice(plan, 'leave')];
  return {
    classes: { carried: carried.length, archived: archived.length, left: left.length, learners: sum(carried, 'learners') },
    groups: { groups: settings.groups ? sum(carried, 'groups') : 0 },
    codes: { kept: codes.keep.length, ended: codes.end.length },
    contents: {
      media: settings.media ? sum(carried, 'media') : 0,
      lists: settings.lists ? sum(carried, 'lists') : 0,
      assignments: settings.assignments ? sum(carried, 'assignments') : 0,
    },
    cards: { cards: settings.cards ? codes.cards : 0, classes: settings.cards ? carried.filter((row) => row.codes > 0).length : 0 },
  };
}

/**
 * Returns the learner codes that the year change ended and that have not been reactivated. Before this step, returns the codes that it would end
 * (`would`).
 */
export async function findEnded({ db }: UserCtx, { done }: Plan, would: readonly string[]): Promise<readonly string[]> {
  const undo = done.get('codes')?.undo as { ended: { id: string }[] } | undefined;
  return undo ? listRevoked(db, idsOf(undo.ended)) : would;
}

/** Returns the classes whose results are deleted when the year change is finished. */
export const resultsOf = (plan: Plan): string[] =>
  plan.settings.results === 'now' ? idsOf(plan.rows.filter(({ choice }) => choice !== 'leave')) : [];

export async function presentPlan(ctx: UserCtx, plan: Plan): Promise<YearChange> {
  const { walk, school, settings, done } = plan;
  const { from_year, to_year, last_day } = plan;
  const open = walk !== undefined && walk.finished_at === null;
  const codes = await codesOf(ctx, plan);
  const counts = countSteps(plan, codes);
  const names = new Map<string, number>();
  const mine = new Set(plan.rows.flatMap(({ made }) => made ?? []));
  const count = (name: string) => names.set(name.toLowerCase(), (names.get(name.toLowerCase()) ?? 0) + 1);
  for (const { id, name } of await listNames(ctx.db, school.id, to_year)) if (!mine.has(id)) count(name);
  for (const row of filterByChoice(plan, 'carry')) count(row.to_name);
  const next = YEAR_STEPS.find((step) => !done.has(step));
  const ended = await findEnded(ctx, plan, codes.end);
  const code_results = await countWork(ctx.db, { codes: ended });
  return {
    ...{ from_year, to_year, last_day, settings },
    state: walk ? (open ? 'open' : 'done') : 'none',
    due: open || (!walk && (await isYearChangeDue(ctx, plan))),
    version: walk?.version ?? 0,
    codes_until: await findCodeEnd(ctx, school.id, to_year),
    started: walk ? { on: today(walk.started_at), by: walk.started_by } : null,
    finished: walk?.finished_at ? { on: today(walk.finished_at), by: walk.finished_by } : null,
    classes: plan.rows.map((row) => ({
      ...{ id: row.id, name: row.name, kind: row.kind, grade: row.grade, state: row.state, owned: row.owned },
      ...{ learners: row.learners, codes: row.codes, choice: row.choice, to_name: row.to_name, to_grade: row.to_grade },
      taken: row.choice === 'carry' && (names.get(row.to_name.toLowerCase()) ?? 0) > 1,
      successor: row.next_id === null ? null : { id: row.next_id, name: row.next_name! },
    })),
    steps: YEAR_STEPS.map((step) => {
      const row = done.get(step);
      return {
        step,
        state: row ? ('done' as const) : open && step === next ? ('next' as const) : ('later' as const),
        done: row ? { on: today(row.done_at), by: row.done_by } : null,
        counts: row?.counts ?? counts[step],
      };
    }),
    final: {
      codes: ended.length,
      code_results,
      results: Math.max(0, (await countWork(ctx.db, { classes: resultsOf(plan) })) - (settings.results === 'now' ? code_results : 0)),
      questions: await countQuestions(ctx.db, idsOf(filterByChoice(plan, 'archive'))),
      results_on: shiftDay(last_day, ctx.config.resultDays + 1),
    },
    report: walk?.report ?? null,
  };
}

/** Returns whether the year change should be suggested: it is the right season and a class has no successor. */
export const isYearChangeDue = async (ctx: UserCtx, { from_year }: Years): Promise<boolean> =>
  isChangeSeason(today(ctx.now), ctx.config.schoolYearEnd) && hasClassesLeft(ctx.db, requireManagedSchool(ctx), from_year);
