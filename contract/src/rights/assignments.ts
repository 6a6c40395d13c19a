/** Rights on an assignment of a class that none of the test users belongs to. */
import type { endpoints } from '../endpoints.ts';
import { SIGNED_IN_OR_CODE, UNKNOWN, withMarks, type Right } from './marks.ts';

type Of<D extends keyof typeof endpoints> = Record<keyof (typeof endpoints)[D], Right>;

/** Rights on an assignment of a class: school administrators can see all classes of their school, except in the basic view. */
const TAUGHT = withMarks(UNKNOWN, { in: ['schoolAdmin'], refused: ['basicView'] });
/** Rights like `TAUGHT`, but administrators in the basic view are admitted too, and learner codes get 404. */
const TAUGHT_OR_CODE = withMarks(UNKNOWN, { in: ['schoolAdmin', 'basicView'], unknown: ['code'] });

export const ASSIGNMENT_RIGHTS: Of<'assignments'> = {
  change: TAUGHT,
  commentAll: TAUGHT,
  create: TAUGHT,
  events: TAUGHT,
  exportGrid: TAUGHT,
  forget: TAUGHT,
  grid: TAUGHT,
  reviewWork: TAUGHT,
  list: TAUGHT_OR_CODE,
  move: TAUGHT,
  ofAssignment: TAUGHT,
  ofLearner: TAUGHT,
  own: SIGNED_IN_OR_CODE,
  read: TAUGHT_OR_CODE,
  remove: TAUGHT,
  remind: TAUGHT,
  seen: TAUGHT,
  /** Only learners of the class can report. */
  report: withMarks(UNKNOWN, { unknown: ['code'] }),
  seenFeedback: withMarks(UNKNOWN, { unknown: ['code'] }),
  units: withMarks(UNKNOWN, { unknown: ['code'] }),
};
