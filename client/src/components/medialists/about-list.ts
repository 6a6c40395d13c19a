/** Facts about a media list as text. */
import { shiftDay } from '@fundus/contract/days';
import type { ListLine } from '@fundus/contract/medialists/medialists';
import { formatNumber, formatDateUnbroken } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';
import { formatGradeSpan } from '../media/format-grade-span.ts';

/** Returns "heute", "morgen", or the formatted day. */
export function formatPlannedDay(t: Translate, locale: string, planned: string, day: string): string {
  if (planned === day) return t('list.planned.today');
  if (planned === shiftDay(day, 1)) return t('list.planned.tomorrow');
  return t('list.planned', { date: formatDateUnbroken(planned, planned > day ? 'weekday' : 'short', locale) });
}

/** Returns a range such as "Kl. 7–9", or the single grades if the range has gaps. */
export function formatGrades(t: Translate, grades: readonly number[]): string | null {
  const [from, to] = [grades[0], grades.at(-1)];
  if (from === undefined || to === undefined) return null;
  return to - from === grades.length - 1 ? formatGradeSpan(t, 'card', { from, to }) : t('list.grades.some', { grades: grades.join(', ') });
}

type Line = Pick<ListLine, 'items' | 'grades' | 'planned_for' | 'owner' | 'role' | 'visibility' | 'state' | 'releases'>;

export function aboutList(
  line: Line,
  t: Translate,
  locale: string,
  { pupil, day }: { pupil: boolean; day: string },
): (string | false | null)[] {
  const { items, grades, planned_for: planned, owner, role, visibility, state, releases } = line;
  const media = t('list.items', { count: items, number: formatNumber(items, locale) });
  if (pupil) return [media];
  return [
    (state === 'archived' || state === 'locked') && t(`list.state.${state}`),
    media,
    planned !== null && planned >= day && formatPlannedDay(t, locale, planned, day),
    formatGrades(t, grades),
    role !== 'owner' && owner !== '' && t('list.by', { name: owner }),
    role === 'owner' && visibility !== 'school' && t(`list.visibility.${visibility}.short`),
    releases > 0 && t('list.releases.count', { count: releases }),
  ];
}
