/** Queries for invoices, of which only the payment can change. */
import type { Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { sql } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Tables } from '../../../db/tables.ts';

export const insertInvoice = (db: Db, row: Insertable<Tables['invoice']>): Promise<unknown> =>
  db.insertInto('invoice').values(row).execute();

/** Returns the invoice of an order, followed by its cancellation. */
export const listInvoices = (db: Db, order_id: string) =>
  db
    .selectFrom('invoice')
    .leftJoin('person as payer', 'payer.id', 'invoice.paid_by')
    .selectAll('invoice')
    .select(sql<string | null>`case when payer.id is not null then ${selectFullName('payer')} end`.as('paid_by_name'))
    .where('invoice.order_id', '=', order_id)
    .orderBy('invoice.kind', 'desc')
    .execute();

/** Stores the day of the payment and the user who entered it. `null` removes both. */
export const setPaid = (db: Db, id: string, paid_on: string | null, paid_by: string | null): Promise<unknown> =>
  db
    .updateTable('invoice')
    .set({ paid_on, paid_by: paid_on === null ? null : paid_by })
    .where('invoice.id', '=', id)
    .execute();

/** Returns the periods of the licences of an order, in the order of its lines. The start is `null` if the period begins with the first seat. */
export const listPeriods = (db: Db, order_id: string) =>
  db
    .selectFrom('licence')
    .select(['licence.purchase_ref', 'licence.valid_from', 'licence.valid_to'])
    .where('licence.order_id', '=', order_id)
    .orderBy('licence.id')
    .limit(5_000)
    .execute();
