/** Results of assignments (docs/behaviour/assignments.md#results), for teachers of the class. */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, text } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { COMMENT_LENGTH, WORK_STATES } from './rules.ts';
import { tableQuery } from '../table-file.ts';

const percent = z.int().min(0).max(100);

/** Result of a learner in an assignment. */
export const Cell = z.object({
  assignment_id: z.uuid(),
  state: z.enum(WORK_STATES),
  completed: count,
  steps: count,
  late: z.boolean(),
  needs_help: z.boolean(),
  /** First step for which the learner needs help. */
  help_step: z.uuid().nullable(),
  /** True if the reported watch time exceeds the elapsed time. */
  doubt: z.boolean(),
});
export type Cell = z.output<typeof Cell>;

const Learner = z.object({
  member_id: z.uuid(),
  /** Name of the learner, or the label of a learner code. */
  name: z.string(),
  groups: z.array(z.uuid()),
  /** True if the learner needs help with any assignment of the class. */
  needs_help: z.boolean(),
  /** True if the learner was active within the last few minutes. The exact time is not exposed. */
  active_now: z.boolean(),
  /** Last day on which the learner worked on an assignment. */
  last_on: day.nullable(),
});

/** Work of a learner on a step. */
export const WorkOf = z.object({
  step_id: z.uuid(),
  member_id: z.uuid(),
  name: z.string(),
  state: z.enum(WORK_STATES),
  watched: percent,
  attempts: count,
  score: percent.nullable(),
  answer: z.string(),
  late: z.boolean(),
  needs_help: z.boolean(),
  doubt: z.boolean(),
  /** True if a teacher has marked the step as completed. */
  by_teacher: z.boolean(),
  comment: z.string(),
});
export type WorkOf = z.output<typeof WorkOf>;

export const assignmentResults = {
  grid: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/results',
    summary: 'Learners and assignments of a class; learners who need help first, then by name',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ group: z.uuid().optional() }),
    reply: z.object({
      assignments: z.array(z.object({ id: z.uuid(), title: z.string(), steps: count })),
      /** Each learner has a cell for every assignment given to them. */
      learners: z.array(Learner.extend({ cells: z.array(Cell) })),
      /** Last day on which the results are stored. */
      kept_until: day,
    }),
  }),
  seen: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/results/seen',
    summary: 'Mark the results of a class as seen by the user',
    access: 'user',
    advancedView,
    params: byId,
    reply: done,
  }),
  exportGrid: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/results/export',
    summary: 'Results of a class as a table',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object(tableQuery),
    heavy: true,
    reply: 'stream',
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/results/events',
    summary: 'Server-sent events: one for each change of the results of a class',
    access: 'user',
    advancedView,
    params: byId,
    reply: 'stream',
  }),
  ofAssignment: endpoint({
    method: 'GET',
    path: '/api/v1/assignments/{id}/results',
    summary: 'Results of each step of an assignment: completions, scores, answers and, from five learners on, watched parts of films',
    access: 'user',
    advancedView,
    params: byId,
    reply: z.object({
      steps: z.array(
        z.object({
          step_id: z.uuid(),
          completed: count,
          started: count,
          not_started: count,
          needs_help: count,
          /** Number of learners in each range of scores, in steps of ten percent. */
          scores: z.array(count).length(10).nullable(),
          /** Number of learners who watched each twentieth of the medium. `null` if there are fewer than five learners. */
          heat: z.array(count).length(20).nullable(),
        }),
      ),
      work: z.array(WorkOf),
    }),
  }),
  ofLearner: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/results/{memberId}',
    summary: 'All work of a learner in the assignments of a class',
    access: 'user',
    advancedView,
    params: byId.extend({ memberId: z.uuid() }),
    reply: z.object({
      learner: Learner,
      assignments: z.array(z.object({ id: z.uuid(), title: z.string(), steps: z.array(z.object({ id: z.uuid(), title: z.string() })) })),
      work: z.array(WorkOf),
    }),
  }),
  reviewWork: endpoint({
    method: 'POST',
    path: '/api/v1/assignments/{id}/steps/{stepId}/learners/{memberId}',
    summary: 'Mark a step as done or not done for a learner, comment on it, or settle a request for help; absent fields stay as they are',
    access: 'user',
    advancedView,
    params: byId.extend({ stepId: z.uuid(), memberId: z.uuid() }),
    body: z.object({ done: z.boolean().optional(), comment: text(COMMENT_LENGTH).optional(), helped: z.literal(true).optional() }),
    reply: WorkOf,
  }),
  commentAll: endpoint({
    method: 'POST',
    path: '/api/v1/assignments/{id}/steps/{stepId}/comments',
    summary: 'Send one comment on a step to several learners. Comments they have already stay, unless they are to be replaced',
    access: 'user',
    advancedView,
    params: byId.extend({ stepId: z.uuid() }),
    body: z.object({
      members: z.array(z.uuid()).min(1).max(200),
      comment: text(COMMENT_LENGTH).min(1),
      /** True if existing comments are replaced. */
      replace: z.boolean().default(false),
    }),
    reply: z.object({
      /** Number of learners who received the comment. */
      commented: count,
      /** Number of learners whose existing comment was left unchanged. */
      kept: count,
    }),
  }),
  remind: endpoint({
    method: 'POST',
    path: '/api/v1/assignments/{id}/reminders',
    summary: 'Remind all or chosen learners who have not finished an assignment; each at most once a day',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ members: z.array(z.uuid()).min(1).max(200).optional() }),
    reply: z.object({
      /** Number of learners who were reminded by this call. */
      reminded: count,
      /** Number of learners who had already been reminded today. */
      before: count,
    }),
  }),
  forget: endpoint({
    method: 'DELETE',
    path: '/api/v1/assignments/{id}/results',
    summary: 'Delete all results of an assignment permanently',
    access: 'user',
    advancedView,
    params: byId,
    reply: done,
  }),
};
