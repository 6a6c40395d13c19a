/** Endpoints of the assistant with which school administrators change the school year (docs/behaviour/year-change.md). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { SHEET_LAYOUTS } from '../classes/learner-codes.ts';
import { CARD_TEXT_LENGTH, CLASS_KINDS, NAME_LENGTH } from '../classes/rules.ts';
import { endpoint } from '../endpoint.ts';
import { count, day, line, named, text, version } from '../fields.ts';
import { CLASS_CHOICES, MAX_YEAR_CLASSES, YEAR_STEPS } from './rules.ts';

export * from './rules.ts';

const KEEP_OR_END = ['keep', 'end'] as const;

/** Settings of the school-year change that apply to all classes. */
export const YearSettings = z.object({
  /** Recreates the groups and their learners in the continued classes. */
  groups: z.boolean(),
  /** Treatment of learner codes: they are kept or ended. `carried_codes` applies to learners of continued classes, `leaving_codes` to all others. */
  carried_codes: z.enum(KEEP_OR_END),
  leaving_codes: z.enum(KEEP_OR_END),
  media: z.boolean(),
  lists: z.boolean(),
  assignments: z.boolean(),
  cards: z.boolean(),
  /** Time at which results of assignments are deleted: in the final step or on their usual day. */
  results: z.enum(['now', 'later']),
});
export type YearSettings = z.output<typeof YearSettings>;

/** Default settings. They delete only data that learners of ending classes no longer need. */
export const YEAR_DEFAULTS: YearSettings = {
  groups: true,
  carried_codes: 'keep',
  leaving_codes: 'end',
  media: true,
  lists: true,
  assignments: false,
  cards: true,
  results: 'later',
};

export const YearClass = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(CLASS_KINDS),
  grade: z.int().nullable(),
  state: z.enum(['active', 'archived']),
  /** False if the class has no owner. An administrator must then assign an owner to its successor. */
  owned: z.boolean(),
  learners: count,
  codes: count,
  choice: z.enum(CLASS_CHOICES),
  /** Name of the class in the next school year, proposed or actual. */
  to_name: z.string(),
  to_grade: z.int().nullable(),
  /** True if another class of the next school year already has the name. */
  taken: z.boolean(),
  /** Class that continues this one. If the step is not done, it was created outside the assistant. */
  successor: named(z.uuid()).nullable(),
});
export type YearClass = z.output<typeof YearClass>;

/** Planned or actual numbers of a step by name. */
const Counts = z.record(z.string(), count);

export const YearStepLine = z.object({
  step: z.enum(YEAR_STEPS),
  state: z.enum(['done', 'next', 'later']),
  done: z.object({ on: day, by: z.string().nullable() }).nullable(),
  counts: Counts,
});
export type YearStepLine = z.output<typeof YearStepLine>;

export const YearReport = z.object({
  carried: z.array(z.object({ from: z.string(), to: z.string() })),
  archived: z.array(z.string()),
  /** Numbers of changed objects, named as in the steps. */
  counts: Counts,
  /** Number of permanently deleted objects of each kind. */
  deleted: z.object({ codes: count, code_results: count, results: count, questions: count }),
});
export type YearReport = z.output<typeof YearReport>;

export const YearChange = z.object({
  from_year: z.string(),
  to_year: z.string(),
  /** Last day of the ending school year. */
  last_day: day,
  state: z.enum(['none', 'open', 'done']),
  /** True if the home screen should show the change: it has begun, or it is due and the school has classes. */
  due: z.boolean(),
  version: z.int().min(0),
  started: z.object({ on: day, by: z.string().nullable() }).nullable(),
  finished: z.object({ on: day, by: z.string().nullable() }).nullable(),
  settings: YearSettings,
  /** Last day on which continued learner codes are valid. */
  codes_until: day,
  classes: z.array(YearClass),
  steps: z.array(YearStepLine),
  /** Number of objects that the final step would delete permanently, and the day on which results are deleted if the step keeps them. */
  final: YearReport.shape.deleted.extend({ results_on: day }),
  report: YearReport.nullable(),
});
export type YearChange = z.output<typeof YearChange>;

const gate = { access: 'administrator', advancedView } as const;
const step = z.object({ step: z.enum(YEAR_STEPS) });

export const yearChange = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/year-change',
    summary: "Progress of the school's change of the school year, with the effects of each step",
    ...gate,
    reply: YearChange,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/v1/year-change',
    summary: 'Start the change of the school year; a running one continues',
    ...gate,
    reply: YearChange,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/year-change',
    summary: 'Save choices for open steps; `version` is the version the user edited',
    ...gate,
    body: z.object({
      version,
      settings: YearSettings.partial().default({}),
      classes: z
        .array(
          z.object({
            id: z.uuid(),
            choice: z.enum(CLASS_CHOICES),
            name: line(NAME_LENGTH).min(1),
            grade: z.int().min(1).max(13).nullable().default(null),
          }),
        )
        .max(MAX_YEAR_CLASSES)
        .default([]),
    }),
    reply: YearChange,
  }),
  take: endpoint({
    method: 'POST',
    path: '/api/v1/year-change/steps/{step}',
    summary: 'Run the next step; it can be undone until the end',
    ...gate,
    params: step,
    body: z.object({ version }),
    reply: YearChange,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/year-change/steps/{step}/undo',
    summary: 'Undo a step and those after it; later changes of other users stay',
    ...gate,
    params: step,
    body: z.object({ version }),
    reply: z.object({
      change: YearChange,
      /** Names of classes of the next school year that are kept because they are already in use. */
      kept: z.array(z.string()),
    }),
  }),
  cards: endpoint({
    method: 'GET',
    path: '/api/v1/year-change/cards',
    summary: 'Issued cards of all continued classes as PDF, each class on a new page',
    ...gate,
    query: z.object({
      layout: z.enum(SHEET_LAYOUTS).default('cards8'),
      lang: z.string().max(8).default('de'),
      text: text(CARD_TEXT_LENGTH).default(''),
    }),
    heavy: true,
    reply: 'stream',
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/v1/year-change/finish',
    summary: 'Finish the change of the school year: nothing can be undone any more, and ended data is deleted permanently',
    ...gate,
    body: z.object({ version }),
    reply: YearChange,
  }),
};
