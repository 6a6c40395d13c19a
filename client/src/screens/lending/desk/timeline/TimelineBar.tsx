import type { Booking } from '@fundus/contract/lending/desk/timeline';
import type { ReactNode } from 'react';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { loanPeriodText, lessonText } from '../../parts/words.ts';
import { columnsOf, shiftBooking } from './timeline-place.ts';
import type { useBookingDrag } from './use-booking-drag.ts';
import './timeline.css';

const TONES: Partial<Record<Booking['state'], string>> = {
  in_cart: 'quiet',
  requested: 'warn',
  approved: 'good',
  ready: 'good',
  on_loan: 'info',
};

/** First visible day, number of visible days, and today. Overdue loans are drawn until today. */
export type ShownDays = { first: string; count: number; today: string };

/** Returns a function that returns the display name of the borrower of a booking. */
export function useBorrowerName(): (booking: Booking) => string {
  const { t } = useT();
  return ({ borrower, state }) => borrower || t(state === 'in_cart' ? 'lending.line.in_cart' : 'lending.nobody');
}

/** Returns the style and text of a bar that is moved by `shift` days, or `null` if it is outside the visible days. */
function useBar(booking: Booking, { first, count, today }: ShownDays, shift: number) {
  const { t, locale } = useT();
  const name = useBorrowerName()(booking);
  const { start, end } = shiftBooking(booking, shift);
  const place = columnsOf({ start, end: booking.overdue && end < today ? today : end }, first, count);
  if (!place) return null;
  const offered = booking.offered_until !== null;
  const state = booking.overdue
    ? t('lending.desk.overdue')
    : t(offered ? 'lending.timeline.offered' : `lending.timeline.${booking.state as 'approved'}`);
  const offerEnds =
    offered && t('lending.timeline.offered.until', { until: formatDate(new Date(booking.offered_until!), 'berlin', locale) });
  const details = [booking.title, loanPeriodText(t, booking, locale), offerEnds].filter(Boolean);
  return {
    column: `${place.from} / ${place.to}`,
    look: {
      className: 'timeline-bar',
      'data-tone': booking.overdue ? 'bad' : TONES[booking.state],
      'data-offer': offered || undefined,
      title: [name, state, ...details].join(', '),
    },
    text: (
      <>
        <span>{booking.lessons ? `${lessonText(t, booking.lessons)} ${name}` : name}</span> <span className="timeline-state">{state}</span>
        <span className="sr">{`, ${details.join(', ')}`}</span>
      </>
    ),
  };
}

type Props = {
  booking: Booking;
  row: number;
  lane: number;
  shown: ShownDays;
  picked: boolean;
  onPick: (booking: Booking) => void;
  mover: ReturnType<typeof useBookingDrag>;
};

/** Shows a booking as a bar that spans its days. */
export function TimelineBar({ booking, row, lane, shown, picked, onPick, mover }: Props): ReactNode {
  const { moving, take, onKey, end } = mover;
  const bar = useBar(booking, shown, 0);
  if (!bar) return null;
  return (
    <li
      {...bar.look}
      style={{ gridColumn: bar.column, ...(lane > 0 && { gridRow: lane + 1 }) }}
      data-moving={moving?.booking.id === booking.id || undefined}
      data-picked={picked || undefined}
    >
      <button
        type="button"
        id={`booking-${booking.id}`}
        aria-pressed={picked}
        aria-describedby="timeline-how"
        onClick={() => onPick(booking)}
        data-movable={booking.can.move || undefined}
        onPointerDown={booking.can.move ? (event) => take(booking, row, event) : undefined}
        onKeyDown={booking.can.move ? (event) => onKey(booking, row, event) : undefined}
        // Firefox clicks when Space is released, even if the key press was handled.
        onKeyUp={(event) => booking.can.move && event.key === ' ' && event.preventDefault()}
        onBlur={() => moving?.by === 'keys' && end()}
      >
        {bar.text}
      </button>
    </li>
  );
}

/** Shows the target position of a booking that is being moved. */
export function GhostBar({ booking, shift, shown }: { booking: Booking; shift: number; shown: ShownDays }): ReactNode {
  const bar = useBar(booking, shown, shift);
  return (
    bar && (
      <span {...bar.look} aria-hidden="true" style={{ gridColumn: bar.column }} data-ghost>
        {bar.text}
      </span>
    )
  );
}
