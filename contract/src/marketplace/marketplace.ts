/** Products in the marketplace of a district and their offers (docs/behaviour/marketplace.md#products). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { addressOrEmpty, byId, byMediaId, count, day, identifier, line, text, version } from '../fields.ts';
import { MAIN_SUBJECTS } from '../reference/main-subjects.ts';
import { MAX_NOTE } from '../library/library.ts';
import { WISH_STATES } from '../library/wishes.ts';
import { page, pageOf } from '../paging.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../tables/tables.ts';
import { Trial } from './trials.ts';
import {
  MAX_MEDIA,
  MAX_OFFERS,
  MAX_PRICE,
  MAX_QUANTITY,
  OFFER_RUNTIMES,
  OFFER_SCOPES,
  PRODUCT_KINDS,
  PRODUCT_STATES,
  VAT_RATES,
} from './rules.ts';
import { NewSeller, Seller } from './seller.ts';
import { LICENCE_AUDIENCES } from '../catalogue/audiences.ts';

export * from './seller.ts';

const cents = z.int32();
const SUBJECTS = MAIN_SUBJECTS.map(({ code }) => code);
const subject = z.string().refine((code) => SUBJECTS.includes(code), { message: 'choice' });
const grade = z.int().min(1).max(13).nullable();

/** Terms of an offer. */
const terms = {
  scope: z.enum(OFFER_SCOPES),
  /** Number of seats per unit, or 0 for no limit. */
  seats: z.int().min(0).max(100_000),
  runtime: z.enum(OFFER_RUNTIMES),
  runtime_days: z.int().min(1).max(3_660).nullable(),
  runtime_until: day.nullable(),
  audience: z.enum(LICENCE_AUDIENCES),
};
const sale = {
  sale_from: day.nullable(),
  sale_to: day.nullable(),
  min_quantity: z.int().min(1).max(MAX_QUANTITY),
  max_quantity: z.int().min(1).max(MAX_QUANTITY).nullable(),
};
const vat = z.union(VAT_RATES.map((rate) => z.literal(rate)));

/** Offer. `price` and `gross` (including VAT) are in cents per unit, or `null` for users who may not see prices. `open` means on sale today. */
export const Offer = z.object({
  ...terms,
  ...sale,
  id: z.uuid(),
  price: cents.nullable(),
  vat: vat.nullable(),
  gross: cents.nullable(),
  open: z.boolean(),
});
export type Offer = z.output<typeof Offer>;

export const NewOffer = z.object({
  ...terms,
  seats: terms.seats.default(0),
  runtime_days: terms.runtime_days.default(null),
  runtime_until: terms.runtime_until.default(null),
  audience: terms.audience.default('all'),
  /** ID of an existing offer. Omitted for a new one. */
  id: z.uuid().optional(),
  price: cents.min(0).max(MAX_PRICE),
  vat,
  sale_from: sale.sale_from.default(null),
  sale_to: sale.sale_to.default(null),
  min_quantity: sale.min_quantity.default(1),
  max_quantity: sale.max_quantity.default(null),
});
export type NewOffer = z.output<typeof NewOffer>;

const about = {
  kind: z.enum(PRODUCT_KINDS),
  title: z.string(),
  publisher: z.string(),
  about: z.string(),
  subjects: z.array(z.string()),
  grade_from: grade,
  grade_to: grade,
};

export const ProductItem = z.object({
  ...about,
  id: z.uuid(),
  number: z.string(),
  state: z.enum(PRODUCT_STATES),
  cover: z.string(),
  media: count,
  /** Number of media in the product that the user or the user's school already has. */
  had: count,
  /** Lowest price including VAT in cents. `null` if nothing is on sale or the user may not see prices. */
  from: cents.nullable(),
  /** Number of users in the school who have requested the product. */
  wishes: count,
});
export type ProductItem = z.output<typeof ProductItem>;

export const WISH_STEPS = ['suggested', 'examined', 'planned', 'bought', 'declined'] as const;

export const Product = z.object({
  ...about,
  id: z.uuid(),
  number: z.string(),
  state: z.enum(PRODUCT_STATES),
  description: z.string(),
  sample: z.string(),
  requirements: z.string(),
  data_note: z.string(),
  /** True if the user can request a trial. `trial_at_once` means that it needs no approval by the school. */
  trial: z.boolean(),
  trial_at_once: z.boolean(),
  /** Trial of the user, or `null`. */
  tried: Trial.nullable(),
  cover: z.string(),
  version,
  offers: z.array(Offer),
  /** `had` is true if the user or their school already has the medium. */
  media: z.array(z.object({ identifier: z.string(), fn_titel: z.string(), fn_typ: z.string(), cover: z.string(), had: z.boolean() })),
  /** Other media of the school in the same subjects: their number and a selection. */
  beside: z.object({ total: count, items: z.array(z.object({ identifier: z.string(), fn_titel: z.string() })) }),
  /** Requests of colleagues with the answer of the school. `count` is the number of users. */
  wishes: z.object({ count, step: z.enum(WISH_STEPS).nullable(), answer: z.string(), own: z.boolean() }).nullable(),
  can: z.object({
    seePrices: z.boolean(),
    edit: z.boolean(),
    ask: z.boolean(),
    buy: z.boolean(),
    wish: z.boolean(),
    decideWish: z.boolean(),
    try: z.boolean(),
  }),
});
export type Product = z.output<typeof Product>;

