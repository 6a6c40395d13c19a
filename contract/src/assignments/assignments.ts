/** Assignments with the steps that a class works through, and the work of its learners (docs/behaviour/assignments.md). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { listedMedium } from '../catalogue/listed-medium.ts';
import { byId, count, day, identifier, line, moment, named, text, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { UnitState } from './unit-state.ts';
import {
  ANSWER_LENGTH,
  ASSIGNMENT_STATES,
  COMPLETIONS,
  COUNTED_ATTEMPTS,
  INSTRUCTIONS_LENGTH,
  MAX_REMIND_DAYS,
  MAX_ATTEMPTS,
  MAX_STEPS,
  MOVES,
  STEP_KINDS,
  TASK_LENGTH,
  TITLE_LENGTH,
  WORK_STATES,
} from './rules.ts';

export * from './rules.ts';
export { UnitState };

const seconds = z.number().min(0).max(1_000_000);
const title = line(TITLE_LENGTH).min(1);
const percent = z.int().min(0).max(100);

/** Work of a learner on a step, as the learner sees it. */
export const OwnWork = z.object({
  state: z.enum(WORK_STATES),
  /** Percentage of the required part that the learner has watched. */
  watched: percent,
  attempts: count,
  score: percent.nullable(),
  answer: z.string(),
  late: z.boolean(),
  needs_help: z.boolean(),
  /** Comment of a teacher, or an empty string. */
  comment: z.string(),
  /** True if the learner has not yet opened the latest comment or correction of a teacher. */
  unread: z.boolean(),
});
export type OwnWork = z.output<typeof OwnWork>;

export const Step = z.object({
  id: z.uuid(),
  kind: z.enum(STEP_KINDS),
  ...listedMedium,
  task: z.string(),
  completion: z.enum(COMPLETIONS),
  /** Percentage that must be reached if `completion` is `score`. */
  pass_percent: percent.nullable(),
  /** True if the visitor can open the medium today. For teachers, true if learners of the school can. */
  open: z.boolean(),
  /** Work of the learner, or `null` for teachers. */
  work: OwnWork.nullable(),
});
export type Step = z.output<typeof Step>;

const terms = { task: text(TASK_LENGTH).default(''), completion: z.enum(COMPLETIONS).optional(), pass_percent: percent.optional() };

/** New step. If `completion` is omitted, the default of the kind of step is used. */
export const NewStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('medium'), identifier, ...terms }),
  z
    .object({ kind: z.literal('sequence'), identifier, title, start_s: seconds, end_s: seconds.positive(), ...terms })
    .refine(({ start_s, end_s }) => end_s - start_s >= 1, { path: ['end_s'], message: 'range' }),
  z.object({ kind: z.literal('external'), url: z.url({ protocol: /^https?$/ }).max(2_000), title, ...terms }),
  z.object({ kind: z.literal('text'), title, ...terms }),
]);
export type NewStep = z.output<typeof NewStep>;

/** IDs of the groups and members for whom the assignment is. Both are empty for the whole class. */
const Targets = z.object({ groups: z.array(z.uuid()).max(50), members: z.array(z.uuid()).max(200) });

const fields = {
  title,
  instructions: text(INSTRUCTIONS_LENGTH),
  /** First day on which the assignment is visible, or `null` if it is visible immediately. */
  visible_from: day.nullable(),
  due_at: moment.nullable(),
  /** Maximum number of attempts, or `null` for no limit. */
  attempts: z.int().min(1).max(MAX_ATTEMPTS).nullable(),
  attempt_counts: z.enum(COUNTED_ATTEMPTS),
  /** Number of days before the due date on which learners are reminded, or 0 for no reminder. */
  remind_days: z.int().min(0).max(MAX_REMIND_DAYS),
  /** Steps of the assignment. Only a draft may have no steps. */
  steps: z.array(NewStep).max(MAX_STEPS),
  to: Targets,
};

/** An assignment in a list. */
export const AssignmentLine = z.object({
  id: z.uuid(),
  class: named(z.uuid()),
  title: z.string(),
  state: z.enum(ASSIGNMENT_STATES),
  visible_from: day.nullable(),
  due_at: moment.nullable(),
  steps: count,
  cover: z.string().nullable(),
  /** Progress of the learner, or `null` for teachers. */
  own: z
    .object({
      state: z.enum(WORK_STATES),
      completed: count,
      late: z.boolean(),
      /** Number of steps that have a new comment or correction. */ unread: count,
    })
    .nullable(),
  /** Number of learners by progress, or `null` for learners. */
  sums: z
    .object({
      learners: count,
      started: count,
      completed: count,
      needs_help: count,
      /** First step for which a learner has requested help. */ help_step: z.uuid().nullable(),
    })
    .nullable(),
});
export type AssignmentLine = z.output<typeof AssignmentLine>;

