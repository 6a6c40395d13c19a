/** Lending point used in tests of lending rules. */
import type { PointRules } from '../lending/calendar/rules.ts';

/** Returns the rules of a weekday: whether the desk is open and whether orders are processed. */
export const dayOf = (open: boolean, processed = open) => ({ open, processed, words: '' });

/** A lending point that is open from Monday to Friday. */
export const POINT: PointRules = {
  week: [dayOf(true), dayOf(true), dayOf(true), dayOf(true), dayOf(true), dayOf(false), dayOf(false)],
  closures: [
    { from: '2026-04-06', until: '2026-04-10', name: 'Osterferien', processed: false },
    { from: '2026-04-21', until: '2026-04-21', name: 'Fortbildung', processed: true },
  ],
  advance_days: 1,
  horizon_days: 60,
  max_days: 10,
  max_days_on: [],
  buffer_before: 0,
  buffer_after: 0,
  same_day_turnaround: false,
  visits_max: null,
  pickup_grace: 2,
  renewals_max: 2,
  renewal_days: 7,
};