const NewProduct = z.object({
  number: line(40).min(1),
  kind: z.enum(PRODUCT_KINDS),
  state: z.enum(PRODUCT_STATES).default('draft'),
  title: line(200).min(1),
  publisher: line(120).min(1),
  about: line(300).default(''),
  description: text(8_000).default(''),
  sample: addressOrEmpty(500).default(''),
  requirements: text(2_000).default(''),
  data_note: text(2_000).default(''),
  subjects: z.array(subject).max(8).default([]),
  grade_from: grade.default(null),
  grade_to: grade.default(null),
  trial: z.boolean().default(false),
  trial_at_once: z.boolean().default(false),
  media: z.array(identifier).min(1).max(MAX_MEDIA),
  offers: z.array(NewOffer).max(MAX_OFFERS).default([]),
});
export type NewProduct = z.output<typeof NewProduct>;

export const IMPORT_RESULTS = ['new', 'changed', 'error'] as const;
const ImportRow = z.object({
  line: count,
  /** Numbers of the table rows that belong to the product, one for each offer. */
  lines: z.array(count),
  number: z.string(),
  title: z.string(),
  offers: count,
  result: z.enum(IMPORT_RESULTS),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type ImportRow = z.output<typeof ImportRow>;

/** The district decides who can see products. Only teachers and managers see prices (docs/behaviour/marketplace.md#rights). */
const shop = { access: 'user', guests: 'always' } as const;

export const marketplace = {
  products: endpoint({
    ...shop,
    setting: 'LinkToMP',
    method: 'GET',
    path: '/api/v1/marketplace/products',
    summary: 'Products of the district, for guests of all districts; with `manage` also those not on sale',
    query: z.object({
      ...page,
      q: text(100).default(''),
      kind: z.union([z.literal(''), z.enum(PRODUCT_KINDS)]).default(''),
      subject: z.union([z.literal(''), subject]).default(''),
      grade: z.union([z.literal(''), z.coerce.number().int().min(1).max(13)]).default(''),
      sort: z.enum(['title', 'newest', 'wished']).default('title'),
      manage: z.stringbool().default(false),
    }),
    reply: pageOf(ProductItem).extend({
      can: z.object({ seePrices: z.boolean(), manage: z.boolean(), ask: z.boolean(), buy: z.boolean(), approve: z.boolean() }),
      /** Main subjects with the number of their products. */
      subjects: z.array(z.object({ code: z.string(), products: count })),
    }),
  }),
  product: endpoint({
    ...shop,
    method: 'GET',
    path: '/api/v1/marketplace/products/{id}',
    summary: 'A product with its offers, and what the school already has of it',
    params: byId,
    reply: Product,
  }),
  ofMedium: endpoint({
    method: 'GET',
    path: '/api/v1/marketplace/of/{mediaId}',
    summary: 'Products that contain a medium, at most 3',
    access: 'user',
    guests: 'always',
    setting: 'LinkToMP',
    params: byMediaId,
    reply: z.object({ items: z.array(z.object({ id: z.uuid(), title: z.string(), publisher: z.string() })) }),
  }),
  createProduct: endpoint({
    method: 'POST',
    path: '/api/v1/marketplace/products',
    summary: 'Add a product to the marketplace of the district',
    access: 'user',
    body: NewProduct,
    reply: z.object({ id: z.uuid() }),
  }),
  changeProduct: endpoint({
    method: 'PUT',
    path: '/api/v1/marketplace/products/{id}',
    summary: 'Change a product with its media and offers; purchases stay unchanged',
    access: 'user',
    params: byId,
    body: NewProduct.extend({ version }),
    reply: done,
  }),
  wishProduct: endpoint({
    method: 'POST',
    path: '/api/v1/marketplace/products/{id}/wish',
    summary: 'Request a product for the school: the first of its media the school does not have',
    access: 'user',
    params: byId,
    body: z.object({ note: text(MAX_NOTE).default('') }),
    reply: done,
  }),
  decideWishes: endpoint({
    method: 'PUT',
    path: '/api/v1/marketplace/products/{id}/wish',
    summary: 'Decide on all requests of the school for a product; the requesting users are notified',
    access: 'user',
    params: byId,
    body: z.object({ state: z.enum(WISH_STATES), answer: text(MAX_NOTE).default('') }),
    /** `ids` lists the decided requests, with which the decision can be undone. */
    reply: z.object({ decided: count, ids: z.array(z.uuid()) }),
  }),
  importProducts: endpoint({
    method: 'POST',
    path: '/api/v1/marketplace/import',
    summary: 'Import products from a table with one offer per row; with `dry_run` a preview',
    access: 'user',
    bodyLimit: TABLE_BODY,
    body: z.object({ ...tableFile, dry_run: z.boolean() }),
    reply: z.object({ table: RecognisedTable, rows: z.array(ImportRow), created: count, changed: count, left_out: count }),
  }),
  seller: endpoint({
    method: 'GET',
    path: '/api/v1/marketplace/seller',
    summary: 'Seller of the district; null if none is entered, so nothing can be bought',
    access: 'user',
    reply: z.object({ seller: Seller.extend({ version, terms_version: count }).nullable() }),
  }),
  setSeller: endpoint({
    method: 'PUT',
    path: '/api/v1/marketplace/seller',
    summary: 'Set the seller of the district; the prefix of its numbers cannot change after the first invoice',
    access: 'user',
    body: NewSeller.extend({ version: version.default(0) }),
    reply: done,
  }),
};
