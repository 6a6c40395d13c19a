import type { Calendar } from '../calendar/DayCalendar.tsx';

/** Returns whether fewer devices than wanted are free on a day that is otherwise open, so that waiting makes sense. */
export const mayLack = ({ days, today: now }: Calendar, quantity: number): boolean =>
  days.some(({ date, free, start_blocked }) => date >= now && free < quantity && start_blocked.every((reason) => reason === 'none_free'));
