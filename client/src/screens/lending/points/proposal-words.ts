/** Describes the changes of a proposal as text. */
import { shiftDay } from '@fundus/contract/days';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { ProposedFields } from '@fundus/contract/lending/points/proposals';
import { dateLocale } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { formatMoney } from '../../../i18n/money.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { periodText } from '../parts/words.ts';

type Field = keyof ProposedFields;
const LABELS: Record<Field, MessageKey> = {
  name: 'lending.point.name',
  address: 'lending.point.address',
  email: 'lending.point.email',
  phone: 'lending.point.phone',
  words: 'lending.point.words',
  week: 'lending.week',
  closures: 'lending.closures',
  max_days_on: 'lending.lengths',
  advance_days: 'lending.rule.advance_days',
  horizon_days: 'lending.rule.horizon_days',
  max_days: 'lending.rule.max_days',
  mode: 'lending.rule.mode',
  max_lessons: 'lending.rule.max_lessons',
  most_lines: 'lending.rule.most_lines',
  buffer_before: 'lending.rule.buffer_before',
  buffer_after: 'lending.rule.buffer_after',
  same_day_turnaround: 'lending.rule.same_day_turnaround',
  visits_max: 'lending.rule.visits_max',
  pickup_grace: 'lending.rule.pickup_grace',
  renewals_max: 'lending.rule.renewals_max',
  renewal_days: 'lending.rule.renewal_days',
  remind_days: 'lending.rule.remind_days',
  overdue_days: 'lending.rule.overdue_days',
  unavailable_step: 'lending.rule.unavailable_step',
  approval: 'lending.approval',
  open_to: 'lending.openTo',
  learners: 'lending.rule.learners',
  learner_lines: 'lending.rule.learner_lines',
  guests: 'lending.rule.guests',
  by_post: 'lending.rule.by_post',
  private_borrowers: 'lending.rule.private_borrowers',
  private_day_cents: 'lending.rule.private_day_cents',
  signature: 'lending.rule.signature',
  purpose_required: 'lending.purposeRequired',
  terms: 'lending.terms',
};

/** Returns the value of a field as text. `fields` contains the current values of the lending point or the proposed values. */
function proposedValueText(t: Translate, fields: ProposedFields, field: Field, locale: string): string {
  const value = fields[field];
  if (field === 'week') {
    const name = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'short', timeZone: 'UTC' });
    // 5 January 2026 is a Monday.
    const open = (fields.week ?? []).flatMap((day, i) =>
      day.open ? [`${name.format(new Date(shiftDay('2026-01-05', i)))} ${day.words}`.trim()] : [],
    );
    return open.join(', ') || t('lending.proposal.nothing');
  }
  if (field === 'closures')
    return (
      (fields.closures ?? []).map(({ name, from, until }) => `${name} (${periodText(t, from, until, locale)})`).join(', ') ||
      t('lending.proposal.nothing')
    );
  if (field === 'max_days_on')
    return (
      (fields.max_days_on ?? []).map(({ from, until, max_days }) => `${periodText(t, from, until, locale)}: ${max_days}`).join(', ') ||
      t('lending.proposal.nothing')
    );
  if (field === 'private_day_cents' && fields.private_day_cents !== undefined) return formatMoney(fields.private_day_cents, locale);
  if (fields.mode && field === 'mode') return t(`lending.mode.${fields.mode}`);
  if (fields.approval && field === 'approval') return t(`lending.approval.${fields.approval}`);
  if (fields.open_to && field === 'open_to') return t(`lending.openTo.${fields.open_to}`);
  if (typeof value === 'boolean') return t(value ? 'lending.proposal.yes' : 'lending.proposal.no');
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === '' || value === undefined ? t('lending.proposal.nothing') : String(value);
}

/** Returns the proposed changes in the order of the form. `before` is the current value of a field. */
export const proposedChanges = (
  t: Translate,
  point: LendingPoint,
  fields: ProposedFields,
  locale: string,
): { field: Field; label: string; before: string; after: string }[] =>
  (Object.keys(LABELS) as Field[])
    .filter((field) => fields[field] !== undefined)
    .map((field) => ({
      field,
      label: t(LABELS[field]),
      before: proposedValueText(t, point, field, locale),
      after: proposedValueText(t, fields, field, locale),
    }));
