import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { setBudget } from './orders/budget.ts';
import { addLine, requestPurchase, buyCart, removeLine, readCart } from './orders/cart.ts';
import { importProducts, readProductImport } from './products/import.ts';
import type { ReadProducts } from './products/import-table.ts';
import { changeProduct, createProduct, readSeller, setSeller } from './products/keep.ts';
import {
  acceptOrder,
  approveOrder,
  cancelOrder,
  declineOrder,
  undoOrder,
  readOrder,
  readOrders,
  refund,
  setInvoicePaid,
  withdrawOrder,
} from './orders/orders.ts';
import { exportOrders } from './orders/order-table.ts';
import { openPage, payOrder } from './payment/pay.ts';
import { sendInvoice } from './invoices/send-invoice.ts';
import { requestTrial, decideTrial, endTrial, readTrials, undoTrial } from './trials/trials.ts';
import { readProduct, readProducts, readProductsOf } from './products/products.ts';
import { decideWishes, wishProduct } from './products/wish.ts';

export const handlers: Handlers<typeof endpoints.marketplace, 'payment' | 'search'> = {
  products: (ctx, { query }) => readProducts(ctx, query),
  product: (ctx, { params }) => readProduct(ctx, params.id),
  ofMedium: (ctx, { params }) => readProductsOf(ctx, params.mediaId),
  createProduct: (ctx, { body }) => createProduct(ctx, body),
  changeProduct: (ctx, { params, body }) => changeProduct(ctx, params.id, body),
  importProducts: {
    before: (ctx, { body }) => readProductImport(ctx, body),
    write: (ctx, { body }, products: ReadProducts) => importProducts(ctx, body, products),
  },
  trials: (ctx, { query }) => readTrials(ctx, query),
  requestTrial: (ctx, { params, body }) => requestTrial(ctx, params.id, body.note),
  decideTrial: (ctx, { params, body }) => decideTrial(ctx, params.id, body),
  undoTrial: (ctx, { params }) => undoTrial(ctx, params.id),
  endTrial: (ctx, { params }) => endTrial(ctx, params.id),
  wishProduct: (ctx, { params, body }) => wishProduct(ctx, params.id, body.note),
  decideWishes: (ctx, { params, body }) => decideWishes(ctx, params.id, body),
  seller: (ctx) => readSeller(ctx),
  setSeller: (ctx, { body }) => setSeller(ctx, body),
  cart: (ctx) => readCart(ctx),
  addLine: (ctx, { body }) => addLine(ctx, body),
  removeLine: (ctx, { params }) => removeLine(ctx, params.id),
  requestPurchase: (ctx, { body }) => requestPurchase(ctx, body.note),
  buy: (ctx, { body }) => buyCart(ctx, body),
  orders: (ctx, { query }) => readOrders(ctx, query),
  exportOrders: (ctx, { query }) => exportOrders(ctx, query),
  order: (ctx, { params }) => readOrder(ctx, params.id),
  approve: (ctx, { params, body }) => approveOrder(ctx, params.id, body),
  decline: (ctx, { params, body }) => declineOrder(ctx, params.id, body.reason),
  undoOrder: (ctx, { params }) => undoOrder(ctx, params.id),
  cancel: (ctx, { params }) => cancelOrder(ctx, params.id),
  pay: {
    before: (ctx, { params }) => openPage(ctx, params.id),
    write: (ctx, { params }, opened: Awaited<ReturnType<typeof openPage>>) => payOrder(ctx, params.id, opened),
  },
  accept: (ctx, { params }) => acceptOrder(ctx, params.id),
  withdraw: (ctx, { params, body }) => withdrawOrder(ctx, params.id, body.reason),
  refund: (ctx, { params, body }) => refund(ctx, params.id, body.reason),
  settle: (ctx, { params, body }) => setInvoicePaid(ctx, params.id, body.paid_on),
  setBudget: (ctx, { body }) => setBudget(ctx, body.cents),
  invoice: (ctx, { params, query }) => sendInvoice(ctx, params.id, query),
};
