/** Reports a learner's work and writes the reply into the cached assignment. */
import { assignments, type Assignment, type OwnWork, type Report } from '@fundus/contract/assignments/assignments';
import { workState } from '@fundus/contract/assignments/rules';
import type { AppError } from '@fundus/contract/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keyOf } from '../../api/query.ts';
import { readAssignment, sendReport } from './assignment-reads.ts';

/** Returns the assignment with updated work on one step. */
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

/** Returns a function that reports work. Throws `AppError` if the portal returns an error. */
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
        // The assignment was closed or reassigned in the meantime.
        const { code } = error as AppError;
        if (code === 'state_conflict' || code === 'not_found') void client.invalidateQueries({ queryKey: readAssignment(id).queryKey });
        throw error;
      }
    },
    [client, id, stepId],
  );
}
