import { daysBetween, shiftDay } from '@fundus/contract/days';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { DayCalendar, WEEKS, type Calendar, type Chosen } from './DayCalendar.tsx';
import { mondayOf } from './lending-view.ts';
import { periodWords } from './words.ts';
import './lending.css';

type Props = {
  reply: Calendar;
  /** Monday of the first week that is seen. */
  first: string;
  quantity: number;
  chosen: Chosen;
  choose?: ((chosen: Chosen) => void) | undefined;
  onTurn: (first: string) => void;
};

/** The days of a model, some weeks at a time. */
export function DayPages({ first, onTurn, ...rest }: Props) {
  const { t, locale } = useT();
  const { today, latest } = rest.reply;
  return (
    <>
      <div className="lending-turn">
        <h3>{periodWords(t, first, shiftDay(first, 7 * WEEKS - 1), locale)}</h3>
        <IconButton
          label={t('lending.earlier')}
          icon={<ArrowLeft />}
          disabled={first <= mondayOf(today)}
          onClick={() => onTurn(shiftDay(first, -7 * WEEKS))}
        />
        <IconButton
          label={t('lending.later')}
          icon={<ArrowRight />}
          disabled={first > latest}
          onClick={() => onTurn(shiftDay(first, 7 * WEEKS))}
        />
      </div>
      <DayCalendar first={first} {...rest} />
    </>
  );
}

/** What is chosen, and what is to be chosen next. */
export function ChosenWords({ chosen: { start, end } }: { chosen: Chosen }) {
  const { t, locale } = useT();
  return (
    <p role="status">
      {start === ''
        ? t('lending.chooseStart')
        : end === ''
          ? t('lending.chooseEnd', { day: formatDate(start, 'weekday', locale) })
          : t('lending.chosen', { period: periodWords(t, start, end, locale), count: daysBetween(start, end) + 1 })}
    </p>
  );
}
