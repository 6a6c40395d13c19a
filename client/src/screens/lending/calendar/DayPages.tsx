import { daysBetween, shiftDay } from '@fundus/contract/days';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { formatDate, formatDays } from '../../../i18n/format.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { DayCalendar, WEEKS, type Calendar, type ChosenDays } from './DayCalendar.tsx';
import { LessonList } from './LessonList.tsx';
import { mondayOf } from '../parts/lending-view.ts';
import { loanPeriodText } from '../parts/words.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import './days.css';

type Props = {
  reply: Calendar;
  /** Monday of the first week shown. */
  first: string;
  quantity: number;
  chosen: ChosenDays;
  choose?: ((chosen: ChosenDays) => void) | undefined;
  onTurn: (first: string) => void;
};

/** Shows the calendar of a model, several weeks at a time, with buttons to turn pages. */
export function DayPages({ first, onTurn, ...rest }: Props) {
  const { t, locale } = useBorrowerTexts();
  const { today, latest } = rest.reply;
  const earlier = shiftDay(first, -7 * WEEKS);
  const earliest = mondayOf(today);
  return (
    <>
      <div className="lending-turn">
        <h3>{formatDays(first, shiftDay(first, 7 * WEEKS - 1), locale, 'long')}</h3>
        <IconButton
          label={t('lending.earlier')}
          icon={<ArrowLeft />}
          disabled={first <= earliest}
          onClick={() => onTurn(earlier < earliest ? earliest : earlier)}
        />
        <IconButton
          label={t('lending.later')}
          icon={<ArrowRight />}
          disabled={first > latest}
          onClick={() => onTurn(shiftDay(first, 7 * WEEKS))}
        />
      </div>
      <DayCalendar first={first} {...rest} />
      {rest.reply.timetable.length > 0 && rest.chosen.start !== '' && <LessonList {...rest} />}
    </>
  );
}

type Choice = { chosen: ChosenDays; byLesson: boolean };

/** Returns whether days and, if necessary, lessons have been chosen. */
export const isChoiceComplete = ({ chosen: { start, end, lessons }, byLesson }: Choice): boolean =>
  start !== '' && end !== '' && (lessons !== null || !byLesson);

/** Shows the chosen period, or what the user must choose next. */
export function ChosenPeriod({ chosen, byLesson }: Choice) {
  const { t, locale } = useBorrowerTexts();
  const { start, end, lessons } = chosen;
  const day = start && formatDate(start, 'weekday', locale);
  if (byLesson)
    return (
      <p role="status">
        {start === ''
          ? t('lending.lessons.chooseDay')
          : lessons === null
            ? t('lending.lessons.chooseFirst', { day })
            : loanPeriodText(t, chosen, locale)}
      </p>
    );
  return (
    <p role="status">
      {start === ''
        ? t('lending.chooseStart')
        : end === ''
          ? t('lending.chooseEnd', { day })
          : t('lending.chosen', { period: formatDays(start, end, locale), count: daysBetween(start, end) + 1 })}
    </p>
  );
}
