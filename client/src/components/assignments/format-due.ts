/** Formats due dates relative to today. Pure. */
import { daysBetween, today } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import { formatDateUnbroken } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

const ZONE = 'Europe/Berlin';

/** Returns "heute, 18:00", "morgen, 8:00", "Montag, 30. November, 8:00" or "24.1.2027, 8:00". */
export function formatDue(t: Translate, locale: string, due: string, now: Date): string {
  const day = today(new Date(due));
  const ahead = daysBetween(today(now), day);
  const time = new Intl.DateTimeFormat(dateLocale(locale), { timeZone: ZONE, timeStyle: 'short' }).format(new Date(due));
  const on =
    ahead === 0
      ? t('assignment.due.today')
      : ahead === 1
        ? t('assignment.due.tomorrow')
        : ahead === -1
          ? t('assignment.due.yesterday')
          : formatDateUnbroken(day, Math.abs(ahead) < 60 ? 'weekday' : 'short', locale);
  return t('assignment.due.at', { day: on, time });
}

/** Returns whether the due date has passed. */
export const isOver = (due: string | null, now: Date): boolean => due !== null && new Date(due) < now;
