import type { RentalLine } from '@fundus/contract/lending/orders/orders';
import type { Delivery } from '@fundus/contract/lending/states';
import { formatDate, formatDateUnbroken } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Returns the state of an order line as text, with its next date. */
export function lineStateText(t: Translate, line: RentalLine, locale: string, delivery: Delivery = 'pickup'): string {
  const day = (value: string): string => formatDateUnbroken(value, 'weekday', locale);
  // Used beside a second date or a lesson, so that the state fits on two lines of a phone.
  const shortDay = (value: string): string => formatDate(value, 'brief', locale).replace(' ', '\u00a0');
  const { lessons } = line;
  const state = line.overdue ? 'overdue' : line.state;
  if (line.unkept) return t('lending.line.unkept', { day: day(line.pickup_on ?? line.start) });
  const { courier_days } = line;
  if (courier_days && (state === 'approved' || state === 'ready' || state === 'requested'))
    return [
      ...(state === 'requested' ? [t('lending.line.requested')] : []),
      t('lending.line.courier.days', { bring: shortDay(courier_days.bring), fetch: shortDay(courier_days.fetch) }),
    ].join('. ');
  if (courier_days && state === 'overdue') return t('lending.line.courier.overdue', { day: day(courier_days.fetch) });
  if (courier_days && state === 'on_loan') return t('lending.courier.fetches', { day: day(courier_days.fetch) });
  if (delivery !== 'pickup' && (state === 'approved' || state === 'ready')) return t(`lending.line.${delivery}`, { day: day(line.start) });
  if (lessons && (state === 'overdue' || state === 'on_loan')) return t(`lending.line.lesson.${state}`, { ...lessons, day: day(line.end) });
  if (lessons && (state === 'approved' || state === 'ready'))
    return t(`lending.line.lesson.${state}`, { ...lessons, day: shortDay(line.start) });
  if (line.overdue) return t('lending.line.overdue', { day: day(line.end) });
  if (line.state === 'on_loan') return t('lending.line.on_loan', { day: day(line.end) });
  if (line.state === 'approved' || line.state === 'ready')
    return t(`lending.line.${line.state}`, {
      day: shortDay(line.pickup_on ?? line.start),
      until: line.collect_until ? shortDay(line.collect_until) : '',
    });
  return t(`lending.line.${line.state}`);
}
