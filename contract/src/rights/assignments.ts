/** Who may ask what of an assignment: one of a class none of the people is in. */
import type { endpoints } from '../endpoints.ts';
import { SIGNED_IN_OR_CODE, UNKNOWN, but, type Right } from './marks.ts';

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], Right>;

/** Administrators see all classes of their school; not in the basic view. */
const TAUGHT = but(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'] });
/** … learners with a code come in at the gate. */
const TAUGHT_OR_CODE = but(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] });

export const ASSIGNMENT_RIGHTS: Of<'assignments'> = {
  change: TAUGHT,
  create: TAUGHT,
  events: TAUGHT,
  exportGrid: TAUGHT,
  forget: TAUGHT,
  grid: TAUGHT,
  judge: TAUGHT,
  list: TAUGHT_OR_CODE,
  move: TAUGHT,
  ofAssignment: TAUGHT,
  ofLearner: TAUGHT,
  own: SIGNED_IN_OR_CODE,
  read: TAUGHT_OR_CODE,
  remove: TAUGHT,
  remind: TAUGHT,
  seen: TAUGHT,
  /** Only learners of the class. */
  report: but(UNKNOWN, { unknown: ['code'] }),
  seenFeedback: but(UNKNOWN, { unknown: ['code'] }),
  units: but(UNKNOWN, { unknown: ['code'] }),
};
