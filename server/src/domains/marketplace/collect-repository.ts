/** Queries for the marketplace data in the export of a school: orders with invoices, and budgets. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { MAX_EXPORTED } from '../../domain.ts';

export const collectOrders = (db: Db, schoolId: string) =>
  db
    .selectFrom('purchase_order as o')
    .select(['o.number', 'o.state', 'o.cost_centre', 'o.net', 'o.vat', 'o.gross', 'o.created_at', 'o.ordered_at'])
    .select(
      sql<
        string[]
      >`array(select line.quantity || ' × ' || line.title from purchase_line as line where line.order_id = o.id order by line.id)`.as(
        'lines',
      ),
    )
    .select(
      sql<unknown>`(select coalesce(json_agg(json_build_object('kind', invoice.kind, 'number', invoice.number, 'issued_on', invoice.issued_on,
        'due_on', invoice.due_on, 'paid_on', invoice.paid_on) order by invoice.issued_on), '[]') from invoice where invoice.order_id = o.id)`.as(
        'invoices',
      ),
    )
    .where('o.school_id', '=', schoolId)
    .where('o.state', '<>', 'draft')
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(MAX_EXPORTED)
    .execute();

export const collectBudgets = (db: Db, schoolId: string) =>
  db
    .selectFrom('school_budget')
    .select(['school_budget.year', 'school_budget.cents'])
    .where('school_budget.school_id', '=', schoolId)
    .orderBy('school_budget.year')
    .limit(100)
    .execute();
