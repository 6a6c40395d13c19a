/** Finding products and presenting them to a user (docs/behaviour/marketplace.md#products). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { coverHref } from '@fundus/contract/files/files';
import { grossOf, isOnSale, isSoldTo } from '@fundus/contract/marketplace/rules';
import type { marketplace, Offer, Product } from '@fundus/contract/marketplace/marketplace';
import type { Ctx } from '../../../http/context.ts';
import { buildCards, entitlementFor } from '../../catalogue/index.ts';
import { mayApprove, mayAsk, mayBuy, mayManageMarketplace, maySeePrices } from '../policy.ts';
import {
  countProducts,
  countSubjects,
  countWishes,
  findProduct,
  findProductPage,
  listSchoolMedia,
  listMediaOf,
  listOffersOf,
  listProducts,
  listProductsOf,
  type OfferRow,
  type ProductRow,
} from './product-repository.ts';
import { readTrialOf } from '../trials/trial-view.ts';
import { readWishesFor } from './wishes.ts';

const MAX_BESIDE = 5;
const MAX_LINKED = 3;

/** Returns the user's district, or `null` for guests, who see the products of all districts. */
const districtOf = (ctx: Ctx): string | null => ctx.user?.district_id ?? null;

type MediumRow = Awaited<ReturnType<typeof listMediaOf>>[number];

const groupByProduct = <T extends { product_id: string }>(rows: readonly T[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(row.product_id, [...(groups.get(row.product_id) ?? []), row]);
  return groups;
};

/** Returns the media for which the user or their school already has a valid licence. */
async function findOwnedMedia(ctx: Ctx<'search'>, media: readonly MediumRow[]): Promise<ReadonlySet<string>> {
  if (!ctx.user) return new Set();
  const cards = await buildCards(ctx, [...new Set(media.map(({ identifier }) => identifier))]);
  return new Set([...cards].filter(([, card]) => entitlementFor(ctx, card).active).map(([identifier]) => identifier));
}

const coverOf = (ctx: Ctx, media: readonly MediumRow[]): string =>
  coverHref({ identifier: '', fn_nr: null, is_mediathek: false, ...media[0] }, ctx.config.CoverService);

export async function readProducts(
  ctx: Ctx<'search'>,
  { offset, limit, sort, manage, ...found }: Input<typeof marketplace.products>['query'],
): Promise<Reply<typeof marketplace.products>> {
  const { db, user, now } = ctx;
  if (manage && !mayManageMarketplace(user)) throw new AppError('forbidden');
  const shop = { district_id: districtOf(ctx), manage };
  const rows = await listProducts(db, shop, found, { sort, school: user?.school_id ?? null, offset, limit });
  const ids = rows.map(({ id }) => id);
  const [media, offers] = [await listMediaOf(db, ids), await listOffersOf(db, ids)];
  const wishes = await countWishes(db, user?.school_id ?? null, ids);
  const owned = await findOwnedMedia(ctx, media);
  const [mediaOf, offersOf] = [groupByProduct(media), groupByProduct(offers)];
  const day = today(now);
  // The lowest price shown to a school ignores offers for districts. Editors see all offers.
  const isForReader = (offer: OfferRow): boolean => mayManageMarketplace(user) || isSoldTo(offer, user?.school_id ?? null);
  return {
    total: await countProducts(db, shop, found),
    ...{ offset, limit },
    items: rows.map(({ district_id: _, ...row }) => {
      const own = mediaOf.get(row.id) ?? [];
      const prices = (offersOf.get(row.id) ?? []).filter((offer) => isOnSale(offer, day) && isForReader(offer)).map(grossOf);
      return {
        ...row,
        cover: coverOf(ctx, own),
        media: own.length,
        had: own.filter(({ identifier }) => owned.has(identifier)).length,
        wishes: wishes.get(row.id) ?? 0,
        from: maySeePrices(user) && prices.length > 0 ? Math.min(...prices) : null,
      };
    }),
    can: {
      seePrices: maySeePrices(user),
      manage: mayManageMarketplace(user),
      ask: mayAsk(user),
      buy: mayBuy(user),
      approve: mayApprove(user),
    },
    subjects: await countSubjects(db, shop),
  };
}

/** Returns a product visible to the user. Drafts are visible to editors only. Throws `not_found`. */
export const requireProduct = async (ctx: Ctx, id: string): Promise<ProductRow> =>
  requireShown(ctx, await findProduct(ctx.db, id, districtOf(ctx)));

function requireShown<Row extends ProductRow>({ user }: Ctx, product: Row | undefined): Row {
  if (!product || (product.state !== 'active' && !(mayManageMarketplace(user) && product.district_id === user!.district_id)))
    throw notFound();
  return product;
}

const presentOffer = (ctx: Ctx, offer: OfferRow): Offer => {
  const { product_id: _, rank: __, price, vat, ...terms } = offer;
  const sees = maySeePrices(ctx.user);
  return {
    ...terms,
    price: sees ? price : null,
    vat: sees ? (vat as 0 | 7 | 19) : null,
    gross: sees ? grossOf(offer) : null,
    open: isOnSale(offer, today(ctx.now)),
  };
};

export async function readProduct(ctx: Ctx<'search'>, id: string): Promise<Product> {
  const { db, user, now } = ctx;
  const { media, offers: rows, sold, ...row } = requireShown(ctx, await findProductPage(db, id, districtOf(ctx)));
  const { district_id: _, ...product } = row;
  const offers = rows.map((offer) => presentOffer(ctx, offer));
  const names = media.map(({ identifier }) => identifier);
  // These queries are independent and run concurrently.
  const [trial, had, wishes, beside] = await Promise.all([
    readTrialOf(ctx, row),
    findOwnedMedia(ctx, media),
    readWishesFor(ctx, id),
    user?.school_id && maySeePrices(user)
      ? listSchoolMedia(db, user.school_id, product.subjects, names, today(now), MAX_BESIDE)
      : { total: 0, items: [] },
  ]);
  const sells =
    product.state === 'active' && Boolean(sold) && offers.some((offer) => offer.open && isSoldTo(offer, user?.school_id ?? null));
  return {
    ...product,
    cover: coverOf(ctx, media),
    offers: mayManageMarketplace(user) ? offers : offers.filter(({ open }) => open),
    media: media.map((medium) => ({
      ...{ identifier: medium.identifier, fn_titel: medium.fn_titel, fn_typ: medium.fn_typ },
      cover: coverHref(medium, ctx.config.CoverService),
      had: had.has(medium.identifier),
    })),
    beside,
    wishes,
    tried: trial.tried,
    can: {
      seePrices: maySeePrices(user),
      edit: mayManageMarketplace(user),
      ask: sells && mayAsk(user),
      buy: sells && mayBuy(user),
      wish: wishes !== null && !wishes.own && product.state === 'active' && had.size < media.length,
      decideWish: mayApprove(user),
      try: trial.try,
    },
  };
}

export async function readProductsOf(ctx: Ctx, mediaId: string): Promise<Reply<typeof marketplace.ofMedium>> {
  return { items: await listProductsOf(ctx.db, mediaId, districtOf(ctx), MAX_LINKED) };
}
