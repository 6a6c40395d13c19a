import type { Calendar } from '../calendar/DayCalendar.tsx';

/** Returns whether fewer devices than requested are free on a future opening day, so that the waiting list can help. */
export const canRunShort = ({ days, today: now }: Calendar, quantity: number): boolean =>
  days.some(({ date, free, start_blocked }) => date >= now && free < quantity && start_blocked.every((reason) => reason === 'none_free'));
