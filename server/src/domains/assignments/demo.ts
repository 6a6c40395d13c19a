/** Assignments of the demo, with results: an active one, one that is nearly due and a closed one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPLETIONS } from '@fundus/contract/assignments/rules';
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { z } from 'zod';
import { newId } from '../../db/new-id.ts';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { findClassNamed } from '../classes/index.ts';
import { requireMembershipId, insertWork, removeAssignmentsOf } from './demo-repository.ts';
import { insertAssignment, setSteps } from './repository.ts';

const Work = z.object({
  /** E-mail address of a learner, or number of a code, counted from 1. */
  by: z.union([z.string(), z.int().min(1)]),
  step: z.int().min(0),
  days_ago: z.number().min(0),
  done: z.boolean().default(false),
  /** Number of seconds watched, starting at the beginning. */
  watched: z.number().optional(),
  answer: z.string().default(''),
  score: z.int().optional(),
  attempts: z.int().min(0).default(0),
  late: z.boolean().default(false),
  help: z.boolean().default(false),
  doubt: z.boolean().default(false),
  comment: z.string().default(''),
});
const Assignments = z.array(
  z.object({
    class: z.string(),
    by: z.string(),
    title: z.string(),
    instructions: z.string(),
    days_ago: z.int().min(0),
    /** Number of days from the loading of the demo to the due date, which is at eight in the morning. May be negative. */
    due_in_days: z.int(),
    steps: z.array(
      z.object({
        key: z.string().optional(),
        part: z.object({ title: z.string(), start_s: z.number(), end_s: z.number() }).optional(),
        text: z.string().optional(),
        task: z.string().default(''),
        completion: z.enum(COMPLETIONS),
        pass_percent: z.int().nullable().default(null),
      }),
    ),
    work: z.array(Work).default([]),
  }),
);
type Step = z.output<typeof Assignments>[number]['steps'][number];

function contentOf({ key, part, text }: Step, titleOf: DemoContext['titleOf']) {
  if (text !== undefined) return { kind: 'text' as const, title: text };
  const identifier = `FU-${key}`;
  return part ? { kind: 'sequence' as const, identifier, ...part } : { kind: 'media' as const, identifier, title: titleOf(identifier) };
}

/** Creates the assignments of the demo. Throws if a user, a class or a medium is missing. */
export async function makeDemo({ db, now, school_id, titleOf, people }: DemoContext): Promise<void> {
  const idOf = await people();
  for (const one of Assignments.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')))) {
    const at = new Date(now.getTime() - one.days_ago * DAY);
    const class_id = await findClassNamed(db, school_id, one.class);
    const id = newId(at);
    await insertAssignment(db, {
      ...{ id, class_id, title: one.title, instructions: one.instructions, created_by: idOf(one.by), created_at: at, published_at: at },
      due_at: new Date(`${shiftDay(today(now), one.due_in_days)}T07:00:00Z`),
    });
    const steps = one.steps.map((step) => ({
      ...{ id: newId(at), task: step.task, completion: step.completion, pass_percent: step.pass_percent },
      ...contentOf(step, titleOf),
    }));
    await setSteps(db, id, steps);
    for (const { by, step, days_ago, done, watched, answer, score, attempts, late, help, doubt, comment } of one.work) {
      const member_id = await requireMembershipId(db, class_id, typeof by === 'string' ? { person_id: idOf(by) } : { code: by });
      const moment = new Date(now.getTime() - days_ago * DAY);
      const begins = one.steps[step]!.part?.start_s ?? 0;
      await insertWork(db, {
        ...{
          step_id: steps[step]!.id,
          member_id,
          opened_at: moment,
          reported_at: moment,
          started: true,
          answer,
          attempts,
          late,
          doubt,
          comment,
        },
        ...{ completed_at: done ? moment : null, wants_help: help, commented_by: comment ? idOf(one.by) : null },
        ...(watched !== undefined && { watched: JSON.stringify([[begins, watched]]), present_s: watched - begins }),
        ...(score !== undefined && { score_first: score, score_last: score, score_best: score }),
      });
    }
  }
}

/** Removes the demo assignments from classes that are kept. */
export async function removeDemo({ db, people, removed }: DemoRemovalContext): Promise<void> {
  removed('assignments', await removeAssignmentsOf(db, people));
}
