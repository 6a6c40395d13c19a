/** States of waiting list entries, and the periods that match them (docs/behaviour/lending.md#waiting-list). */
import { daysBetween, shiftDay } from '../../days.ts';
import { maxLoanDays, openingDayFrom, type ModelRules, type PointRules } from '../calendar/rules.ts';

export const WAIT_STATES = ['waiting', 'offered', 'accepted', 'declined', 'lapsed', 'cancelled'] as const;
export type WaitState = (typeof WAIT_STATES)[number];
export const WAIT_EVENTS = ['offer', 'accept', 'decline', 'lapse', 'cancel'] as const;
export type WaitEvent = (typeof WAIT_EVENTS)[number];

const WAIT_MOVES: Record<WaitState, Partial<Record<WaitEvent, WaitState>>> = {
  waiting: { offer: 'offered', lapse: 'lapsed', cancel: 'cancelled' },
  offered: { accept: 'accepted', decline: 'declined', lapse: 'lapsed', cancel: 'cancelled' },
  accepted: {},
  declined: {},
  lapsed: {},
  cancelled: {},
};

export const moveWait = (state: WaitState, event: WaitEvent): WaitState | undefined => WAIT_MOVES[state][event];

/** Number of hours for which an offered device is reserved. */
export const OFFER_HOURS = 48;

type Wish = { earliest: string; latest: string; days: number | null };

/** Returns the last day on which a loan for the entry can start. */
export const lastStart = ({ earliest, latest, days }: Wish): string => (days === null ? earliest : shiftDay(latest, 1 - days));

/** Returns the current state of an entry. Entries lapse after the last possible start, and offers after their deadline. */
export function waitStateOn(
  wish: Wish & { state: WaitState; offered_until: Date | null },
  { now, today }: { now: Date; today: string },
): WaitState {
  if (wish.state === 'waiting') return lastStart(wish) < today ? 'lapsed' : 'waiting';
  return wish.state === 'offered' && (wish.offered_until === null || wish.offered_until <= now) ? 'lapsed' : wish.state;
}

/** Yields the periods that match an entry, earliest first. A flexible period is extended to the next opening day. */
export function* fittingPeriods(point: PointRules, model: ModelRules, wish: Wish, from: string): Generator<{ start: string; end: string }> {
  const { earliest, latest, days } = wish;
  if (days === null) {
    if (earliest >= from) yield { start: earliest, end: latest };
    return;
  }
  for (let start = from > earliest ? from : earliest; start <= lastStart(wish); start = shiftDay(start, 1)) {
    const end = openingDayFrom(point, shiftDay(start, days - 1));
    if (end !== null && end <= latest && daysBetween(start, end) + 1 <= maxLoanDays(point, model, start)) yield { start, end };
  }
}
