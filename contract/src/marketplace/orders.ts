/** Orders of the marketplace (docs/behaviour/marketplace.md#orders). */
import { tableQuery } from '../table-file.ts';
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, day, language, line, text, version } from '../fields.ts';
import { page, pageOf } from '../paging.ts';
import { Budget, InvoiceTo, Order, OrderItem } from './order.ts';
import { PAYS } from './order-states.ts';
import { MAX_QUANTITY } from './rules.ts';

export * from './order.ts';

const cents = z.int32();

const purchase = {
  /** Displayed total; the call fails if it has changed. */
  gross: cents,
  cost_centre: line(60).default(''),
  invoice_to: InvoiceTo,
  /** Version of the accepted terms of sale. */
  terms_version: version,
  /** Confirms that the order exceeds the budget. */
  over_budget: z.boolean().default(false),
  /** Adds a code for all seats to licences with personal seats. */
  codes: z.boolean().default(false),
  /** `online` requires a payment provider. */
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
      /** Default invoice address: that of the school or district. */
      invoice_to: z.object({
        name: z.string(),
        street: z.string(),
        postcode: z.string(),
        city: z.string(),
        email: z.string(),
        reference: z.string(),
      }),
      /** True if online payment is possible. */
      online: z.boolean(),
      budget: Budget.nullable(),
    }),
  }),
  addLine: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/lines',
    summary: 'Put an offer into the cart; again is another quantity',
    body: z.object({ offer_id: z.uuid(), quantity: z.int().min(1).max(MAX_QUANTITY) }),
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
    once: true,
    summary: 'Ask the administrator of the school to buy what is in the cart',
    body: z.object({ note: text(500).default('') }),
    reply: Order,
  }),
  buy: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/buy',
    once: true,
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
      /** Number and total of the matching orders with an unpaid invoice. */
      unpaid: z.object({ count, gross: z.int() }),
    }),
  }),
  exportOrders: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders/export',
    summary: 'The same as a table',
    query: z.object({ all: z.stringbool().default(false), unpaid: z.stringbool().default(false), ...tableQuery }),
    heavy: true,
    reply: 'stream',
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
    once: true,
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
    once: true,
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
    heavy: true,
    reply: 'stream',
  }),
};
