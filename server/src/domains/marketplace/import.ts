/** Products out of a table, a row an offer (docs/behaviour/marketplace.md#keeping-products). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import type { ImportRow, marketplace, NewProduct } from '@fundus/contract/marketplace/marketplace';
import { IMPORT_BYTES, IMPORT_ROWS, MOST_OFFERS } from '@fundus/contract/marketplace/rules';
import { decodeText } from '@fundus/contract/setup/texts';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { readProductTable, type ReadRow } from './import-table.ts';
import { checkProduct, requireKept } from './keep.ts';
import { insertProduct, listNamed, lockByNumber, setContents, updateProduct } from './write-repository.ts';

type Problem = NonNullable<ImportRow['problem']>;
type Judged = ImportRow & { product: NewProduct | null; known: { id: string; version: number } | null };

/** Rows of one number are one product; what it is stands in the first of them. */
function groupRows(rows: readonly ReadRow[]): ReadRow[][] {
  const groups = new Map<string, ReadRow[]>();
  for (const row of rows) groups.set(row.number || `?${row.line}`, [...(groups.get(row.number || `?${row.line}`) ?? []), row]);
  return [...groups.values()];
}

async function judge(ctx: UserCtx, district_id: string, groups: readonly ReadRow[][]): Promise<Judged[]> {
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
  const mediumOf = (name: string) => found.find(({ identifier }) => identifier === name) ?? found.find(({ fn_nr }) => fn_nr === name);
  return groups.map((rows): Judged => {
    const first = rows[0]!;
    const before = known.get(first.number) ?? null;
    const media = first.media.map(mediumOf);
    const { line, number, problem: _, offer: __, ...about } = first;
    const product: NewProduct = {
      ...about,
      number,
      media: media.flatMap((medium) => medium?.identifier ?? []),
      offers: rows.map(({ offer }) => offer),
      state: before?.state ?? 'active',
    };
    const checks: (Problem | false | undefined)[] = [
      rows.find(({ problem }) => problem)?.problem ?? false,
      media.length === 0 && { field: 'media', rule: 'required' },
      media.includes(undefined) && { field: 'media', rule: 'unknown' },
      media.some((medium) => medium?.free) && { field: 'media', rule: 'free' },
      rows.length > MOST_OFFERS && { field: 'offers', rule: 'max' },
      checkProduct(product)[0],
    ];
    const problem = checks.find((found) => found) || null;
    const result = problem ? 'error' : before ? 'changed' : 'new';
    return {
      ...{ line, number, title: product.title, offers: rows.length, result, problem },
      product: problem ? null : product,
      known: before,
    };
  });
}

/** What cannot be read is left out; with `dry_run` it is only said what would happen. */
export async function importProducts(
  ctx: UserCtx,
  { content, dry_run }: Input<typeof marketplace.importProducts>['body'],
): Promise<Reply<typeof marketplace.importProducts>> {
  const district_id = requireKept(ctx);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > IMPORT_BYTES) throw new AppError('too_large', { field: 'content', details: { most: IMPORT_BYTES } });
  const rows = readProductTable(decodeText(bytes));
  if (rows.length === 0) throw invalid('content', 'empty');
  if (rows.length > IMPORT_ROWS) throw invalid('content', 'max', { most: IMPORT_ROWS });
  const judged = await judge(ctx, district_id, groupRows(rows));
  const countOf = (result: ImportRow['result']): number => judged.filter((row) => row.result === result).length;
  const reply = {
    rows: judged.map(({ product: _, known: __, ...row }) => row),
    ...{ created: countOf('new'), changed: countOf('changed'), left_out: countOf('error') },
  };
  if (dry_run) return reply;
  for (const { product, known } of judged) {
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
