import { DESK_STEPS, NO_SCHOOL } from '@fundus/contract/lending/desk/desk-orders';
import { DELIVERIES } from '@fundus/contract/lending/states';
import { shiftDay } from '@fundus/contract/days';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import './desk-orders.css';

/** Number of days, starting today, that the filter offers. */
const DAYS = 14;
const CLEAR = { q: '', step: '', delivery: '', school: '', on: '' } as const;

/** Sortable columns with their titles. */
const SORTED = [
  ['borrower', 'desk.column.borrower'],
  ['school', 'desk.school'],
  ['day', 'desk.column.day'],
  ['number', 'lending.export.number'],
] as const;

type Props = {
  view: LendingView;
  today: string;
  schools: readonly { id: string; name: string; orders: number }[];
  show: (about: Partial<LendingView>) => void;
};

/** Filters and sorts the list of orders. */
export function DeskFilters({ view, today, schools, show }: Props) {
  const { t, locale } = useT();
  const days = Array.from({ length: DAYS }, (_, i) => shiftDay(today, i));
  if (view.on && !days.includes(view.on)) days.unshift(view.on);
  const filtered = Object.keys(CLEAR).some((name) => view[name as keyof typeof CLEAR] !== '');
  return (
    <div className="desk-filters" role="search">
      <FindInAddress label={t('desk.find')} value={view.q} onFind={(q) => show({ q })} />
      <div className="desk-selects">
        <Select
          label={t('schools.sort')}
          value={view.sort}
          options={SORTED.flatMap(([name, label]) => [
            { value: name as LendingView['sort'], label: t('schools.sort.up', { field: t(label) }) },
            { value: `-${name}` as LendingView['sort'], label: t('schools.sort.down', { field: t(label) }) },
          ])}
          onChange={(sort) => show({ sort })}
        />
        <Select
          label={t('desk.step')}
          value={view.step}
          options={[{ value: '' as LendingView['step'], label: t('desk.step.all') }].concat(
            DESK_STEPS.map((value) => ({ value, label: t(`desk.step.${value}`) })),
          )}
          onChange={(step) => show({ step })}
        />
        <Select
          label={t('desk.delivery')}
          value={view.delivery}
          options={[{ value: '' as LendingView['delivery'], label: t('desk.delivery.all') }].concat(
            DELIVERIES.map((value) => ({ value, label: t(`desk.delivery.${value}`) })),
          )}
          onChange={(delivery) => show({ delivery })}
        />
        {(schools.length > 1 || view.school !== '') && (
          <Select
            label={t('desk.school')}
            value={view.school}
            options={[
              { value: '', label: t('desk.school.all') },
              ...schools.map(({ id, name, orders }) => ({
                value: id,
                label: `${id === NO_SCHOOL ? t('desk.school.none') : name} (${orders})`,
              })),
            ]}
            onChange={(school) => show({ school })}
          />
        )}
        <Select
          label={t('desk.on')}
          value={view.on}
          options={[
            { value: '', label: t('desk.on.all') },
            ...days.map((value) => ({ value, label: formatDate(value, 'weekday', locale) })),
          ]}
          onChange={(on) => show({ on })}
        />
        {filtered && <Button onClick={() => show(CLEAR)}>{t('desk.clear')}</Button>}
      </div>
    </div>
  );
}
