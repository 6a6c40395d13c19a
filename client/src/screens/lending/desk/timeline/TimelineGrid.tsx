import type { Reply } from '@fundus/contract/endpoint';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { dateLocale } from '@fundus/contract/locale';
import { lendingTimeline, type Booking } from '@fundus/contract/lending/desk/timeline';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';
import { useCall } from '../../../../api/query.ts';
import { useT } from '../../../../i18n/translate.ts';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import { shiftBooking, type GridRow } from './timeline-place.ts';
import { useBorrowerName } from './TimelineBar.tsx';
import { TimelineDeviceRow } from './TimelineDeviceRow.tsx';
import { useBookingDrag, type BookingMove } from './use-booking-drag.ts';
import { periodText, refusalText } from '../../parts/words.ts';
import './timeline.css';

type Timeline = Reply<typeof lendingTimeline.timeline>;

type Props = {
  data: Timeline;
  /** ID of the booking whose details are shown, or `null`. */
  picked: string | null;
  onPick: (booking: Booking) => void;
};

/** Shows devices as rows, grouped by model, and days as columns. A moved booking stays in place until the server accepts the move. */
export function TimelineGrid({ data, picked, onPick }: Props) {
  const { t, locale } = useT();
  const grid = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const move = useCall(lendingTimeline.moveBooking, { refreshes: [lendingTimeline.timeline, lendingDesk.desk] });
  const { days } = data;
  const items: GridRow[] = data.items.flatMap(({ id, rows }) => rows.map((row) => ({ ...row, model: id })));
  const from = data.items.map((_, i) => data.items.slice(0, i).reduce((sum, { rows }) => sum + rows.length, 0));
  const nameOf = useBorrowerName();
  useToday(grid, days[0]!.date, days.length);
  const placeWords = ({ booking, row, shift }: BookingMove): string => {
    const { start, end } = shiftBooking(booking, shift);
    return t('lending.timeline.place', { code: items[row]!.code, period: periodText(t, start, end, locale) });
  };
  const drop = (moved: BookingMove): void => {
    const { booking, row, shift } = moved;
    const item = items[row]!;
    if (shift === 0 && item.bookings.some(({ id }) => id === booking.id)) return setSaid(t('lending.timeline.left'));
    move.mutate(
      { params: { id: booking.id }, body: { item: item.id, ...shiftBooking(booking, shift) } },
      {
        onSuccess: () => setSaid(t('lending.timeline.moved', { place: placeWords(moved), name: nameOf(booking) })),
        onError: (error) => setSaid(`${t('lending.timeline.refused')} ${refusalText(t, error, locale)}`),
      },
    );
  };
  const mover = useBookingDrag({
    ...{ rows: items, grid, days: days.length, onDrop: drop },
    onStep: (to) => setSaid(placeWords(to)),
    onLeave: () => setSaid(t('lending.timeline.left')),
  });
  return (
    <>
      <p id="timeline-how" className="small-print timeline-how">
        {t('lending.timeline.how')}
      </p>
      <p className="sr" role="status" aria-live="assertive">
        {said}
      </p>
      <FormProblem>{move.error && refusalText(t, move.error, locale)}</FormProblem>
      {/* Must be focusable so that it can be scrolled sideways with the keyboard. */}
      <div
        ref={grid}
        className="timeline"
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('lending.timeline.all')}
        style={{ '--days': days.length } as object}
      >
        <DayHeads days={days} today={data.today} />
        {data.items.map(({ id, name, category, rows }, nth) => (
          <Fragment key={id}>
            <h3 className="timeline-model">
              <span>
                {name} <span className="small-print">{category}</span>
              </span>
            </h3>
            {rows.length === 0 && <p className="timeline-empty small-print">{t('lending.timeline.noDevices')}</p>}
            {rows.map((_, i) => (
              <TimelineDeviceRow
                key={rows[i]!.id}
                item={items[from[nth]! + i]!}
                row={from[nth]! + i}
                {...{ data, picked, onPick, mover }}
              />
            ))}
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** Shows the dates above the rows. */
function DayHeads({ days, today }: { days: Timeline['days']; today: string }) {
  const { locale } = useT();
  const weekday = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'short', timeZone: 'UTC' });
  const dayOfMonth = new Intl.DateTimeFormat(dateLocale(locale), { day: 'numeric', timeZone: 'UTC' });
  return (
    <div className="timeline-head" aria-hidden="true">
      <span />
      <div className="timeline-days">
        {days.map(({ date, open }) => (
          <span key={date} data-closed={!open || undefined} data-today={date === today || undefined}>
            {weekday.format(new Date(date))}
            <strong>{dayOfMonth.format(new Date(date))}</strong>
          </span>
        ))}
      </div>
    </div>
  );
}

/** Scrolls to today when the visible days change, because a month is wider than a phone screen. */
function useToday(grid: RefObject<HTMLDivElement | null>, first: string, count: number): void {
  useEffect(() => {
    const box = grid.current;
    const cell = box?.querySelector<HTMLElement>('.timeline-days [data-today]');
    if (box && cell) box.scrollLeft = Math.max(0, cell.offsetLeft - cell.offsetWidth);
  }, [grid, first, count]);
}
