/** Tells the portal what a learner did of a step; what it answers stands on the page at once. */
import { assignments, type Assignment, type OwnWork, type Report } from '@fundus/contract/assignments/assignments';
import { workState } from '@fundus/contract/assignments/rules';
import type { AppError } from '@fundus/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keyOf } from '../../api/query.ts';
import { readAssignment, sendReport } from './assignment-reads.ts';

/** What was done of one step, put into the assignment as it is known. */
export function withWork(one: Assignment | undefined, stepId: string, work: OwnWork): Assignment | undefined {
  if (!one?.own) return one;
  const contents = one.contents.map((step) => (step.id === stepId ? { ...step, work } : step));
  const states = contents.map((step) => step.work?.state ?? 'not_started');
  const completed = states.filter((state) => state === 'completed').length;
  const late = contents.some((step) => step.work?.late);
  const unread = contents.filter((step) => step.work?.unread).length;
  return { ...one, contents, own: { state: workState(states), completed, late, unread } };
}

export type SendReport = (report: Report) => Promise<OwnWork>;

/** Throws `AppError` where the portal refuses it. */
export function useReport(id: string, stepId: string): SendReport {
  const client = useQueryClient();
  return useCallback(
    async (body) => {
      try {
        const work = await sendReport(id, stepId, body);
        client.setQueryData(readAssignment(id).queryKey, (one) => withWork(one, stepId, work));
        for (const read of [assignments.list, assignments.own]) void client.invalidateQueries({ queryKey: keyOf(read) });
        return work;
      } catch (error) {
        // It was ended, or given to somebody else, while it was open here.
        const { code } = error as AppError;
        if (code === 'state_conflict' || code === 'not_found') void client.invalidateQueries({ queryKey: readAssignment(id).queryKey });
        throw error;
      }
    },
    [client, id, stepId],
  );
}
