import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { importProducts } from './import.ts';
import { changeProduct, createProduct, readSeller, setSeller } from './keep.ts';
import { readProduct, readProducts, readProductsOf } from './products.ts';
import { decideWishes, wishProduct } from './wish.ts';

export const handlers: Handlers<typeof endpoints.marketplace> = {
  products: (ctx, { query }) => readProducts(ctx, query),
  product: (ctx, { params }) => readProduct(ctx, params.id),
  ofMedium: (ctx, { params }) => readProductsOf(ctx, params.mediaId),
  createProduct: (ctx, { body }) => createProduct(ctx, body),
  changeProduct: (ctx, { params, body }) => changeProduct(ctx, params.id, body),
  importProducts: (ctx, { body }) => importProducts(ctx, body),
  wishProduct: (ctx, { params, body }) => wishProduct(ctx, params.id, body.note),
  decideWishes: (ctx, { params, body }) => decideWishes(ctx, params.id, body),
  seller: (ctx) => readSeller(ctx),
  setSeller: (ctx, { body }) => setSeller(ctx, body),
};
