/** SQL queries for finding and reading products. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { matchUuids } from '../../../db/any-of.ts';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';

/** Products of one district, or of all districts if `district_id` is `null`. `manage` includes products that are not on sale. */
export type Shop = { district_id: string | null; manage: boolean };
export type ProductQuery = { q: string; kind: string; subject: string; grade: number | '' };

const selectOf = (db: Db, { district_id, manage }: Shop, { q, kind, subject, grade }: ProductQuery) =>
  db
    .selectFrom('product')
    .$if(district_id !== null, (rows) => rows.where('product.district_id', '=', district_id!))
    .$if(!manage, (rows) => rows.where('product.state', '=', 'active'))
    .$if(kind !== '', (rows) => rows.where('product.kind', '=', kind as 'media'))
    .$if(subject !== '', (rows) => rows.where(sql<boolean>`${subject} = any(product.subjects)`))
    .$if(grade !== '', (rows) =>
      rows.where(sql<boolean>`(product.grade_from is null or ${grade} between product.grade_from and product.grade_to)`),
    )
    .$if(q !== '', (rows) =>
      // The database folds the case of both sides, because it also folded the stored words.
      rows.where(sql<boolean>`product.words like lower(${containsPattern(q)})`),
    );

const COLUMNS = [
  'product.id',
  'product.district_id',
  'product.number',
  'product.kind',
  'product.state',
  'product.title',
  'product.publisher',
  'product.about',
  'product.subjects',
  'product.grade_from',
  'product.grade_to',
] as const;

/** Selects the number of users of a school who wish for a medium of each product. */
const selectWishes = (db: Db, school: string | null) =>
  db
    .selectFrom('wish')
    .innerJoin('product_medium', 'product_medium.identifier', 'wish.identifier')
    .select('product_medium.product_id')
    .select(sql<number>`count(distinct wish.person_id)`.as('people'))
    .where('wish.school_id', '=', school)
    .where('wish.state', '<>', 'declined')
    .groupBy('product_medium.product_id');

/** Returns the number of wishing users for the given products only. Counting all products is needed only to sort by wishes. */
export async function countWishes(db: Db, school: string | null, products: readonly string[]): Promise<Map<string, number>> {
  if (school === null || products.length === 0) return new Map();
  const rows = await selectWishes(db, school).where('product_medium.product_id', '=', matchUuids(products)).execute();
  return new Map(rows.map(({ product_id, people }) => [product_id, people]));
}

type Sorted = { sort: 'title' | 'newest' | 'wished'; school: string | null; offset: number; limit: number };

export const listProducts = (db: Db, shop: Shop, found: ProductQuery, { sort, school, offset, limit }: Sorted) =>
  selectOf(db, shop, found)
    .select(COLUMNS)
    .$if(sort === 'wished', (rows) =>
      rows
        .leftJoin(selectWishes(db, school).as('wished'), (join) => join.onRef('wished.product_id', '=', 'product.id'))
        .orderBy(sql`coalesce(wished.people, 0)`, 'desc'),
    )
    .$if(sort === 'newest', (rows) => rows.orderBy('product.created_at', 'desc'))
    .orderBy('product.title')
    .orderBy('product.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countProducts(db: Db, shop: Shop, found: ProductQuery): Promise<number> {
  const row = await selectOf(db, shop, found)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns the number of products per main subject. Products with identical subjects are grouped first, so that fewer rows are expanded. */
export const countSubjects = (db: Db, { district_id, manage }: Shop) =>
  db
    .selectFrom(
      db
        .selectFrom('product')
        .$if(district_id !== null, (rows) => rows.where('product.district_id', '=', district_id!))
        .$if(!manage, (rows) => rows.where('product.state', '=', 'active'))
        .select(['product.subjects', sql<number>`count(*)`.as('n')])
        .groupBy('product.subjects')
        .as('alike'),
    )
    .select([sql<string>`unnest(alike.subjects)`.as('code'), sql<number>`sum(alike.n)::int`.as('products')])
    .groupBy('code')
    .orderBy('code')
    .limit(100)
    .execute();

/** Selects a product of a district, or of any district if `district_id` is `null`. */
const selectProduct = (db: Db, id: string, district_id: string | null) =>
  db
    .selectFrom('product')
    .select(COLUMNS)
    .select([
      'product.description',
      'product.sample',
      'product.requirements',
      'product.data_note',
      'product.trial',
      'product.trial_at_once',
      'product.version',
    ])
    .where('product.id', '=', id)
    .$if(district_id !== null, (rows) => rows.where('product.district_id', '=', district_id!));

export const findProduct = (db: Db, id: string, district_id: string | null) => selectProduct(db, id, district_id).executeTakeFirst();

/** Returns the product with its media, offers and seller in a single query. */
export const findProductPage = (db: Db, id: string, district_id: string | null) =>
  selectProduct(db, id, district_id)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('product_medium')
          .innerJoin('media_item', 'media_item.identifier', 'product_medium.identifier')
          .select(MEDIA_COLUMNS)
          .whereRef('product_medium.product_id', '=', 'product.id')
          .orderBy('product_medium.rank'),
      ).as('media'),
      jsonArrayFrom(
        eb
          .selectFrom('product_offer')
          .selectAll('product_offer')
          .whereRef('product_offer.product_id', '=', 'product.id')
          .orderBy('product_offer.rank'),
      ).as('offers'),
      eb.exists(eb.selectFrom('seller').select('seller.district_id').whereRef('seller.district_id', '=', 'product.district_id')).as('sold'),
    ])
    .executeTakeFirst();
