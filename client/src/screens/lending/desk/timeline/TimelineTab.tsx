import { today } from '@fundus/contract/days';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { ArrowLeft, ArrowRight, SearchX } from 'lucide-react';
import { useState } from 'react';
import { FindInAddress } from '../../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../../components/lists/use-page.ts';
import { EmptyState } from '../../../../components/page/EmptyState.tsx';
import { formatDate, formatDays } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { Checkbox } from '../../../../ui/fields/Field.tsx';
import { Segment } from '../../../../ui/fields/Segment.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { skipSunday, TIMELINE_SPANS, type LendingView } from '../../parts/lending-view.ts';
import { indentCategory } from '../../parts/in-tree.ts';
import { daysOfSpan, findBooking, shiftSpan, type PickedBooking } from './timeline-place.ts';
import { TimelineDetail } from './TimelineDetail.tsx';
import { TimelineGrid } from './TimelineGrid.tsx';
import '../../parts/find.css';
import './timeline.css';

/** Number of models on a page. */
const PAGE = 20;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };

/**
 * Shows the bookings of all devices by day. The user can open a booking or move it with the pointer or the arrow keys
 * (docs/behaviour/lending.md#at-the-desk).
 */
export function TimelineTab({ point, view, show }: Props) {
  const { t, locale } = useT();
  const { q, category, model, booked, span, page } = view;
  const day = view.week || skipSunday(today(new Date()));
  const [picked, setPicked] = useState<PickedBooking | null>(null);
  const { from, until } = daysOfSpan(span, day);
  const close = (): void => {
    // Returns the focus to the booking, which the panel may have moved out of view.
    document.getElementById(`booking-${picked?.booking.id}`)?.focus();
    setPicked(null);
  };
  const list = usePage(lendingTimeline.timeline, {
    query: { point: point.id, q, category, model, show: booked ? 'booked' : 'all', from, until, ...rowsOf(page, PAGE) },
  });
  const categories = list.data?.categories ?? [];
  return (
    <>
      <div className="lending-find">
        <FindInAddress label={t('lending.timeline.find')} value={q} onFind={(words) => show({ q: words, model: '' })} />
        <Select
          label={t('lending.category')}
          value={category}
          options={[
            { value: '', label: t('lending.category.all') },
            ...categories.map(({ name, models }) => ({ value: name, label: `${indentCategory(name)} (${models})` })),
          ]}
          onChange={(value) => show({ category: value, model: '' })}
        />
        <Checkbox label={t('lending.timeline.booked')} checked={booked} onChange={({ target }) => show({ booked: target.checked })} />
        {model && (
          <Button variant="line" onClick={() => show({ model: '' })}>
            {t('lending.timeline.model.all')}
          </Button>
        )}
      </div>
      <div className="timeline-turn">
        <Segment
          label={t('lending.timeline.span')}
          value={span}
          options={TIMELINE_SPANS.map((each) => ({ value: each, label: t(`lending.timeline.span.${each}`) }))}
          onChange={(each) => show({ span: each, page })}
        />
        <div className="timeline-step">
          <Button variant="line" disabled={view.week === ''} onClick={() => show({ week: '', page })}>
            {t('lending.timeline.today')}
          </Button>
          <IconButton label={t('lending.earlier')} icon={<ArrowLeft />} onClick={() => show({ week: shiftSpan(span, day, -1), page })} />
          <IconButton label={t('lending.later')} icon={<ArrowRight />} onClick={() => show({ week: shiftSpan(span, day, 1), page })} />
        </div>
        <h2>{span === 'day' ? formatDate(from, 'weekday', locale) : formatDays(from, until, locale, 'long')}</h2>
      </div>
      <PagedList
        list={list}
        label={t('lending.tab.timeline')}
        count={({ total }) => t('lending.timeline.models', { count: total })}
        onPage={(to) => show({ page: to })}
        empty={
          <EmptyState icon={<SearchX />} title={t('lending.models.none')}>
            <p>{t('lending.timeline.none')}</p>
          </EmptyState>
        }
      >
        {(data) => {
          const detail = picked && (findBooking(data.items, picked.booking.id) ?? picked);
          return (
            <div className="timeline-two" data-picked={detail !== null || undefined}>
              <div>
                <TimelineGrid data={data} picked={picked?.booking.id ?? null} onPick={({ id }) => setPicked(findBooking(data.items, id))} />
              </div>
              {detail && <TimelineDetail picked={detail} onClose={close} />}
            </div>
          );
        }}
      </PagedList>
    </>
  );
}
