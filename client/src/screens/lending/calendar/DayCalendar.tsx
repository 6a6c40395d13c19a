import { daysBetween, shiftDay } from '@fundus/contract/days';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { CalendarDay } from '@fundus/contract/lending/calendar/calendar';
import type { lending } from '@fundus/contract/lending/lending';
import type { Reply } from '@fundus/contract/endpoint';
import { formatDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { dateLocale } from '@fundus/contract/locale';
import { usePhone } from '../../../ui/use-width.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import './days.css';

/** Number of weeks shown at a time. */
export const WEEKS = 5;
/** Number of days loaded beyond the shown weeks, because a loan may end there. */
export const LOOKAHEAD_DAYS = 56;

/** First and last day of a loan, empty until chosen. At lending points with lessons, both are the same day, and lessons must be chosen too. */
export type ChosenDays = { start: string; end: string; lessons: Lessons | null };
export const NO_PERIOD: ChosenDays = { start: '', end: '', lessons: null };
export type Calendar = Reply<typeof lending.calendar>;

/** Label of a day, and whether it can be chosen next. */
type DayLabel = { words: string; can: boolean };

function describeDay(
  t: Translate,
  day: CalendarDay,
  { reply, chosen, quantity }: { reply: Calendar; chosen: ChosenDays; quantity: number },
): DayLabel {
  const { start, end } = chosen;
  const byLesson = reply.timetable.length > 0;
  const ends = !byLesson && start !== '' && end === '' && day.date >= start;
  if (byLesson && day.lessons.every(({ over }) => over))
    return { words: t(day.date < reply.today ? 'lending.day.past' : 'lending.lessons.over'), can: false };
  const [reason] = ends ? day.end_blocked : day.start_blocked;
  if (reason === 'closure') return { words: day.closure, can: false };
  if (reason) return { words: t(day.date < reply.today ? 'lending.day.past' : `lending.day.${reason}`), can: false };
  if (byLesson) {
    const count = day.lessons.filter(({ free, over }) => !over && free >= quantity).length;
    return count > 0
      ? { words: t('lending.lessons.free', { count }), can: true }
      : { words: t('lending.day.few', { count: day.free }), can: false };
  }
  // A device that is returned by noon is needed only until the day before.
  const around = reply.same_day && ends && day.date > start;
  if (day.free < quantity && !around) return { words: t('lending.day.few', { count: day.free }), can: false };
  const most = reply.days.find(({ date }) => date === start)?.max_days ?? reply.max_days;
  if (ends && daysBetween(start, day.date) + 1 > most) return { words: t('lending.day.too_long'), can: false };
  if (ends && reply.days.some(({ date, free }) => date >= start && (around ? date < day.date : date <= day.date) && free < quantity))
    return { words: t('lending.day.between'), can: false };
  return { words: t('lending.day.free', { count: day.free }), can: true };
}

const isIn = ({ start, end }: ChosenDays, date: string): boolean =>
  start !== '' && (end === '' ? date === start : start <= date && date <= end);

type Props = {
  reply: Calendar;
  first: string;
  quantity: number;
  chosen: ChosenDays;
  /** Called with a new selection. Missing if the user may not borrow. */
  choose?: ((chosen: ChosenDays) => void) | undefined;
};

/** Returns the label of a day within the chosen period, or `null` for any other day. */
function roleOf(t: Translate, chosen: ChosenDays, date: string): string | null {
  if (date === chosen.start) return t('lending.day.pickUp');
  if (date === chosen.end) return t('lending.day.return');
  return isIn(chosen, date) ? t('lending.day.yours') : null;
}

/** Shows the days of several weeks with the number of free devices, or the reason why a day cannot be chosen. Days that can be chosen are buttons. */
export function DayCalendar({ reply, first, quantity, chosen, choose }: Props) {
  const { t, locale } = useBorrowerTexts();
  const last = shiftDay(first, 7 * WEEKS - 1);
  const days = reply.days.filter(({ date }) => date >= first && date <= last);
  const week = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'short', timeZone: 'UTC' });
  const phone = usePhone();
  const byLesson = reply.timetable.length > 0;
  // Seven columns on a phone have no room for the name of a month.
  const month = phone && !byLesson ? 'numeric' : 'short';
  const short = new Intl.DateTimeFormat(dateLocale(locale), { day: 'numeric', month, timeZone: 'UTC' });
  const pick = (date: string): void => {
    if (byLesson) return choose?.({ start: date, end: date, lessons: null });
    const isEnd = chosen.start !== '' && chosen.end === '' && date >= chosen.start;
    choose?.(isEnd ? { ...chosen, end: date } : { ...NO_PERIOD, start: date });
  };
  return (
    <>
      {reply.withheld > 0 && <p className="small-print">{t('lending.calendar.withheld', { count: reply.withheld })}</p>}
      <div className="lending-weekdays" data-whole={!byLesson || undefined} aria-hidden="true">
        {days.slice(0, 7).map(({ date }) => (
          <span key={date}>{week.format(new Date(date))}</span>
        ))}
      </div>
      <ol className="lending-days" data-whole={!byLesson || undefined} aria-label={t('lending.calendar')}>
        {days.map((day) => {
          const { words, can } = describeDay(t, day, { reply, chosen, quantity });
          const inside = isIn(chosen, day.date);
          const body = (
            <>
              <span className="lending-date" aria-hidden="true">
                <span className="lending-date-week">{week.format(new Date(day.date))} </span>
                {short.format(new Date(day.date))}
              </span>
              <span className="sr">{formatDate(day.date, 'weekday', locale)}: </span>
              <span className="lending-say">{(byLesson ? null : roleOf(t, chosen, day.date)) ?? words}</span>
            </>
          );
          return (
            <li key={day.date} data-chosen={inside || undefined} data-free={(can && !inside) || undefined}>
              {can && choose ? (
                <button type="button" aria-pressed={inside} onClick={() => pick(day.date)}>
                  {body}
                </button>
              ) : (
                <span>{body}</span>
              )}
            </li>
          );
        })}
      </ol>
      {!byLesson && <p className="small-print lending-legend">{t('lending.calendar.legend')}</p>}
    </>
  );
}
