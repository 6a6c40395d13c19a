/** An order of the marketplace as it is shown (docs/behaviour/marketplace.md#orders). */
import { z } from 'zod';
import { count, day, line, moment } from '../fields.ts';
import { Offer } from './marketplace.ts';
import { ORDER_EVENTS, ORDER_STATES, PAYMENT_STATES, PAYS } from './order-states.ts';

/** What many orders come to is more than 32 bits. */
const cents = z.int();

/** Whom the invoice goes to. `reference`: what the buyer wants to read on it, such as a Leitweg-ID. */
export const InvoiceTo = z.object({
  name: line(120).min(1),
  street: line(120).min(1),
  postcode: line(12).min(1),
  city: line(80).min(1),
  /** Where an electronic invoice would be sent: XRechnung wants one. */
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
  /** May be had now; said of what is not bought yet. */
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
  pays: z.enum(PAYS),
  /** Null where nothing is paid online, or the way to the provider was not taken yet. */
  payment: z.enum(PAYMENT_STATES).nullable(),
  /** Null until it is bought. */
  invoice_to: InvoiceTo.nullable(),
  lines: z.array(OrderLine),
  net: cents,
  vat: cents,
  gross: cents,
  rates: z.array(z.object({ rate: z.int(), net: cents, vat: cents })),
  created_at: moment,
  ordered_at: moment.nullable(),
  history: z.array(z.object({ at: moment, event: z.enum([...ORDER_EVENTS, 'withdraw']) })),
  /** `paid_on`: null while nobody said that it was; `paid_by`: who did, for those who sell. */
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
  /** Seats were wanted as codes to hand out. */
  codes: z.boolean(),
  /** Licences it became. `code` gives all of its seats; null where none was wanted, and for those who do not give them. */
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
    /** Says that its invoice was paid, or that it was not. */
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
  /** Until when its invoice is to be paid; null where there is none, or nothing is open. */
  due_on: day.nullable(),
});
export type OrderItem = z.output<typeof OrderItem>;

export const Budget = z.object({
  /** In which the school year begins. */
  year: z.int(),
  /** Null where none was entered. */
  cents: cents.nullable(),
  spent: cents,
  left: cents.nullable(),
});

/** What is said when an order is bought. */
