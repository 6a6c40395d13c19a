/** Removes results some days after the school year of their class (docs/behaviour/assignments.md#retention). */
import { schoolYearOf } from '@fundus/contract/classes/rules';
import { shiftDay, today } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { removeWorkOfYears } from './work-repository.ts';

/** Removes the results of earlier school years. Idempotent. */
export const sweepResults = (portal: Pick<Portal, 'db' | 'now' | 'config'>): Promise<unknown> => {
  const { schoolYearEnd, resultDays } = portal.config;
  return removeWorkOfYears(portal.db, schoolYearOf(shiftDay(today(portal.now()), -resultDays), schoolYearEnd));
};
