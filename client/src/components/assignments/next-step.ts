/** Order in which a learner works on the steps of an assignment. Pure. */
import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import { assignmentHref, stepHref } from './assignment-href.ts';

type Steps = Pick<Assignment, 'contents' | 'can'>;

/**
 * Returns the step after `stepId`: the first unfinished one after it, else the first unfinished one before it. Steps that the learner cannot open are
 * skipped. In an assignment that no longer accepts work, such as a closed one, the next step in order is returned.
 */
export function nextStep({ contents, can }: Steps, stepId: string): Step | undefined {
  const at = contents.findIndex(({ id }) => id === stepId);
  const behind = contents.slice(at + 1).filter(({ open }) => open);
  if (!can.work) return behind[0];
  const before = contents.slice(0, Math.max(0, at)).filter(({ open }) => open);
  return [...behind, ...before].find(({ work }) => work?.state !== 'completed');
}

/** Returns whether a step has its own page: a medium that the learner can open. */
export const hasPage = ({ identifier, item, open }: Pick<Step, 'identifier' | 'item' | 'open'>): boolean =>
  identifier !== null && item !== null && open;

/** Returns the id of the element that shows a step on the page of the assignment. */
export const stepAnchor = (stepId: string): string => `step-${stepId}`;

/** Returns the address of a step: the page of its medium, or the position in the assignment. */
export const stepTargetHref = (one: Pick<Assignment, 'id' | 'class'>, step: Step): string =>
  hasPage(step) ? stepHref(one.class.id, one.id, step) : `${assignmentHref(one.class.id, one.id)}#${stepAnchor(step.id)}`;
