import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Failed } from '../../../../components/page/Failed.tsx';
import { formatDate } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { IconButton } from '../../../../ui/Button.tsx';
import { Link } from '../../../../ui/Link.tsx';
import { PlaceholderLines } from '../../../../ui/Skeleton.tsx';
import { deviceHref } from '../../parts/desk-href.ts';
import { loanPeriodText, periodText } from '../../parts/words.ts';
import { boardQuery } from '../board-query.ts';
import { DeskOrder } from '../DeskOrder.tsx';
import type { PickedBooking } from './timeline-place.ts';
import '../../parts/lending.css';
import './timeline.css';

type Props = { picked: PickedBooking; onClose: () => void };

/** Shows the device and period of a booking, and its order with the actions of the desk. The owner of a cart is not shown. */
export function TimelineDetail({ picked, onClose }: Props) {
  const { t, locale } = useT();
  const { booking, item, model } = picked;
  const { id, borrower, busy, start, end, offered_until, order_id } = booking;
  const ordered = booking.state !== 'in_cart';
  const order = useQuery({ ...boardQuery(lendingDesk.deskOrder, { params: { id: order_id } }), enabled: ordered });
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The open panel makes the grid narrower, so the booking may have moved out of view.
    document.getElementById(`booking-${id}`)?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    head.current?.focus({ preventScroll: true });
    // On a wide screen the panel is next to the calendar and usually visible, so it scrolls only if necessary.
    head.current?.scrollIntoView?.({ block: matchMedia('(width >= 72rem)').matches ? 'nearest' : 'start' });
  }, [id]);
  const buffered = booking.lessons === null && (busy.from < start || busy.until > end);
  return (
    <aside className="timeline-detail" aria-labelledby="timeline-detail">
      <div className="timeline-detail-head">
        <h3 id="timeline-detail" ref={head} tabIndex={-1}>
          {model} <Link href={deviceHref(item.id)}>{item.code}</Link>
        </h3>
        <IconButton label={t('lending.timeline.detail.close')} icon={<X />} onClick={onClose} />
      </div>
      <p>
        {loanPeriodText(t, booking, locale)}
        {buffered && (
          <span className="small-print">{t('lending.timeline.detail.busy', { period: periodText(t, busy.from, busy.until, locale) })}</span>
        )}
      </p>
      {!ordered && (
        <p>
          {offered_until === null
            ? t('lending.timeline.detail.cart')
            : t('lending.timeline.detail.offer', {
                name: borrower || t('lending.nobody'),
                until: formatDate(new Date(offered_until), 'berlin', locale),
              })}
        </p>
      )}
      {ordered && !order.data && (order.error ? <Failed error={order.error} onRetry={() => void order.refetch()} /> : <PlaceholderLines />)}
      {order.data && <DeskOrder order={order.data} chosen={false} onChoose={null} />}
    </aside>
  );
}
