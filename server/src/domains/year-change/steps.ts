/** The five steps of the year change with the data needed to undo them (docs/behaviour/year-change.md#steps). */
import { lastDayOf } from '@fundus/contract/classes/rules';
import type { YearStep } from '@fundus/contract/year-change/year-change';
import type { UserCtx } from '../../http/context.ts';
import { copyAssignments, removeDrafts } from '../assignments/index.ts';
import {
  archiveClasses,
  makeSuccessors,
  copyGroups,
  copyMediaOf,
  endOrKeepCodes,
  issueClassCodes,
  removeGroups,
  removeMediaOf,
  undoSuccessors,
  undoCodes,
  type CodesUndone,
  type ClassSuccession,
} from '../classes/index.ts';
import { copyReleases, removeReleases } from '../medialists/index.ts';
import { codesOf, idsOf, pairsOf, filterByChoice, type Plan } from './plan.ts';
import { forgetSuccessors, setChoices, setUndo } from './repository.ts';

/** Data stored by each step to undo it. */
type Undo = {
  classes: { pairs: ClassSuccession[]; archived: { id: string; state_since: string }[] };
  groups: { made: string[] };
  codes: CodesUndone;
  contents: { media: string[]; lists: string[]; assignments: string[] };
  cards: { printed: string[] };
};

type Done<S extends YearStep> = { counts: Record<string, number>; undo: Undo[S] };
type Step<S extends YearStep> = {
  take: (ctx: UserCtx, plan: Plan) => Promise<Done<S>>;
  /** Undoes the step. Returns the names of successor classes that are kept because they have been used. */
  undo: (ctx: UserCtx, plan: Plan, undo: Undo[S]) => Promise<string[]>;
};

const none = async (work: Promise<unknown>): Promise<string[]> => {
  await work;
  return [];
};

export const STEPS: { [S in YearStep]: Step<S> } = {
  classes: {
    take: async (ctx, plan) => {
      const carried = filterByChoice(plan, 'carry');
      const ending = filterByChoice(plan, 'archive');
      const wanted = carried.map(({ id, to_name, to_grade }) => ({ id, name: to_name, grade: to_grade }));
      const pairs = await makeSuccessors(ctx, wanted, plan.to_year);
      const archived = await archiveClasses(ctx, idsOf(ending));
      const made = new Map(pairs.map(({ from, to }) => [from, to]));
      // Stores the choices permanently, so that classes added to the old year later do not affect them.
      await setChoices(
        ctx.db,
        plan.walk!.id,
        plan.rows.map(({ id, choice, to_name, to_grade }) => ({
          ...{ class_id: id, choice, name: to_name, grade: to_grade, successor_id: made.get(id) ?? null },
        })),
      );
      const learners = carried.reduce((all, row) => all + row.learners, 0);
      const left = filterByChoice(plan, 'leave').length;
      return { counts: { carried: carried.length, archived: ending.length, left, learners }, undo: { pairs, archived } };
    },
    undo: async (ctx, plan, undo) => {
      const stay = new Set(await undoSuccessors(ctx, undo));
      await forgetSuccessors(ctx.db, plan.walk!.id);
      return plan.rows.filter(({ made }) => made !== null && stay.has(made)).map(({ next_name }) => next_name!);
    },
  },
  groups: {
    take: async (ctx, plan) => {
      const made = plan.settings.groups ? await copyGroups(ctx.db, pairsOf(plan), ctx.now) : [];
      return { counts: { groups: made.length }, undo: { made } };
    },
    undo: (ctx, _, { made }) => none(removeGroups(ctx.db, made)),
  },
  codes: {
    take: async (ctx, plan) => {
      const codes = await codesOf(ctx, plan);
      const undo = await endOrKeepCodes(ctx, { ...codes, schoolId: plan.school.id, schoolYear: plan.to_year });
      return { counts: { kept: codes.keep.length, ended: undo.ended.length }, undo };
    },
    undo: (ctx, _, undo) => none(undoCodes(ctx, undo)),
  },
  contents: {
    take: async (ctx, plan) => {
      const { db, now, config } = ctx;
      const pairs = pairsOf(plan);
      const { media, lists, assignments } = plan.settings;
      const undo = {
        media: media ? await copyMediaOf(db, pairs, now) : [],
        lists: lists ? await copyReleases(db, pairs, lastDayOf(plan.to_year, config.schoolYearEnd), now) : [],
        assignments: assignments ? await copyAssignments(db, pairs, now) : [],
      };
      return { counts: { media: undo.media.length, lists: undo.lists.length, assignments: undo.assignments.length }, undo };
    },
    undo: async ({ db }, _, { media, lists, assignments }) => {
      await removeDrafts(db, assignments);
      await removeReleases(db, lists);
      return none(removeMediaOf(db, media));
    },
  },
  cards: {
    take: async (ctx, plan) => {
      const pairs = pairsOf(plan);
      const printed = plan.settings.cards
        ? await issueClassCodes(
            ctx,
            pairs.map(({ to }) => to),
          )
        : [];
      const classes = plan.settings.cards ? filterByChoice(plan, 'carry').filter(({ codes }) => codes > 0).length : 0;
      return { counts: { cards: printed.length, classes }, undo: { printed } };
    },
    // Printed cards remain valid: undoing does not shorten the validity of their codes.
    undo: async (ctx, plan, { printed }) => {
      const codes = plan.done.get('codes')!.undo as CodesUndone;
      const onPaper = new Set(printed);
      const extended = codes.extended.filter(({ id }) => !onPaper.has(id));
      Object.assign(codes, { extended });
      return none(setUndo(ctx.db, plan.walk!.id, 'codes', codes));
    },
  },
};
