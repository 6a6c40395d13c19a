/**
 * Mails to borrowers whose dates have changed with the opening hours, rules or tours of a point
 * (docs/behaviour/lending.md#changes-of-hours-and-rules).
 */
import { closureName } from '@fundus/contract/lending/calendar/rules';
import type { Ctx } from '../../../http/context.ts';
import type { Translate } from '../../mails/index.ts';
import { findOrder, listLines, type LineRow } from '../allocation/order-repository.ts';
import { notifyBorrower } from '../borrowers/notify-borrower.ts';
import { findPoint } from '../points/point-repository.ts';
import { formatMailDay, loansHref, notifyDecision, placeWords } from './notify.ts';

type At = Pick<Ctx, 'db' | 'now' | 'config'>;

/** Returns the dates of a line, such as `– Kamera: abholen ab Montag, 16. März …, spätestens …; zurück bis …`. */
function formatDates(
  t: Translate,
  language: string,
  { model_name: model, state, start_on, pickup_on, collect_until, end_on }: LineRow,
): string {
  const words = { model, start: formatMailDay(language, pickup_on ?? start_on), end: formatMailDay(language, end_on) };
  if (state === 'on_loan') return `– ${t('mail.lendingDates.onLoan', words)}`;
  return collect_until === null
    ? `– ${t('mail.lendingDates.asked', words)}`
    : `– ${t('mail.lendingDates.line', { ...words, until: formatMailDay(language, collect_until) })}`;
}

/** Mails the new dates of the given lines of an order. */
export async function notifyDates(ctx: At, orderId: string, only: readonly string[]): Promise<void> {
  const order = (await findOrder(ctx.db, orderId))!;
  const point = (await findPoint(ctx.db, order.point_id))!;
  const lines = (await listLines(ctx.db, [orderId])).filter(({ id }) => only.includes(id));
  const pupil = order.asked_at !== null;
  await notifyBorrower(ctx, order, {
    template: 'lendingDates',
    compose: (t, language, name) => {
      const values = { name, number: order.number, title: order.title || order.number, point: point.name };
      const dates = [...new Set(lines.map((line) => formatDates(t, language, line)))];
      return {
        subject: t('mail.lendingDates.subject', values),
        body: [
          { kind: 'text', text: t(pupil ? 'mail.lendingDates.text.pupil' : 'mail.lendingDates.text', values) },
          { kind: 'text', text: dates.join('\n') },
          { kind: 'text', text: placeWords(point) },
          { kind: 'link', label: t('mail.lendingOrdered.open'), href: loansHref(point.id) },
        ],
      };
    },
  });
}

/** Notifies a borrower of new courier days, or that the devices have to be collected at the desk. */
export const notifyMovedTour = (ctx: At, order: string, only: readonly string[], noCourier: boolean): Promise<void> =>
  notifyDecision(ctx, order, 'changed', { only, noCourier });

/** Notifies a borrower of loans by lesson that were cancelled because of a closure. The mail names the closure. */
export async function notifyClosed(ctx: At, orderId: string, only: readonly string[]): Promise<void> {
  const order = (await findOrder(ctx.db, orderId))!;
  const point = (await findPoint(ctx.db, order.point_id))!;
  const lines = (await listLines(ctx.db, [orderId])).filter(({ id }) => only.includes(id));
  const reason = closureName(point, lines[0]!.start_on);
  await notifyDecision(ctx, orderId, 'cancelled', { only, ...(reason !== '' && { reason }) });
}
