/** "21. Nov. 2026, 10:14": when somebody changed something. */
import { dateLocale } from '@fundus/contract/locale';

export const formatMoment = (value: string, locale: string): string =>
  new Intl.DateTimeFormat(dateLocale(locale), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value));