export type ProductRow = NonNullable<Awaited<ReturnType<typeof findProduct>>>;

const MEDIA_COLUMNS = [
  'product_medium.product_id',
  'media_item.identifier',
  'media_item.fn_titel',
  'media_item.fn_typ',
  'media_item.fn_nr',
  'media_item.is_mediathek',
] as const;

/** Returns the media of several products in the order defined by each product. */
export const listMediaOf = (db: Db, products: readonly string[]) =>
  db
    .selectFrom('product_medium')
    .innerJoin('media_item', 'media_item.identifier', 'product_medium.identifier')
    .select(MEDIA_COLUMNS)
    .where('product_medium.product_id', '=', matchUuids(products))
    .orderBy('product_medium.product_id')
    .orderBy('product_medium.rank')
    .execute();

export const listOffersOf = (db: Db, products: readonly string[]) =>
  db
    .selectFrom('product_offer')
    .selectAll('product_offer')
    .where('product_offer.product_id', '=', matchUuids(products))
    .orderBy('product_offer.product_id')
    .orderBy('product_offer.rank')
    .execute();
export type OfferRow = Awaited<ReturnType<typeof listOffersOf>>[number];

/** Returns the wishes of a school's users for the media of a product. */
export const listWishesFor = (db: Db, product: string, school: string) =>
  db
    .selectFrom('wish')
    .innerJoin('product_medium', 'product_medium.identifier', 'wish.identifier')
    .select(['wish.id', 'wish.person_id', 'wish.state', 'wish.answer', 'wish.changed_at'])
    .where('product_medium.product_id', '=', product)
    .where('wish.school_id', '=', school)
    .orderBy('wish.changed_at', 'desc')
    .limit(500)
    .execute();

/**
 * Returns media in the given main subjects for which the school has its own licences, except those in `but`. Starts from the licences to avoid a scan
 * of the catalogue.
 */
export async function listSchoolMedia(
  db: Db,
  school: string,
  subjects: readonly string[],
  but: readonly string[],
  day: string,
  most: number,
) {
  const { rows } = await sql<{ identifier: string; fn_titel: string; total: number }>`
    select media_item.identifier, media_item.fn_titel, count(*) over () as total
    from media_item
    where media_item.identifier in (select licence.identifier from licence where licence.school_id = ${school}
        and licence.withdrawn_at is null and not licence.hidden and coalesce(licence.valid_to >= ${day}, true))
      -- Codes have no blanks; one text of all is read sooner than each by itself.
      and ' ' || array_to_string(media_item.fn_geb, ' ') like any(${sql.val(subjects.map((code) => `% ${code}%`))}::text[])
      and media_item.identifier <> all(${sql.val([...but])}::text[])
    order by media_item.fn_titel, media_item.identifier limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, items: rows.map(({ identifier, fn_titel }) => ({ identifier, fn_titel })) };
}

/** Returns the products on sale that contain a medium. */
export const listProductsOf = (db: Db, identifier: string, district_id: string | null, most: number) =>
  db
    .selectFrom('product_medium')
    .innerJoin('product', 'product.id', 'product_medium.product_id')
    .select(['product.id', 'product.title', 'product.publisher'])
    .where('product_medium.identifier', '=', identifier)
    .where('product.state', '=', 'active')
    .$if(district_id !== null, (rows) => rows.where('product.district_id', '=', district_id!))
    .orderBy('product.title')
    .orderBy('product.id')
    .limit(most)
    .execute();
