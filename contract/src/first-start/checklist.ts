/** Checklist for a new district (docs/behaviour/first-start.md#checklist). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { count } from '../fields.ts';
import { CHECKLIST_ROWS, SKIPPABLE_ROWS, type ChecklistRow, type SkippableRow } from './steps.ts';

export { SKIPPABLE_ROWS, type ChecklistRow, type SkippableRow };

const administrator = { access: 'districtAdmin' } as const;
const row = z.object({ row: z.enum(SKIPPABLE_ROWS) });

export const Checklist = z.object({
  /** True if an administrator has hidden the checklist, which is possible once no row is open. */
  hidden: z.boolean(),
  /** ID of the first school that has no administrator, or `null`. */
  school: z.string().nullable(),
  rows: z.array(
    z.object({
      row: z.enum(CHECKLIST_ROWS),
      state: z.enum(['open', 'done', 'skipped']),
      count,
    }),
  ),
});
export type Checklist = z.output<typeof Checklist>;

export const checklist = {
  read: endpoint({
    method: 'GET',
    path: '/api/v1/first-start/checklist',
    summary: 'Completed and open setup tasks of the district',
    ...administrator,
    reply: Checklist,
  }),
  skip: endpoint({
    method: 'PUT',
    path: '/api/v1/first-start/checklist/{row}',
    summary: 'Dismiss a row of the checklist, or restore it',
    ...administrator,
    params: row,
    body: z.object({ skipped: z.boolean() }),
    reply: Checklist,
  }),
  hide: endpoint({
    method: 'POST',
    path: '/api/v1/first-start/checklist/hide',
    summary: 'Hide the checklist; `state_conflict` while a row is open',
    ...administrator,
    body: z.object({}),
    reply: done,
  }),
};
