/** Mail to a borrower whose promised device is not available (docs/behaviour/lending.md#promises-that-cannot-be-kept). */
import type { Ctx } from '../../../http/context.ts';
import { findOrder, listLines } from '../allocation/order-repository.ts';
import { notifyBorrower } from '../borrowers/notify-borrower.ts';
import { findPoint } from '../points/point-repository.ts';
import { formatMailDay, formatLoanLines, loansHref, placeWords } from './notify.ts';

/** Another model that is free, or the same model on other days. */
export type Alternative = { model: string; start: string; end: string };

export async function notifyBroken(
  ctx: Pick<Ctx, 'db' | 'now' | 'config'>,
  orderId: string,
  only: readonly string[],
  alternatives: readonly Alternative[],
): Promise<void> {
  const order = (await findOrder(ctx.db, orderId))!;
  const point = (await findPoint(ctx.db, order.point_id))!;
  const lines = (await listLines(ctx.db, [orderId]))
    .filter(({ id }) => only.includes(id))
    .map(({ model_name, start_on, end_on, lessons, begins_at, ends_at }) => ({
      ...{ model: model_name, start: start_on, end: end_on, lessons, begins_at, ends_at },
    }));
  const pupil = order.asked_at !== null;
  await notifyBorrower(ctx, order, {
    template: 'lendingBroken',
    compose: (t, language, name) => {
      const values = { name, number: order.number, title: order.title || order.number, point: point.name };
      const others = alternatives.map(({ model, start, end }) =>
        t('mail.lendingOrdered.line', { model, start: formatMailDay(language, start), end: formatMailDay(language, end) }),
      );
      return {
        subject: t('mail.lendingBroken.subject', values),
        body: [
          { kind: 'text', text: t(pupil ? 'mail.lendingBroken.text.pupil' : 'mail.lendingBroken.text', values) },
          { kind: 'text', text: formatLoanLines(t, language, lines) },
          ...(others.length === 0
            ? []
            : [{ kind: 'text' as const, text: [t('mail.lendingBroken.free'), ...others.map((other) => `– ${other}`)].join('\n') }]),
          { kind: 'text', text: placeWords(point) },
          { kind: 'link', label: t('mail.lendingOrdered.open'), href: loansHref(point.id) },
        ],
      };
    },
  });
}
