/** Returns an amount in euros, formatted for the locale. */
import { dateLocale } from '@fundus/contract/locale';

export const formatMoney = (cents: number, locale: string): string =>
  new Intl.NumberFormat(dateLocale(locale), { style: 'currency', currency: 'EUR' }).format(cents / 100);
