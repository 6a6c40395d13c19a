/** Imports products from a table with one row per offer (docs/behaviour/marketplace.md#keeping-products). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { ImportRow, marketplace, NewOffer, NewProduct } from '@fundus/contract/marketplace/marketplace';
import { MAX_OFFERS } from '@fundus/contract/marketplace/rules';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import type * as importTable from './import-table.ts';
import type { Column, ReadProducts, ReadRow } from './import-table.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../../tables/read-content.ts';
import { checkProduct, requireEditableDistrict } from './keep.ts';
import { listOffersOf, type OfferRow } from './product-repository.ts';
import { insertProduct, listNamed, lockByNumber, setContents, updateProduct, type KnownProduct } from '../write-repository.ts';

type Problem = NonNullable<ImportRow['problem']>;
type Checked = ImportRow & { product: NewProduct | null; known: { id: string; version: number } | null };

/** Product fields that are read from each column of the file. */
const FIELDS = {
  ...{ kind: ['kind'], about: ['about'], description: ['description'], sample: ['sample'], requirements: ['requirements'] },
  ...{ data_note: ['data_note'], subjects: ['subjects'], grades: ['grade_from', 'grade_to'], trial: ['trial', 'trial_at_once'] },
} as const satisfies Partial<Record<Column, readonly (keyof NewProduct & keyof KnownProduct)[]>>;
const TERMS = ['scope', 'seats', 'runtime', 'runtime_days', 'runtime_until', 'audience'] as const;

/** Returns the existing values of all fields for which the file has no column. */
const unsaid = (columns: ReadonlySet<Column>, before: KnownProduct): Partial<NewProduct> =>
  Object.fromEntries(
    (Object.keys(FIELDS) as (keyof typeof FIELDS)[])
      .filter((column) => !columns.has(column))
      .flatMap((column) => FIELDS[column])
      .map((field) => [field, before[field]]),
  );

/** Reuses the id of an existing offer with the same terms, even if the price changed, so that carts keep the offer. */
function keepOfferIds(offers: readonly NewOffer[], had: readonly OfferRow[], columns: ReadonlySet<Column>): NewOffer[] {
  const left = [...had];
  return offers.map((offer) => {
    const at = left.findIndex((each) => TERMS.every((term) => each[term] === offer[term]));
    if (at < 0) return offer;
    const { id, vat, sale_from, sale_to, min_quantity, max_quantity } = left.splice(at, 1)[0]!;
    return { ...offer, id, sale_from, sale_to, min_quantity, max_quantity, vat: columns.has('vat') ? offer.vat : (vat as NewOffer['vat']) };
  });
}

/** Groups rows by product number. Each group is one product, described by its first row. */
const groupRows = (rows: readonly ReadRow[]): ReadRow[][] => [...Map.groupBy(rows, (row) => row.number || `?${row.line}`).values()];

/** Returns all rows of a product with its result, because a product is rejected as a whole. */
const rejectedRows = (checked: readonly Checked[]): { line: number; result: string }[] =>
  checked.flatMap(({ lines, result }) => lines.map((line) => ({ line, result })));

async function checkProducts(
  ctx: UserCtx,
  district_id: string,
  groups: readonly ReadRow[][],
  columns: ReadonlySet<Column>,
): Promise<Checked[]> {
  const found = await listNamed(ctx.db, [...new Set(groups.flat().flatMap(({ media }) => media))]);
  const known = new Map(
    (
      await lockByNumber(
        ctx.db,
        district_id,
        groups.map(([first]) => first!.number),
      )
    ).map((row) => [row.number, row]),
  );
  const offers = await listOffersOf(
    ctx.db,
    [...known.values()].map(({ id }) => id),
  );
  const offersOf = Map.groupBy(offers, ({ product_id }) => product_id);
  const byIdentifier = new Map(found.map((medium) => [medium.identifier, medium]));
  const byNumber = Map.groupBy(found, ({ fn_nr }) => fn_nr);
  const mediumOf = (name: string) => byIdentifier.get(name) ?? byNumber.get(name)?.[0];
  return groups.map((rows): Checked => {
    const first = rows[0]!;
    const before = known.get(first.number) ?? null;
    const media = first.media.map(mediumOf);
    const { line, number, problem: _, offer: __, ...about } = first;
    const product: NewProduct = {
      ...about,
      ...(before && unsaid(columns, before)),
      number,
      media: media.flatMap((medium) => medium?.identifier ?? []),
      offers: keepOfferIds(
        rows.map(({ offer }) => offer),
        (before && offersOf.get(before.id)) ?? [],
        columns,
      ),
      state: before?.state ?? 'active',
    };
    const checks: (Problem | false | undefined)[] = [
      rows.find(({ problem }) => problem)?.problem ?? false,
      media.length === 0 && { field: 'media', rule: 'required' },
      media.includes(undefined) && { field: 'media', rule: 'unknown' },
      media.some((medium) => medium?.free) && { field: 'media', rule: 'free' },
      rows.length > MAX_OFFERS && { field: 'offers', rule: 'max' },
      checkProduct(product)[0],
    ];
    const problem = checks.find((found) => found) || null;
    const result = problem ? 'error' : before ? 'changed' : 'new';
    return {
      ...{ line, number, title: product.title, offers: rows.length, result, problem },
      lines: rows.map((row) => row.line),
      product: problem ? null : product,
      known: before,
    };
  });
}

const child = readInChild<typeof importTable>(new URL('./import-table.ts', import.meta.url), { seconds: 5, megabytes: 512 }, 'content');

type Asked = Input<typeof marketplace.importProducts>['body'];

/** Reads the file. Runs outside the transaction. Throws `too_large` or `validation_failed`. */
export async function readProductImport(ctx: UserCtx, { content, mapping }: Asked): Promise<ReadProducts> {
  requireEditableDistrict(ctx);
  return child.readProducts(decodeTableContent(content), mapping);
}

/** Imports the valid rows. If `dry_run` is set, nothing is written. */
export async function importProducts(
  ctx: UserCtx,
  { dry_run }: Pick<Asked, 'dry_run'>,
  { rows, table }: ReadProducts,
): Promise<Reply<typeof marketplace.importProducts>> {
  const district_id = requireEditableDistrict(ctx);
  if (!dry_run) requireColumns(table.found);
  const checked = await checkProducts(ctx, district_id, groupRows(rows), table.has);
  const countOf = (result: ImportRow['result']): number => checked.filter((row) => row.result === result).length;
  const reply = {
    table: attachRejectedRows(table.found, table.rows, rejectedRows(checked)),
    rows: checked.map(({ product: _, known: __, ...row }) => row),
    ...{ created: countOf('new'), changed: countOf('changed'), left_out: countOf('error') },
  };
  if (dry_run) return reply;
  for (const { product, known } of checked) {
    if (!product) continue;
    const { media, offers, ...columns } = product;
    const id = known?.id ?? newId(ctx.now);
    if (known) await updateProduct(ctx.db, id, known.version, { ...columns, changed_at: ctx.now });
    else await insertProduct(ctx.db, { ...columns, id, district_id, created_at: ctx.now, changed_at: ctx.now });
    await setContents(ctx.db, id, { media, offers }, ctx.now);
  }
  await recordAudit(ctx, 'product.import', null, { created: reply.created, changed: reply.changed, left_out: reply.left_out });
  return reply;
}
