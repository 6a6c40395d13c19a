/** SQL queries that write products and sellers. */
import type { NewOffer, NewProduct, Seller } from '@fundus/contract/marketplace/marketplace';
import { sql, type Insertable } from 'kysely';
import { matchTexts, matchUuids } from '../../db/any-of.ts';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import { isOfCatalogue } from '../../visitors/own-material-repository.ts';

/** Returns media of the catalogue by identifier or media number. */
export const listNamed = (db: Db, names: readonly string[]) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_nr', 'media_item.free'])
    .where(isOfCatalogue)
    .where((eb) => eb.or([eb('media_item.identifier', '=', matchTexts(names)), eb('media_item.fn_nr', '=', matchTexts(names))]))
    .limit(20_000)
    .execute();

type Columns = Omit<NewProduct, 'media' | 'offers'>;

export const insertProduct = (
  db: Db,
  row: Columns & { id: string; district_id: string; created_at: Date; changed_at: Date },
): Promise<unknown> => db.insertInto('product').values(row).execute();

/** Updates a product. Returns false if its version has changed. */
export async function updateProduct(db: Db, id: string, version: number, set: Columns & { changed_at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product')
    .set({ ...set, version: version + 1 })
    .where('product.id', '=', id)
    .where('product.version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Replaces the contents of a product. Existing offers are updated, not recreated, because carts and requests refer to them. */
export async function setContents(
  db: Db,
  product_id: string,
  { media, offers }: { media: readonly string[]; offers: readonly NewOffer[] },
  now: Date,
) {
  await db.deleteFrom('product_medium').where('product_medium.product_id', '=', product_id).execute();
  await db
    .insertInto('product_medium')
    .values(media.map((identifier, rank) => ({ product_id, identifier, rank })))
    .execute();
  const existing = await db
    .selectFrom('product_offer')
    .select('product_offer.id')
    .where('product_offer.product_id', '=', product_id)
    .execute();
  const left = new Set(existing.map(({ id }) => id));
  const added: Insertable<Tables['product_offer']>[] = [];
  for (const [rank, { id, ...offer }] of offers.entries()) {
    const row = { ...offer, product_id, rank };
    if (id !== undefined && left.delete(id)) await db.updateTable('product_offer').set(row).where('product_offer.id', '=', id).execute();
    else added.push({ ...row, id: newId(now) });
  }
  if (added.length > 0) await db.insertInto('product_offer').values(added).execute();
  if (left.size > 0)
    await db
      .deleteFrom('product_offer')
      .where('product_offer.id', '=', matchUuids([...left]))
      .execute();
}

/** Returns products of a district by number and locks them until commit. */
export const lockByNumber = (db: Db, district_id: string, numbers: readonly string[]) =>
  db
    .selectFrom('product')
    .select(['product.id', 'product.number', 'product.version', 'product.state', 'product.kind', 'product.about', 'product.description'])
    .select(['product.sample', 'product.requirements', 'product.data_note', 'product.subjects', 'product.grade_from', 'product.grade_to'])
    .select(['product.trial', 'product.trial_at_once'])
    .where('product.district_id', '=', district_id)
    .where('product.number', '=', matchTexts(numbers))
    .orderBy('product.id')
    .forUpdate()
    .execute();
export type KnownProduct = Awaited<ReturnType<typeof lockByNumber>>[number];

export const findSeller = (db: Db, district_id: string) =>
  db.selectFrom('seller').selectAll('seller').where('seller.district_id', '=', district_id).executeTakeFirst();
export type SellerRow = NonNullable<Awaited<ReturnType<typeof findSeller>>>;

/** Saves the seller and increments the version of its terms if they changed. Returns false if the seller's version has changed. */
export async function saveSeller(db: Db, district_id: string, version: number, seller: Seller): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('seller')
    .values({ ...seller, district_id })
    .onConflict((conflict) =>
      conflict
        .column('district_id')
        .doUpdateSet({
          ...seller,
          version: sql<number>`seller.version + 1`,
          terms_version: sql<number>`seller.terms_version + (seller.terms <> excluded.terms)::int`,
        })
        .where('seller.version', '=', version),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes products of a district by number and returns the number of removed products. */
export async function removeProducts(db: Db, district_id: string, numbers: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('product')
    .where('product.district_id', '=', district_id)
    .where('product.number', '=', matchTexts(numbers))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes the seller of a district if the district has no products left. */
export const removeSeller = (db: Db, district_id: string, prefix: string): Promise<unknown> =>
  db
    .deleteFrom('seller')
    .where('seller.district_id', '=', district_id)
    .where('seller.prefix', '=', prefix)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('product').select('product.id').whereRef('product.district_id', '=', 'seller.district_id'))),
    )
    .execute();
