/** Orders of the marketplace (docs/behaviour/marketplace.md#orders). */
import { tableQuery } from '../table-file.ts';
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, day, language, line, text, version } from '../fields.ts';
import { page, pageOf } from '../paging.ts';
import { Budget, InvoiceTo, Order, OrderItem } from './order.ts';
import { PAYMENT_METHODS } from './order-states.ts';
import { MAX_QUANTITY } from './rules.ts';

export * from './order.ts';

const cents = z.int32();

const purchase = {
  /** Total that was displayed. The call fails if it has changed. */
  gross: cents,
  cost_centre: line(60).default(''),
  invoice_to: InvoiceTo,
  /** Version of the accepted terms of sale. */
  terms_version: version,
  /** True to confirm that the order exceeds the budget. */
  over_budget: z.boolean().default(false),
  /** True to add a code for all seats to licences with personal seats. */
  codes: z.boolean().default(false),
  /** Payment method. `online` requires a payment provider. */
  pays: z.enum(PAYMENT_METHODS).default('invoice'),
};

const gate = { access: 'user' } as const;
const reason = text(500).min(1);

export const orders = {
  cart: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/cart',
    summary: 'Cart of the user with recipient and terms of sale; null if empty',
    reply: z.object({
      order: Order.nullable(),
      terms: z.object({ text: z.string(), version: z.int(), seller: z.string() }).nullable(),
      /** Suggested recipient of the invoice: the school or the district. */
      invoice_to: z.object({
        name: z.string(),
        street: z.string(),
        postcode: z.string(),
        city: z.string(),
        email: z.string(),
        reference: z.string(),
      }),
      /** True if the order can be paid online. */
      online: z.boolean(),
      budget: Budget.nullable(),
    }),
  }),
  addLine: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/lines',
    summary: 'Add an offer to the cart; repeating changes the quantity',
    body: z.object({ offer_id: z.uuid(), quantity: z.int().min(1).max(MAX_QUANTITY) }),
    reply: Order,
  }),
  removeLine: endpoint({
    ...gate,
    method: 'DELETE',
    path: '/api/v1/marketplace/cart/lines/{id}',
    summary: 'Remove a line from the cart',
    params: byId,
    reply: done,
  }),
  requestPurchase: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/request',
    once: true,
    summary: "Ask the school's administrator to buy the cart",
    body: z.object({ note: text(500).default('') }),
    reply: Order,
  }),
  buy: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/cart/buy',
    once: true,
    summary: 'Buy the cart on invoice or by online payment',
    body: z.object({ ...purchase, note: text(500).default('') }),
    reply: Order,
  }),
  orders: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders',
    summary:
      'Orders of the user; with `all` those of the school or district the user administers, open ones first; with `unpaid` only those with an unpaid invoice',
    query: z.object({ ...page, all: z.stringbool().default(false), unpaid: z.stringbool().default(false) }),
    reply: pageOf(OrderItem).extend({
      can: z.object({ all: z.boolean() }),
      budget: Budget.nullable(),
      /** Number and total amount of the matching orders that have an unpaid invoice. */
      unpaid: z.object({ count, gross: z.int() }),
    }),
  }),
  exportOrders: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders/export',
    summary: 'Orders as a table',
    query: z.object({ all: z.stringbool().default(false), unpaid: z.stringbool().default(false), ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  order: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders/{id}',
    summary: 'One order',
    params: byId,
    reply: Order,
  }),
  approve: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/approve',
    once: true,
    summary: 'Approve the order of a colleague: on invoice or by online payment',
    params: byId,
    body: z.object(purchase),
    reply: Order,
  }),
  decline: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/decline',
    summary: 'Decline the order of a colleague, with a reason',
    params: byId,
    body: z.object({ reason }),
    reply: Order,
  }),
  undoOrder: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/decision/undo',
    summary: 'Let a declined or approved order of a colleague wait again, until the mail about the decision is sent',
    params: byId,
    reply: Order,
  }),
  cancel: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/cancel',
    summary: 'Cancel an unconfirmed order',
    params: byId,
    reply: Order,
  }),
  pay: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/pay',
    summary: 'Payment page of an order at the provider; repeated calls return the same address',
    params: byId,
    reply: z.object({ url: z.url({ protocol: /^https?$/ }) }),
  }),
  accept: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/accept',
    once: true,
    summary: 'Accept an order on invoice: creates the invoice and the licences',
    params: byId,
    reply: Order,
  }),
  withdraw: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/withdraw',
    summary: 'Request the return of an order',
    params: byId,
    body: z.object({ reason }),
    reply: Order,
  }),
  refund: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/marketplace/orders/{id}/refund',
    summary: 'Cancel an order without used seats: ends its licences and cancels the invoice by a credit note',
    params: byId,
    body: z.object({ reason }),
    reply: Order,
  }),
  settle: endpoint({
    ...gate,
    method: 'PUT',
    path: '/api/v1/marketplace/orders/{id}/paid',
    summary: 'Set the day on which the invoice of an order was paid; null clears it',
    params: byId,
    body: z.object({ paid_on: day.nullable() }),
    reply: Order,
  }),
  setBudget: endpoint({
    ...gate,
    method: 'PUT',
    path: '/api/v1/marketplace/budget',
    summary: "Set the school's budget for this school year; null for none",
    body: z.object({ cents: z.int().min(0).max(1_000_000_000).nullable() }),
    reply: Budget,
  }),
  invoice: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/marketplace/orders/{id}/invoice',
    summary: 'Invoice of an order, or its cancellation, as PDF with embedded data (ZUGFeRD) or as XRechnung (UBL)',
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
