/** The school-year assistant: one walk in July for whoever manages a school (docs/behaviour/year-change.md). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { SHEET_LAYOUTS } from '../classes/learner-codes.ts';
import { CARD_TEXT_LENGTH, CLASS_KINDS, NAME_LENGTH } from '../classes/rules.ts';
import { endpoint } from '../endpoint.ts';
import { count, day, line, named, text, version } from '../fields.ts';
import { CLASS_CHOICES, MAX_YEAR_CLASSES, YEAR_STEPS } from './rules.ts';

export * from './rules.ts';

const KEEP_OR_END = ['keep', 'end'] as const;

/** What is chosen for all classes at once. */
export const YearSettings = z.object({
  /** Groups are made again in the classes that go on, with their learners. */
  groups: z.boolean(),
  /** Codes of learners whose class goes on, and of those whose class does not. */
  carried_codes: z.enum(KEEP_OR_END),
  leaving_codes: z.enum(KEEP_OR_END),
  media: z.boolean(),
  lists: z.boolean(),
  assignments: z.boolean(),
  cards: z.boolean(),
  /** When what learners did in assignments goes: with the end of the walk, or on the day it goes by itself. */
  results: z.enum(['now', 'later']),
});
export type YearSettings = z.output<typeof YearSettings>;

/** Nothing but what learners of classes that end do not need any more goes. */
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
  /** Nobody manages it: what carries it on is for an administrator to give to somebody. */
  owned: z.boolean(),
  learners: count,
  codes: count,
  choice: z.enum(CLASS_CHOICES),
  /** What it would be called, and is once it was carried on. */
  to_name: z.string(),
  to_grade: z.int().nullable(),
  /** Another class of the next year has this name. */
  taken: z.boolean(),
  /** What carries it on; by somebody else than this walk, where the step is not done. */
  successor: named(z.uuid()).nullable(),
});
export type YearClass = z.output<typeof YearClass>;

/** What a step does, or did, in numbers; each screen says them in words. */
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
  /** By the names of the counts of the steps. */
  counts: Counts,
  /** What was deleted for good. */
  deleted: z.object({ codes: count, code_results: count, results: count, questions: count }),
});
export type YearReport = z.output<typeof YearReport>;

export const YearChange = z.object({
  from_year: z.string(),
  to_year: z.string(),
  /** Of the year that ends. */
  last_day: day,
  state: z.enum(['none', 'open', 'done']),
  /** Home names it: it was begun, or it is time and there are classes. */
  due: z.boolean(),
  version: z.int().min(0),
  started: z.object({ on: day, by: z.string().nullable() }).nullable(),
  finished: z.object({ on: day, by: z.string().nullable() }).nullable(),
  settings: YearSettings,
  /** The last day of codes that go on. */
  codes_until: day,
  classes: z.array(YearClass),
  steps: z.array(YearStepLine),
  /** What the last act would delete for good, and the day on which results go by themselves. */
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
    summary: 'Where the own school stands in its change of the school year, and what each step would do',
    ...gate,
    reply: YearChange,
  }),
  start: endpoint({
    method: 'POST',
    path: '/api/v1/year-change',
    summary: 'Begin the walk; where somebody has begun it already, that one goes on',
    ...gate,
    reply: YearChange,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/year-change',
    summary: 'Keep what was chosen for steps that are not done; `version` is the one seen',
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
    summary: 'Do the next step; it can be undone until the end',
    ...gate,
    params: step,
    body: z.object({ version }),
    reply: YearChange,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/year-change/steps/{step}/undo',
    summary: 'Undo a step, and before it those that came after; what others did since stays',
    ...gate,
    params: step,
    body: z.object({ version }),
    reply: z.object({
      change: YearChange,
      /** Classes of the next year that stay, as somebody has worked in them. */
      kept: z.array(z.string()),
    }),
  }),
  cards: endpoint({
    method: 'GET',
    path: '/api/v1/year-change/cards',
    summary: 'Cards of all classes that go on, as PDF, each class from a page of its own; once they were given out',
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
    summary: 'The end of the walk: nothing can be undone any more, and what was ended is deleted for good',
    ...gate,
    body: z.object({ version }),
    reply: YearChange,
  }),
};
