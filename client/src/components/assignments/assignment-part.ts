import type { AssignmentLine } from '@fundus/contract/assignments/assignments';

/** Section of a list of assignments: for learners by their own progress, for teachers by state. */
export type Part = 'open' | 'running' | 'coming' | 'closed' | 'done' | 'archived';

/** Returns the section in which an assignment is listed. */
export function partOf({ state, own }: Pick<AssignmentLine, 'state' | 'own'>): Part {
  if (state === 'archived' || state === 'closed') return state;
  if (own) return own.state === 'completed' ? 'done' : 'open';
  return state === 'active' ? 'running' : 'coming';
}
