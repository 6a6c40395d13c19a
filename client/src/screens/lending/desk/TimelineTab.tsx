import { shiftDay, today } from '@fundus/contract/days';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { query } from '../../../api/query.ts';
import { queryAll } from '../../../api/read-all.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { LateLines } from '../../../ui/Skeleton.tsx';
import { mondayOf, type LendingView } from '../parts/lending-view.ts';
import { TimelineGrid } from './TimelineGrid.tsx';
import { periodWords } from '../parts/words.ts';
import '../parts/lending.css';

const DAYS = 21;
const STEP = 7;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };

/** Devices of one model and their days; bookings are moved with the pointer or the arrow keys (docs/behaviour/lending.md#at-the-desk). */
export function TimelineTab({ point, view, show }: Props) {
  const { t, locale } = useT();
  const models = useQuery(queryAll(lending.models, { query: { point: point.id } }));
  const items = models.data?.items ?? [];
  const model = items.find(({ id }) => id === view.model) ?? items[0];
  const first = view.week || mondayOf(today(new Date()));
  const until = shiftDay(first, DAYS - 1);
  const timeline = useQuery({
    ...query(lendingTimeline.timeline, { params: { id: model?.id ?? '' }, query: { from: first, until } }),
    enabled: model !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const error = models.error ?? timeline.error;
  if (error) return <Failed error={error} onRetry={() => void timeline.refetch()} />;
  if (!models.data) return <LateLines />;
  if (!model) return <p>{t('lending.models.none')}</p>;
  return (
    <>
      <div className="lending-find">
        <Select
          label={t('lending.timeline.model')}
          value={model.id}
          options={items.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => show({ model: id })}
        />
      </div>
      <div className="lending-turn">
        <h2>{periodWords(t, first, until, locale)}</h2>
        <IconButton
          label={t('lending.earlier')}
          icon={<ArrowLeft />}
          onClick={() => show({ model: model.id, week: shiftDay(first, -STEP) })}
        />
        <IconButton
          label={t('lending.later')}
          icon={<ArrowRight />}
          onClick={() => show({ model: model.id, week: shiftDay(first, STEP) })}
        />
      </div>
      {timeline.data ? <TimelineGrid key={model.id} data={timeline.data} model={model.name} /> : <LateLines />}
    </>
  );
}
