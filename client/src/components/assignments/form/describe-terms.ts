/** Summarises the closed sections of the assignment form in one line. Pure. */
import { parseDateTimeInput } from '../../../i18n/berlin-time.ts';
import { formatDateUnbroken } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { parseDay } from '../../../i18n/read-day.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { formatDue } from '../format-due.ts';
import type { AssignmentValues } from './form-values.ts';

/** Returns for example "Sofort sichtbar · fällig Freitag, 4. Dezember, 08:00 · Erinnerung am Tag vorher". Unreadable values appear as typed. */
export function describeTerms(
  t: Translate,
  locale: string,
  { from, due, remind }: Pick<AssignmentValues, 'from' | 'due' | 'remind'>,
  now: Date,
): string {
  const first = parseDay(from);
  const moment = parseDateTimeInput(due);
  const days = Number(remind);
  return joinFacts([
    from === ''
      ? t('assignment.terms.now')
      : t('assignment.terms.from', { date: first ? formatDateUnbroken(first, 'long', locale) : from }),
    due === ''
      ? t('assignment.terms.noDue')
      : t('assignment.terms.due', { date: moment ? formatDue(t, locale, moment, now) : due.replace('T', ', ') }),
    ...(due !== '' && days > 0 ? [t('assignment.terms.remind', { days: t('assignment.remind.days', { count: days }) })] : []),
  ]);
}

/** Returns for example "3 Versuche · der beste zählt". */
export function describeAttempts(t: Translate, { attempts, counts }: Pick<AssignmentValues, 'attempts' | 'counts'>): string {
  const number = attempts === '' ? t('assignment.attempts.unlimited') : t('assignment.attempts', { count: Number(attempts) });
  return attempts === '1' ? number : `${number} · ${t('assignment.terms.counts', { attempt: t(`assignment.counts.${counts}`) })}`;
}
