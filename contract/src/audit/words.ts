/** Texts for log entries, used on the screen and in exports. */
import type { MessageKey } from '../messages.ts';

type TranslateKey = (key: MessageKey) => string;

/** Returns the translation of the first key that has one. */
function translateFirst(t: TranslateKey, keys: readonly string[], otherwise: string): string {
  for (const key of keys) {
    const text = t(key as MessageKey);
    if (text !== key) return text;
  }
  return otherwise;
}

/** Fields whose label is a message that belongs to another domain. */
const FIELDS: Record<string, string> = {
  name: 'schools.field.name',
  number: 'schools.field.number',
  street: 'schools.field.street',
  postcode: 'schools.field.postcode',
  city: 'schools.field.city',
  email: 'schools.field.email',
  phone: 'schools.field.phone',
  website: 'schools.field.website',
  role: 'people.role',
  state: 'people.state',
  capabilities: 'people.capabilities',
  source_name: 'imports.file.source',
  timetable: 'schools.settings.timetable',
  trusted_domains: 'schools.trusted.label',
  teachers_assign: 'licence.teachersAssign',
  teachers_take: 'licence.teachersTake',
};

/** Prefixes of the messages that label a value. The first message that exists is used. */
const VALUES: Record<string, readonly string[]> = {
  state: [
    ...['audit.state.', 'schools.state.', 'people.state.', 'wish.state.', 'report.state.', 'codes.state.'],
    ...['market.order.state.', 'lending.damage.state.', 'lending.item.'],
  ],
  role: ['invitations.role.', 'audit.role.'],
  kind: ['invitations.kind.', 'audit.kind.', 'sources.kind.', 'lending.fee.kind.'],
  format: ['imports.format.'],
  licence: ['imports.licence.'],
  same: ['imports.same.'],
  schedule: ['imports.schedule.'],
  liability: ['lending.liability.'],
  severity: ['lending.damage.'],
  source: ['material.rights.', 'audit.source.'],
  to: ['audit.to.'],
  fields: ['lending.rule.', 'lending.point.', 'edit.field.'],
  join_policy: ['audit.joining.'],
  needs: ['audit.need.'],
  class_creation: ['audit.creation.'],
  capabilities: ['people.'],
  scope: ['library.scope.'],
  audience: ['audit.audience.'],
  step: ['year.step.'],
  overdue: ['audit.overdue.'],
};

/** Returns the label of a field, or its name if it has no label. */
export const fieldLabel = (t: TranslateKey, field: string): string =>
  field === '' ? '' : translateFirst(t, [FIELDS[field] ?? `audit.field.${field}`, `edit.field.${field}`], field);

/** Returns the label of a value, or the labels of a comma-separated list. `date` formats a day. */
export function auditValueText(t: TranslateKey, date: (day: string) => string, field: string, value: string): string {
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'audit.yes' : 'audit.no');
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return date(value);
  const prefixes = VALUES[field];
  if (!prefixes) return value;
  return value
    .split(', ')
    .map((word) =>
      translateFirst(
        t,
        prefixes.map((prefix) => prefix + word),
        word,
      ),
    )
    .join(', ');
}
