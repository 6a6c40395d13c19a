import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import '../parts/lending.css';

/** Shows the teacher who is responsible for a learner's order, and whether that teacher has agreed. Renders nothing for other orders. */
export function ResponsibleTeacher({ order }: { order: RentalOrder }) {
  const { t, locale } = useT();
  const { responsible } = order;
  if (!responsible) return null;
  const name = responsible.name || t('lending.responsible.nobody');
  const { until, agreed_at } = responsible;
  const day = until && formatDate(until, 'weekday', locale);
  return (
    <p className="lending-state" data-tone={until ? 'warn' : undefined}>
      {day
        ? order.can.agree
          ? t('lending.responsible.waits.you', { day })
          : t('lending.responsible.waits', { name, day })
        : agreed_at
          ? t('lending.responsible.agreed', { name, day: formatDate(agreed_at, 'short', locale) })
          : t('lending.responsible.not', { name })}
    </p>
  );
}
