import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import type { Calendar, ChosenDays } from './DayCalendar.tsx';
import './days.css';

type Props = { reply: Calendar; quantity: number; chosen: ChosenDays; choose?: ((chosen: ChosenDays) => void) | undefined };

/**
 * Shows the lessons of the chosen day with the number of free devices. The first click sets the start, and a click on a later lesson sets the end.
 */
export function LessonList({ reply, quantity, chosen, choose }: Props) {
  const { t, locale } = useT();
  const { start, lessons } = chosen;
  const list = useRef<HTMLOListElement>(null);
  // On a phone the list of days is long, so the lessons are scrolled into view. The braces keep the promise that newer browsers return
  // from becoming the cleanup function of the effect.
  useEffect(() => {
    list.current?.scrollIntoView?.({ block: 'nearest' });
  }, [start]);
  const day = reply.days.find(({ date }) => date === start);
  if (!day) return null;
  const can = (nth: number): boolean => {
    const lesson = day.lessons[nth - 1]!;
    return !lesson.over && lesson.free >= quantity;
  };
  /**
   * Returns the selection extended to lesson `nth` if all lessons up to it are free. Otherwise returns a new selection that contains only that
   * lesson.
   */
  const after = (nth: number): Lessons => {
    const first = lessons && lessons.first === lessons.last && nth > lessons.first ? lessons.first : nth;
    const all = Array.from({ length: nth - first + 1 }, (_, i) => first + i);
    return { first: all.length <= reply.max_lessons && all.every(can) ? first : nth, last: nth };
  };
  const wordsOf = ({ free, over }: Calendar['days'][number]['lessons'][number], inside: boolean): string => {
    if (inside) return t('lending.day.yours');
    if (over) return t('lending.lessons.over');
    if (free === 0) return t('lending.day.none_free');
    return t(free < quantity ? 'lending.day.few' : 'lending.day.free', { count: free });
  };
  const name = t('lending.lessons.of', { day: formatDate(start, 'weekday', locale) });
  return (
    <>
      <h3 className="lending-lessons-of">{name}</h3>
      <ol ref={list} className="lending-days lending-lessons" aria-label={name}>
        {day.lessons.map((one) => {
          const { lesson } = one;
          const { begin, end } = reply.timetable[lesson - 1]!;
          const inside = lessons !== null && lessons.first <= lesson && lesson <= lessons.last;
          const body = (
            <>
              <span className="lending-date">{t('lending.lessons.nth', { count: lesson })}</span>
              <span>{`${begin}–${end}`}</span>
              <span className="lending-say">{wordsOf(one, inside)}</span>
            </>
          );
          return (
            <li key={lesson} data-chosen={inside || undefined} data-free={(can(lesson) && !inside) || undefined}>
              {can(lesson) && choose ? (
                <button type="button" aria-pressed={inside} onClick={() => choose({ ...chosen, lessons: after(lesson) })}>
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
