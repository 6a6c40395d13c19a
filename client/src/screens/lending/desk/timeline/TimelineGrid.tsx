import type { Reply } from '@fundus/contract/endpoint';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { dateLocale } from '@fundus/contract/locale';
import { lendingTimeline, type Booking, type TimelineRow } from '@fundus/contract/lending/desk/timeline';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';
import { useCall } from '../../../../api/query.ts';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import { columnsOf, daysAt, lanesOf, type GridRow } from './timeline-place.ts';
import { useMoving, type Moving } from './use-moving.ts';
import { lentWords, lessonWords, periodWords, refusalWords } from '../../parts/words.ts';
import './timeline.css';

const TONES: Partial<Record<Booking['state'], string>> = {
  in_cart: 'quiet',
  requested: 'warn',
  approved: 'good',
  ready: 'good',
  on_loan: 'info',
};

type Props = {
  data: Reply<typeof lendingTimeline.timeline>;
  /** ID of the booking whose details are shown, or `null`. */
  picked: string | null;
  onPick: (booking: Booking) => void;
};

/** Shows devices by model as rows and days as columns. A moved booking stays in place until the server accepts; its target is a ghost. */
export function TimelineGrid({ data, picked, onPick }: Props) {
  const { t, locale } = useT();
  const grid = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const move = useCall(lendingTimeline.moveBooking, { refreshes: [lendingTimeline.timeline, lendingDesk.desk] });
  const { days } = data;
  const items: GridRow[] = data.items.flatMap(({ id, rows }) => rows.map((row) => ({ ...row, model: id })));
  const from = data.items.map((_, i) => data.items.slice(0, i).reduce((sum, { rows }) => sum + rows.length, 0));
  const first = days[0]!.date;
  const nameOf = (booking: Booking): string =>
    booking.borrower || t(booking.state === 'in_cart' ? 'lending.line.in_cart' : 'lending.nobody');
  useToday(grid, days[0]!.date, days.length);
  const placeWords = ({ booking, row, shift }: Moving): string => {
    const { start, end } = daysAt(booking, shift);
    return t('lending.timeline.place', { code: items[row]!.code, period: periodWords(t, start, end, locale) });
  };
  const drop = (moved: Moving): void => {
    const { booking, row, shift } = moved;
    const item = items[row]!;
    if (shift === 0 && item.bookings.some(({ id }) => id === booking.id)) return setSaid(t('lending.timeline.left'));
    move.mutate(
      { params: { id: booking.id }, body: { item: item.id, ...daysAt(booking, shift) } },
      {
        onSuccess: () => setSaid(t('lending.timeline.moved', { place: placeWords(moved), name: nameOf(booking) })),
        onError: (error) => setSaid(`${t('lending.timeline.refused')} ${refusalWords(t, error, locale)}`),
      },
    );
  };
  const { moving, take, onKey, end } = useMoving({
    ...{ rows: items, grid, days: days.length, onDrop: drop },
    onStep: (to) => setSaid(placeWords(to)),
    onLeave: () => setSaid(t('lending.timeline.left')),
  });
  const weekday = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'short', timeZone: 'UTC' });
  const dayOfMonth = new Intl.DateTimeFormat(dateLocale(locale), { day: 'numeric', timeZone: 'UTC' });
  const barOf = (booking: Booking, row: number, ghost: boolean, lane = 0) => {
    const { start, end: last } = daysAt(booking, ghost && moving ? moving.shift : 0);
    const place = columnsOf({ start, end: booking.overdue && last < data.today ? data.today : last }, first, days.length);
    if (!place) return null;
    const offered = booking.offered_until !== null;
    const words = booking.overdue
      ? t('lending.desk.overdue')
      : t(offered ? 'lending.timeline.offered' : `lending.timeline.${booking.state as 'approved'}`);
    const period = lentWords(t, booking, locale);
    const offerEnds =
      offered && t('lending.timeline.offered.until', { until: formatDate(new Date(booking.offered_until!), 'berlin', locale) });
    const shared = {
      className: 'timeline-bar',
      style: { gridColumn: `${place.from} / ${place.to}`, ...(lane > 0 && { gridRow: lane + 1 }) },
      'data-tone': booking.overdue ? 'bad' : TONES[booking.state],
      'data-ghost': ghost || undefined,
      'data-offer': offered || undefined,
      title: [nameOf(booking), words, booking.title, period, offerEnds].filter(Boolean).join(', '),
    };
    const body = (
      <>
        <span>{booking.lessons ? `${lessonWords(t, booking.lessons)} ${nameOf(booking)}` : nameOf(booking)}</span>{' '}
        <span className="timeline-state">{words}</span>
        <span className="sr">{`, ${[booking.title, period, offerEnds].filter(Boolean).join(', ')}`}</span>
      </>
    );
    if (ghost)
      return (
        <span key="ghost" aria-hidden="true" {...shared}>
          {body}
        </span>
      );
    return (
      <li
        key={booking.id}
        {...shared}
        data-moving={moving?.booking.id === booking.id || undefined}
        data-picked={picked === booking.id || undefined}
      >
        <button
          type="button"
          id={`booking-${booking.id}`}
          aria-pressed={picked === booking.id}
          aria-describedby="timeline-how"
          onClick={() => onPick(booking)}
          data-movable={booking.can.move || undefined}
          onPointerDown={booking.can.move ? (event) => take(booking, row, event) : undefined}
          onKeyDown={booking.can.move ? (event) => onKey(booking, row, event) : undefined}
          // Firefox clicks when Space is released, although the key was handled when it was pressed.
          onKeyUp={(event) => booking.can.move && event.key === ' ' && event.preventDefault()}
          onBlur={() => moving?.by === 'keys' && end()}
        >
          {body}
        </button>
      </li>
    );
  };
  const rowOf = (item: GridRow, row: number) => {
    // Overdue loans are drawn until today.
    const drawn = item.bookings.map(({ overdue, end: last, ...rest }) => ({
      ...rest,
      end: overdue && last < data.today ? data.today : last,
    }));
    const lanes = lanesOf(drawn);
    return (
      <div className="timeline-row">
        <span className="timeline-code">
          <strong>{item.code}</strong>
          <RowState item={item} />
        </span>
        <div
          className="timeline-track"
          data-row={row}
          data-target={(moving?.row === row && moving.by === 'pointer') || undefined}
          style={{ '--lanes': Math.max(1, ...lanes.map((lane) => lane + 1)) } as object}
        >
          {days.map(({ date, open }, i) => (
            <span
              key={date}
              className="timeline-cell"
              aria-hidden="true"
              style={{ gridColumn: i + 1 }}
              data-closed={!open || undefined}
              data-today={date === data.today || undefined}
            />
          ))}
          {item.bookings.length > 0 && (
            <ol className="timeline-bars" aria-label={t('lending.timeline.row', { code: item.code })}>
              {item.bookings.map((booking, i) => barOf(booking, row, false, lanes[i]))}
            </ol>
          )}
          {moving?.row === row && (moving.shift !== 0 || !item.bookings.some(({ id }) => id === moving.booking.id)) && (
            <div className="timeline-bars">{barOf(moving.booking, row, true)}</div>
          )}
        </div>
      </div>
    );
  };
  return (
    <>
      <p id="timeline-how" className="small-print">
        {t('lending.timeline.how')}
      </p>
      <p className="sr" role="status" aria-live="assertive">
        {said}
      </p>
      <FormProblem>{move.error && refusalWords(t, move.error, locale)}</FormProblem>
      {/* Focusable, so that the keyboard can scroll it sideways. */}
      <div
        ref={grid}
        className="timeline"
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('lending.timeline.all')}
        style={{ '--days': days.length } as object}
      >
        <div className="timeline-head" aria-hidden="true">
          <span />
          <div className="timeline-days">
            {days.map(({ date, open }) => (
              <span key={date} data-closed={!open || undefined} data-today={date === data.today || undefined}>
                {weekday.format(new Date(date))}
                <strong>{dayOfMonth.format(new Date(date))}</strong>
              </span>
            ))}
          </div>
        </div>
        {data.items.map(({ id, name, category, rows }, nth) => (
          <Fragment key={id}>
            <h3 className="timeline-model">
              <span>
                {name} <span className="small-print">{category}</span>
              </span>
            </h3>
            {rows.length === 0 && <p className="timeline-empty small-print">{t('lending.timeline.noDevices')}</p>}
            {rows.map((_, i) => (
              <Fragment key={rows[i]!.id}>{rowOf(items[from[nth]! + i]!, from[nth]! + i)}</Fragment>
            ))}
          </Fragment>
        ))}
      </div>
    </>
  );

  function RowState({ item }: { item: TimelineRow }) {
    const { state, not_lendable, away_until, shelf } = item;
    const words =
      state === 'available' && not_lendable
        ? t('lending.item.not_lendable')
        : away_until && away_until > data.today
          ? t('lending.item.away', { state: t(`lending.item.${state}`), day: formatDate(away_until, 'short', locale) })
          : state === 'available'
            ? shelf && t('lending.inShelf', { shelf })
            : t(`lending.item.${state}`);
    return words ? <span className="small-print">{words}</span> : null;
  }
}

/** Scrolls to today when the days change, because a month is wider than a phone. */
function useToday(grid: RefObject<HTMLDivElement | null>, first: string, count: number): void {
  useEffect(() => {
    const box = grid.current;
    const cell = box?.querySelector<HTMLElement>('.timeline-days [data-today]');
    if (box && cell) box.scrollLeft = Math.max(0, cell.offsetLeft - cell.offsetWidth);
  }, [grid, first, count]);
}
