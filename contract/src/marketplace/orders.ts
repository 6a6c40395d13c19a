/** Ordering what the marketplace sells (docs/behaviour/marketplace.md#orders). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, day, language, line, moment, text, version } from '../fields.ts';
import { page, pageOf } from '../paging.ts';
import { Offer } from './marketplace.ts';
import { ORDER_EVENTS, ORDER_STATES, PAYMENT_STATES, PAYS } from './order-states.ts';
import { MOST_QUANTITY } from './rules.ts';

const cents = z.int32();

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

const OrderItem = Order.pick({
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

const Budget = z.object({
  /** In which the school year begins. */
  year: z.int(),
  /** Null where none was entered. */
  cents: cents.nullable(),
  spent: cents,
  left: cents.nullable(),
});

/** What is said when an order is bought. */
const purchase = {
  /** The total the person saw; another one is refused. */
  gross: cents,
  cost_centre: line(60).default(''),
  invoice_to: InvoiceTo,
  /** Of the terms of sale that were agreed to. */
  terms_version: version,
  /** The budget does not suffice, and that is known. */
  over_budget: z.boolean().default(false),
  /** Licences whose seats are given to people come with a code for all of them. */
  codes: z.boolean().default(false),
  /** `online` where a provider is set up. */
  pays: z.enum(PAYS).default('invoice'),
};

const gate = { access: 'user' } as const;
const reason = text(500).min(1);

export const orders = {
  cart: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/cart',
    summary: 'What the person has put together, where it would be sent, and the terms of sale; null where there is nothing',
    reply: z.object({
      order: Order.nullable(),
      terms: z.object({ text: z.string(), version: z.int(), seller: z.string() }).nullable(),
      /** The address of the school or district, to begin with. */
      invoice_to: z.object({
        name: z.string(),
        street: z.string(),
        postcode: z.string(),
        city: z.string(),
        email: z.string(),
        reference: z.string(),
      }),
      /** It may be paid online. */
      online: z.boolean(),
      budget: Budget.nullable(),
    }),
  }),
  addLine: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/lines',
    summary: 'Put an offer into the cart; again is another quantity',
    body: z.object({ offer_id: z.uuid(), quantity: z.int().min(1).max(MOST_QUANTITY) }),
    reply: Order,
  }),
  removeLine: endpoint({
    ...gate,
    method: 'DELETE',
    path: '/api/v1/marketplace/cart/lines/{id}',
    summary: 'Take a line out of the cart',
    params: byId,
    reply: done,
  }),
  ask: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/ask',
    summary: 'Ask the administrator of the school to buy what is in the cart',
    body: z.object({ note: text(500).default('') }),
    reply: Order,
  }),
  buy: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/buy',
    summary: 'Buy what is in the cart: on invoice, or to be paid online',
    body: z.object({ ...purchase, note: text(500).default('') }),
    reply: Order,
  }),
  orders: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders',
    summary:
      'Orders: the own ones; with `all` those of the school one administrates or the district one keeps; the open ones in front; with `unpaid` only those with an invoice nobody has paid',
    query: z.object({ ...page, all: z.stringbool().default(false), unpaid: z.stringbool().default(false) }),
    reply: pageOf(OrderItem).extend({
      can: z.object({ all: z.boolean() }),
      budget: Budget.nullable(),
      /** Of the orders asked for, those whose invoice is not paid, and what they come to. */
      unpaid: z.object({ count, gross: z.int() }),
    }),
  }),
  order: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders/{id}',
    summary: 'An order as it stands',
    params: byId,
    reply: Order,
  }),
  approve: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/approve',
    summary: 'Buy what a colleague asks for: on invoice, or to be paid online',
    params: byId,
    body: z.object(purchase),
    reply: Order,
  }),
  decline: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/decline',
    summary: 'Do not buy what a colleague asks for, and say why',
    params: byId,
    body: z.object({ reason }),
    reply: Order,
  }),
  cancel: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/cancel',
    summary: 'Take back an order that is not confirmed',
    params: byId,
    reply: Order,
  }),
  pay: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/pay',
    summary: 'Where an order is paid online: the address of a page of the provider, the same one as often as it is asked for',
    params: byId,
    reply: z.object({ url: z.url({ protocol: /^https?$/ }) }),
  }),
  accept: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/accept',
    summary: 'Accept an order on invoice: the invoice is made and the licences are there, in one',
    params: byId,
    reply: Order,
  }),
  withdraw: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/withdraw',
    summary: 'Ask to give an order back',
    params: byId,
    body: z.object({ reason }),
    reply: Order,
  }),
  refund: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/refund',
    summary: 'Take an order back of which no seat was used: its licences end, and the invoice is cancelled by another',
    params: byId,
    body: z.object({ reason }),
    reply: Order,
  }),
  settle: endpoint({
    ...gate,
    method: 'PUT',
    path: '/api/v1/marketplace/orders/{id}/paid',
    summary: 'Say on which day the invoice of an order was paid; null takes it back',
    params: byId,
    body: z.object({ paid_on: day.nullable() }),
    reply: Order,
  }),
  setBudget: endpoint({
    ...gate,
    method: 'PUT',
    path: '/api/v1/marketplace/budget',
    summary: 'What the own school may spend in this school year; null for no budget',
    body: z.object({ cents: z.int().min(0).max(1_000_000_000).nullable() }),
    reply: Budget,
  }),
  invoice: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders/{id}/invoice',
    summary: 'The invoice of an order, or what cancels it: as PDF with the same as data in it (ZUGFeRD), or as XRechnung (UBL)',
    params: byId,
    query: z.object({
      kind: z.enum(['invoice', 'cancellation']).default('invoice'),
      as: z.enum(['pdf', 'xml']).default('pdf'),
      lang: language.default('de'),
    }),
    reply: 'stream',
  }),
};
