/** Money, as the language writes it. */
import { dateLocale } from '@fundus/contract/locale';

export const formatMoney = (cents: number, locale: string): string =>
  new Intl.NumberFormat(dateLocale(locale), { style: 'currency', currency: 'EUR' }).format(cents / 100);
