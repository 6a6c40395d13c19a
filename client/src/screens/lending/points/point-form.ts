/** Form of a lending point: its field values and the request body. */
import { formatAmount } from '@fundus/contract/cents';
import type { LendingPoint, PointFields } from '@fundus/contract/lending/points/points';
import { parseCents } from '../parts/words.ts';
import type { DurationInput } from './PointDays.tsx';

/** Numeric fields, of which only `visits_max` and `unavailable_step` may be empty. */
export const NUMBER_FIELDS = [
  'advance_days',
  'horizon_days',
  'max_days',
  'max_lessons',
  'most_lines',
  'learner_lines',
  'renewals_max',
  'renewal_days',
  'pickup_grace',
  'buffer_before',
  'buffer_after',
  'remind_days',
  'keep_days',
  'visits_max',
  'unavailable_step',
] as const;
const USUAL: Record<(typeof NUMBER_FIELDS)[number], string> = {
  advance_days: '1',
  horizon_days: '365',
  max_days: '14',
  max_lessons: '4',
  most_lines: '20',
  learner_lines: '3',
  renewals_max: '2',
  renewal_days: '7',
  pickup_grace: '2',
  buffer_before: '0',
  buffer_after: '0',
  remind_days: '1',
  keep_days: '90',
  visits_max: '',
  unavailable_step: '1',
};
/** Fields that are hidden if a lending point lends by lesson. */
const OF_DAYS = new Set<string>([
  'max_days',
  'renewals_max',
  'renewal_days',
  'pickup_grace',
  'buffer_before',
  'buffer_after',
  'remind_days',
]);
export const TEXT_FIELDS = ['name', 'address', 'email', 'phone', 'words', 'terms'] as const;

/** Returns the field values of a lending point, or the defaults for a new one. */
export const valuesOf = (point: LendingPoint | undefined, locale: string) => ({
  ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, point?.[name] ?? ''])) as Record<(typeof TEXT_FIELDS)[number], string>),
  ...(Object.fromEntries(NUMBER_FIELDS.map((name) => [name, point ? String(point[name] ?? '') : USUAL[name]])) as typeof USUAL),
  note: '',
  overdue_days: (point?.overdue_days ?? [3, 8, 15]).join(', '),
  mode: point?.mode ?? ('days' as PointFields['mode']),
  approval: point?.approval ?? ('manual' as PointFields['approval']),
  open_to: point?.open_to ?? ('everyone' as PointFields['open_to']),
  purpose_required: point?.purpose_required ?? false,
  learners: point?.learners ?? false,
  guests: point?.guests ?? false,
  by_post: point?.by_post ?? false,
  private_borrowers: point?.private_borrowers ?? false,
  signature: point?.signature ?? false,
  private_day_cents: formatAmount(point?.private_day_cents || null, locale),
  same_day_turnaround: point?.same_day_turnaround ?? false,
});

export type PointValues = ReturnType<typeof valuesOf>;

/** Returns the numeric fields that the form shows. */
export const visibleNumberFields = ({ learners, mode }: PointValues, proposing: boolean): (typeof NUMBER_FIELDS)[number][] =>
  NUMBER_FIELDS.filter(
    (name) =>
      name !== 'unavailable_step' &&
      (!proposing || name !== 'keep_days') &&
      (learners || name !== 'learner_lines') &&
      (mode === 'periods' ? !OF_DAYS.has(name) : name !== 'max_lessons'),
  );

/** Fields that have their own editors. */
export type PointDays = { week: PointFields['week']; closures: PointFields['closures']; lengths: readonly DurationInput[] };

export const daysOf = (point: LendingPoint | undefined): PointDays => ({
  week: point?.week ?? Array.from({ length: 7 }, (_, i) => ({ open: i < 5, processed: i < 5, words: '' })),
  closures: point?.closures ?? [],
  lengths: (point?.max_days_on ?? []).map(({ max_days, ...days }) => ({ ...days, max_days: String(max_days) })),
});

/** Returns the request body that saves the lending point. */
export function bodyOf({ note: _, ...values }: PointValues, { week, closures, lengths }: PointDays, schools: LendingPoint['open_schools']) {
  const { visits_max, unavailable_step, ...numbers } = Object.fromEntries(
    NUMBER_FIELDS.map((name) => [name, values[name].trim() === '' ? null : Number(values[name])]),
  ) as Record<(typeof NUMBER_FIELDS)[number], number>;
  return {
    ...values,
    private_day_cents: parseCents(values.private_day_cents) ?? 0,
    ...numbers,
    week,
    closures,
    max_days_on: lengths.map(({ max_days, ...days }) => ({ ...days, max_days: Number(max_days) })),
    visits_max,
    unavailable_step,
    overdue_days: values.overdue_days
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number),
    open_schools: schools && schools.map(({ id }) => id),
  };
}
