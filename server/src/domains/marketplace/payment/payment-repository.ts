/** Queries for payments, which are the payment pages of orders, and for processed notifications. */
import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

export const findPayment = (db: Db, order_id: string) =>
  db.selectFrom('payment').selectAll('payment').where('payment.order_id', '=', order_id).executeTakeFirst();

/** Inserts a payment. An existing one is kept, because its page was already returned. */
export const insertPayment = (db: Db, row: Insertable<Tables['payment']>): Promise<unknown> =>
  db
    .insertInto('payment')
    .values(row)
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();

export const updatePayment = (db: Db, order_id: string, set: Updateable<Tables['payment']>): Promise<unknown> =>
  db.updateTable('payment').set(set).where('payment.order_id', '=', order_id).execute();

/** Returns pending refunds that were last requested before a moment, and marks them as requested now. */
export const claimPendingRefunds = (db: Db, before: Date, now: Date) =>
  db
    .updateTable('payment')
    .set({ changed_at: now })
    .where('payment.state', '=', 'returning')
    .where('payment.changed_at', '<', before)
    .returning('payment.order_id')
    .execute();

/** Limits for payments that are due: `opened` and `oldest` for the time of the page, `asked` for open payments, and `returned` for refunds. */
type Due = Record<'opened' | 'oldest' | 'asked' | 'returned', Date>;

/** Returns payments whose state must be requested and marks them as requested, so that only one process requests it. */
export const claimOpenPayments = (db: Db, { opened, oldest, asked, returned }: Due, now: Date, limit: number) =>
  db
    .updateTable('payment')
    .set({ asked_at: now })
    .where('payment.order_id', 'in', (eb) =>
      eb
        .selectFrom('payment as due')
        .select('due.order_id')
        .where((due) =>
          due.or([
            due.and([
              due('due.state', '=', 'open'),
              due('due.changed_at', '<=', opened),
              due('due.changed_at', '>', oldest),
              due.or([due('due.asked_at', 'is', null), due('due.asked_at', '<=', asked)]),
            ]),
            due.and([due('due.state', '=', 'returning'), due(due.fn.coalesce('due.asked_at', 'due.changed_at'), '<=', returned)]),
          ]),
        )
        .orderBy('due.asked_at', (order) => order.asc().nullsFirst())
        .orderBy('due.order_id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['payment.order_id', 'payment.page', 'payment.state', 'payment.reference'])
    .execute();

/** Stores a notification. Returns false if it was processed before. */
export const insertNotification = async (db: Db, row: Insertable<Tables['payment_call']>): Promise<boolean> =>
  (await db
    .insertInto('payment_call')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('payment_call.id')
    .executeTakeFirst()) !== undefined;
