/** Marketplace order as the portal displays it (docs/behaviour/marketplace.md#orders). */
import { z } from 'zod';
import { count, day, line, moment } from '../fields.ts';
import { Offer } from './marketplace.ts';
import { ORDER_EVENTS, ORDER_STATES, PAYMENT_STATES, PAYMENT_METHODS } from './order-states.ts';

/** Amount in cents, which may exceed 32 bits if many orders are added up. */
const cents = z.int();

/** Recipient of the invoice. `reference` is the reference of the buyer, such as a Leitweg-ID. */
export const InvoiceTo = z.object({
  name: line(120).min(1),
  street: line(120).min(1),
  postcode: line(12).min(1),
  city: line(80).min(1),
  /** Email address for electronic invoices, which XRechnung requires. */
  email: z.email().max(254),
  reference: line(60).default(''),
});
export type InvoiceTo = z.output<typeof InvoiceTo>;

const OrderLine = Offer.pick({ scope: true, seats: true, runtime: true, runtime_days: true, runtime_until: true, audience: true }).extend({
  id: z.uuid(),
  product_id: z.uuid().nullable(),
  number: z.string(),
  title: z.string(),
  publisher: z.string(),
  quantity: count,
  price: cents,
  vat: z.int(),
  /** True if the offer is on sale. Relevant only for lines that have not been bought yet. */
  open: z.boolean(),
});
export type OrderLine = z.output<typeof OrderLine>;

export const Order = z.object({
  id: z.uuid(),
  number: z.string().nullable(),
  state: z.enum(ORDER_STATES),
  school: z.object({ id: z.string(), name: z.string() }).nullable(),
  buyer: z.string().nullable(),
  note: z.string(),
  reason: z.string(),
  withdrawal: z.string(),
  cost_centre: z.string(),
  pays: z.enum(PAYMENT_METHODS),
  /** State of the online payment, or `null` if none was started. */
  payment: z.enum(PAYMENT_STATES).nullable(),
  /** Recipient of the invoice, or `null` until the order is placed. */
  invoice_to: InvoiceTo.nullable(),
  lines: z.array(OrderLine),
  net: cents,
  vat: cents,
  gross: cents,
  rates: z.array(z.object({ rate: z.int(), net: cents, vat: cents })),
  created_at: moment,
  ordered_at: moment.nullable(),
  history: z.array(z.object({ at: moment, event: z.enum([...ORDER_EVENTS, 'withdraw']) })),
  /** `paid_on` is `null` until the invoice is paid. `paid_by` is the user who recorded the payment, and visible only to sellers. */
  invoices: z.array(
    z.object({
      kind: z.enum(['invoice', 'cancellation']),
      number: z.string(),
      issued_on: day,
      due_on: day,
      paid_on: day.nullable(),
      paid_by: z.string().nullable(),
    }),
  ),
  /** True if the order includes codes with which recipients redeem their seats. */
  codes: z.boolean(),
  /** Licences created by the order. `code` unlocks all seats of a licence, and is `null` without a code or for users who may not assign seats. */
  licences: z.array(
    z.object({
      id: z.uuid(),
      identifier: z.string(),
      fn_titel: z.string(),
      seats: count,
      valid_from: day.nullable(),
      valid_to: day.nullable(),
      code: z.string().nullable(),
    }),
  ),
  can: z.object({
    ask: z.boolean(),
    buy: z.boolean(),
    approve: z.boolean(),
    pay: z.boolean(),
    cancel: z.boolean(),
    accept: z.boolean(),
    withdraw: z.boolean(),
    refund: z.boolean(),
    /** Record the payment of the invoice, or undo that. */
    settle: z.boolean(),
  }),
});
export type Order = z.output<typeof Order>;

export const OrderItem = Order.pick({
  id: true,
  number: true,
  state: true,
  school: true,
  buyer: true,
  gross: true,
  pays: true,
  created_at: true,
  withdrawal: true,
}).extend({
  titles: z.array(z.string()),
  /** Due date of the invoice, or `null` if there is no unpaid invoice. */
  due_on: day.nullable(),
});
export type OrderItem = z.output<typeof OrderItem>;

export const Budget = z.object({
  /** Year in which the school year starts. */
  year: z.int(),
  /** Budget in cents, or `null` if none was entered. */
  cents: cents.nullable(),
  spent: cents,
  left: cents.nullable(),
});

/** Input for placing an order. */
