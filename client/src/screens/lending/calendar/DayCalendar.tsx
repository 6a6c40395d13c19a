import { daysBetween, shiftDay } from '@fundus/contract/days';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { CalendarDay } from '@fundus/contract/lending/calendar/calendar';
import type { lending } from '@fundus/contract/lending/lending';
import type { Reply } from '@fundus/contract/endpoint';
import { formatDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { dateLocale } from '@fundus/contract/locale';
import { useBorrowerWords } from '../parts/use-borrower-words.ts';
import '../parts/lending.css';

/** Weeks seen at once. */
export const WEEKS = 5;
/** Days beyond those that are seen, so that a loan may end on the next page. */
export const AHEAD = 56;

/** First and last day of a loan; empty: not chosen yet. By lessons both are one day, and lessons are chosen with it. */
export type Chosen = { start: string; end: string; lessons: Lessons | null };
export const NOTHING: Chosen = { start: '', end: '', lessons: null };
export type Calendar = Reply<typeof lending.calendar>;

/** What is said of a day, and whether it may be chosen next. */
type Said = { words: string; can: boolean };

function sayOf(t: Translate, day: CalendarDay, { reply, chosen, quantity }: { reply: Calendar; chosen: Chosen; quantity: number }): Said {
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
  // Whoever brings it back by noon needs it until the day before.
  const around = reply.same_day && ends && day.date > start;
  if (day.free < quantity && !around) return { words: t('lending.day.few', { count: day.free }), can: false };
  const most = reply.days.find(({ date }) => date === start)?.max_days ?? reply.max_days;
  if (ends && daysBetween(start, day.date) + 1 > most) return { words: t('lending.day.too_long'), can: false };
  if (ends && reply.days.some(({ date, free }) => date >= start && (around ? date < day.date : date <= day.date) && free < quantity))
    return { words: t('lending.day.between'), can: false };
  return { words: t('lending.day.free', { count: day.free }), can: true };
}

const isIn = ({ start, end }: Chosen, date: string): boolean =>
  start !== '' && (end === '' ? date === start : start <= date && date <= end);

type Props = {
  reply: Calendar;
  first: string;
  quantity: number;
  chosen: Chosen;
  /** Absent for whoever looks only. */
  choose?: ((chosen: Chosen) => void) | undefined;
};

/** What a day is of the loan that is chosen by days; null: nothing. */
function roleOf(t: Translate, chosen: Chosen, date: string): string | null {
  if (date === chosen.start) return t('lending.day.pickUp');
  if (date === chosen.end) return t('lending.day.return');
  return isIn(chosen, date) ? t('lending.day.yours') : null;
}

/** Weeks of days. Each says how many are free, or why it does not do; those that do are buttons. */
export function DayCalendar({ reply, first, quantity, chosen, choose }: Props) {
  const { t, locale } = useBorrowerWords();
  const last = shiftDay(first, 7 * WEEKS - 1);
  const days = reply.days.filter(({ date }) => date >= first && date <= last);
  const week = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'short', timeZone: 'UTC' });
  const short = new Intl.DateTimeFormat(dateLocale(locale), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const byLesson = reply.timetable.length > 0;
  const pick = (date: string): void => {
    if (byLesson) return choose?.({ start: date, end: date, lessons: null });
    const isEnd = chosen.start !== '' && chosen.end === '' && date >= chosen.start;
    choose?.(isEnd ? { ...chosen, end: date } : { ...NOTHING, start: date });
  };
  return (
    <>
      {reply.withheld > 0 && <p className="small-print">{t('lending.calendar.withheld', { count: reply.withheld })}</p>}
      <div className="lending-weekdays" aria-hidden="true">
        {days.slice(0, 7).map(({ date }) => (
          <span key={date}>{week.format(new Date(date))}</span>
        ))}
      </div>
      <ol className="lending-days" aria-label={t('lending.calendar')}>
        {days.map((day) => {
          const { words, can } = sayOf(t, day, { reply, chosen, quantity });
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
    </>
  );
}
