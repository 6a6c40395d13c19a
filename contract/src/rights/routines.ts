/** Rights on routine tasks. `marks.ts` explains the terms. */
import type { routines } from '../routines/routines.ts';
import { DISTRICT, DISTRICT_UNKNOWN, type Right } from './marks.ts';

export const ROUTINE_RIGHTS: Record<keyof typeof routines, Right> = {
  list: DISTRICT,
  run: DISTRICT_UNKNOWN,
  retryJob: DISTRICT_UNKNOWN,
  retryJobs: DISTRICT_UNKNOWN,
};