export const Assignment = AssignmentLine.extend({
  instructions: z.string(),
  attempts: z.int().nullable(),
  attempt_counts: z.enum(COUNTED_ATTEMPTS),
  remind_days: z.int(),
  contents: z.array(Step),
  to: Targets.extend({
    /** Names of the selected groups and members, such as *Gruppe Nord, Kranich 12*. Empty for the whole class and for learners. */
    names: z.array(z.string()),
  }),
  version,
  can: z.object({ edit: z.boolean(), editSteps: z.boolean(), remove: z.boolean(), work: z.boolean(), moves: z.array(z.enum(MOVES)) }),
});
export type Assignment = z.output<typeof Assignment>;

const step = byId.extend({ stepId: z.uuid() });

/** Activity reported by a learner. `watch` contains the ranges played since the previous report. */
export const Report = z.discriminatedUnion('event', [
  z.object({ event: z.literal('open') }),
  z.object({ event: z.literal('watch'), ranges: z.array(z.tuple([seconds, seconds])).max(50) }),
  z.object({ event: z.literal('score'), percent }),
  z.object({ event: z.literal('answer'), text: text(ANSWER_LENGTH).min(1) }),
  z.object({ event: z.literal('mark'), done: z.boolean() }),
  z.object({ event: z.literal('help'), wanted: z.boolean() }),
  z.object({ event: z.literal('unit'), unit: z.string().min(1).max(200), state: UnitState }),
]);
export type Report = z.output<typeof Report>;

export const assignments = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/assignments',
    summary: 'Assignments of a class, next due first; learners get their own that have started',
    access: 'user',
    codes: true,
    params: byId,
    query: z.object({ archived: z.stringbool().default(false) }),
    reply: z.object({ items: z.array(AssignmentLine), can: z.object({ create: z.boolean() }) }),
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/v1/assignments',
    summary: 'Open assignments of a learner in all classes, next due first; for teachers those due within two weeks',
    access: 'user',
    codes: true,
    reply: z.object({ items: z.array(AssignmentLine) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/assignments',
    summary: 'Create an assignment for a class, its groups or learners, from steps or a media list; a draft may have no steps',
    access: 'user',
    advancedView,
    params: byId,
    body: z
      .object({
        title: fields.title,
        instructions: fields.instructions.default(''),
        visible_from: fields.visible_from.default(null),
        due_at: fields.due_at.default(null),
        attempts: fields.attempts.default(null),
        attempt_counts: fields.attempt_counts.default('best'),
        remind_days: fields.remind_days.default(1),
        to: Targets.default({ groups: [], members: [] }),
        steps: z.array(NewStep).max(MAX_STEPS).default([]),
        list_id: z.uuid().optional(),
        publish: z.boolean().default(false),
      })
      .refine(({ steps, list_id, publish }) => !publish || steps.length > 0 || list_id !== undefined, {
        path: ['steps'],
        message: 'required',
      }),
    reply: Assignment,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/assignments/{id}',
    summary: 'An assignment with its steps; learners also get their progress',
    access: 'user',
    codes: true,
    params: byId,
    reply: Assignment,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/assignments/{id}',
    summary: 'Change an assignment; absent fields stay as they are. Steps can be changed until a learner has started',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ version, ...z.object(fields).partial().shape }),
    reply: Assignment,
  }),
  move: endpoint({
    method: 'POST',
    path: '/api/v1/assignments/{id}/state',
    summary: 'Publish, close, reopen or archive an assignment',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ to: z.enum(MOVES) }),
    reply: Assignment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/assignments/{id}',
    summary: 'Delete a draft; other assignments are archived',
    access: 'user',
    advancedView,
    params: byId,
    reply: done,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v1/assignments/{id}/steps/{stepId}/work',
    summary: 'Report activity of a learner in a step: opened, watched, answered, marked, asked for help',
    access: 'user',
    codes: true,
    params: step,
    body: Report,
    reply: OwnWork,
  }),
  seenFeedback: endpoint({
    method: 'POST',
    path: '/api/v1/assignments/{id}/feedback/seen',
    summary: 'Mark comments and corrections of an assignment as seen by the learner',
    access: 'user',
    codes: true,
    params: byId,
    reply: done,
  }),
  units: endpoint({
    method: 'GET',
    path: '/api/v1/assignments/{id}/steps/{stepId}/units',
    summary: 'Saved states of the units of a SCORM package for the learner',
    access: 'user',
    codes: true,
    params: step,
    reply: z.object({ units: z.record(z.string(), UnitState) }),
  }),
};
