import type { Reply } from '@fundus/contract/endpoint';
import type { Booking, lendingTimeline, TimelineRow } from '@fundus/contract/lending/desk/timeline';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { lanesOf, type GridRow } from './timeline-place.ts';
import { GhostBar, TimelineBar } from './TimelineBar.tsx';
import type { useBookingDrag } from './use-booking-drag.ts';
import './timeline.css';

type Props = {
  item: GridRow;
  row: number;
  data: Pick<Reply<typeof lendingTimeline.timeline>, 'days' | 'today'>;
  /** ID of the booking whose details are shown, or `null`. */
  picked: string | null;
  onPick: (booking: Booking) => void;
  mover: ReturnType<typeof useBookingDrag>;
};

/** Shows a device with its bookings. Bookings that share a day are drawn in separate lanes. */
export function TimelineDeviceRow({ item, row, data: { days, today }, picked, onPick, mover }: Props) {
  const { t } = useT();
  const { moving } = mover;
  const shown = { first: days[0]!.date, count: days.length, today };
  // Overdue loans are drawn until today.
  const lanes = lanesOf(item.bookings.map(({ overdue, end, ...rest }) => ({ ...rest, end: overdue && end < today ? today : end })));
  return (
    <div className="timeline-row">
      <span className="timeline-code">
        <strong>{item.code}</strong>
        <DeviceState item={item} today={today} />
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
            data-today={date === today || undefined}
          />
        ))}
        {item.bookings.length > 0 && (
          <ol className="timeline-bars" aria-label={t('lending.timeline.row', { code: item.code })}>
            {item.bookings.map((booking, i) => (
              <TimelineBar
                key={booking.id}
                {...{ booking, row, shown, onPick, mover }}
                lane={lanes[i] ?? 0}
                picked={picked === booking.id}
              />
            ))}
          </ol>
        )}
        {moving?.row === row && (moving.shift !== 0 || !item.bookings.some(({ id }) => id === moving.booking.id)) && (
          <div className="timeline-bars">
            <GhostBar booking={moving.booking} shift={moving.shift} shown={shown} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Shows whether a device is on its shelf, away until a day, or not lendable. */
function DeviceState({ item: { state, not_lendable, away_until, shelf }, today }: { item: TimelineRow; today: string }) {
  const { t, locale } = useT();
  const words =
    state === 'available' && not_lendable
      ? t('lending.item.not_lendable')
      : away_until && away_until > today
        ? t('lending.item.away', { state: t(`lending.item.${state}`), day: formatDate(away_until, 'short', locale) })
        : state === 'available'
          ? shelf && t('lending.inShelf', { shelf })
          : t(`lending.item.${state}`);
  return words ? <span className="small-print">{words}</span> : null;
}
