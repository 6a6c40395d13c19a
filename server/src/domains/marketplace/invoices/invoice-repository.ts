/** SQL of invoices: what was written stays, but for whether it was paid. */
import type { Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { sql } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Tables } from '../../../db/tables.ts';

export const insertInvoice = (db: Db, row: Insertable<Tables['invoice']>): Promise<unknown> =>
  db.insertInto('invoice').values(row).execute();

/** At most one of each kind: the invoice, then what cancels it. */
export const listInvoices = (db: Db, order_id: string) =>
  db
    .selectFrom('invoice')
    .leftJoin('person as payer', 'payer.id', 'invoice.paid_by')
    .selectAll('invoice')
    .select(sql<string | null>`case when payer.id is not null then ${selectFullName('payer')} end`.as('paid_by_name'))
    .where('invoice.order_id', '=', order_id)
    .orderBy('invoice.kind', 'desc')
    .execute();
export type InvoiceRow = Awaited<ReturnType<typeof listInvoices>>[number];

/** When it was paid, and who said so; null takes it back. */
export const setPaid = (db: Db, id: string, paid_on: string | null, paid_by: string | null): Promise<unknown> =>
  db
    .updateTable('invoice')
    .set({ paid_on, paid_by: paid_on === null ? null : paid_by })
    .where('invoice.id', '=', id)
    .execute();

/** Days in which what each line of an order became may be used, in the order of the lines; seats may begin with the first that is given. */
export const listPeriods = (db: Db, order_id: string) =>
  db
    .selectFrom('licence')
    .select(['licence.purchase_ref', 'licence.valid_from', 'licence.valid_to'])
    .where('licence.order_id', '=', order_id)
    .orderBy('licence.id')
    .limit(5_000)
    .execute();
