/** Editing the products of a district and the details of its seller (docs/behaviour/marketplace.md#keeping-products). */
import type { Input } from '@fundus/contract/endpoint';
import { AppError, notFound, rejectInvalidFields, type FieldProblem } from '@fundus/contract/errors';
import type { marketplace, NewProduct } from '@fundus/contract/marketplace/marketplace';
import { isDuplicate } from '../../../db/is-duplicate.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { hasNumbers } from '../orders/order-repository.ts';
import { mayManageMarketplace } from '../policy.ts';
import { findProduct } from './product-repository.ts';
import { findSeller, insertProduct, listNamed, saveSeller, setContents, updateProduct } from '../write-repository.ts';

/** Returns the district whose products the user may edit. Throws `forbidden` if there is none. */
export function requireEditableDistrict({ user }: UserCtx): string {
  if (!mayManageMarketplace(user) || user.district_id === null) throw new AppError('forbidden');
  return user.district_id;
}

/** Returns violations of rules that involve several fields, which the schema cannot express. */
export function checkProduct({ grade_from, grade_to, media, offers, state }: Omit<NewProduct, 'number'>): FieldProblem[] {
  const problems: (FieldProblem | false)[] = [
    (grade_from === null) !== (grade_to === null) && { field: 'grade_to', rule: 'required' },
    grade_from !== null && grade_to !== null && grade_to < grade_from && { field: 'grade_to', rule: 'range' },
    new Set(media).size < media.length && { field: 'media', rule: 'duplicate' },
    state === 'active' && offers.length === 0 && { field: 'offers', rule: 'required' },
    ...offers.flatMap((offer, i): (FieldProblem | false)[] => {
      const at = (field: string, rule: string): FieldProblem => ({ field: `offers.${i}.${field}`, rule });
      return [
        (offer.scope === 'volume' || offer.scope === 'group') && offer.seats === 0 && at('seats', 'required'),
        offer.runtime === 'days' && offer.runtime_days === null && at('runtime_days', 'required'),
        offer.runtime === 'until_date' && offer.runtime_until === null && at('runtime_until', 'required'),
        offer.sale_from !== null && offer.sale_to !== null && offer.sale_to < offer.sale_from && at('sale_to', 'range'),
        offer.max_quantity !== null && offer.max_quantity < offer.min_quantity && at('max_quantity', 'range'),
      ];
    }),
  ];
  return problems.filter((problem) => problem !== false);
}

/** Returns a problem if a medium is unknown or free of charge. */
async function checkMedia(ctx: UserCtx, media: readonly string[]): Promise<FieldProblem[]> {
  const known = new Map((await listNamed(ctx.db, media)).map((row) => [row.identifier, row]));
  if (media.some((identifier) => !known.has(identifier))) return [{ field: 'media', rule: 'unknown' }];
  return media.some((identifier) => known.get(identifier)!.free) ? [{ field: 'media', rule: 'free' }] : [];
}

const numberTaken = (error: unknown): never => {
  if (isDuplicate(error)) throw new AppError('already_exists', { field: 'number' });
  throw error;
};

export async function createProduct(ctx: UserCtx, { media, offers, ...product }: NewProduct): Promise<{ id: string }> {
  const district_id = requireEditableDistrict(ctx);
  rejectInvalidFields([...checkProduct({ ...product, media, offers }), ...(await checkMedia(ctx, media))]);
  const [id, at] = [newId(ctx.now), { created_at: ctx.now, changed_at: ctx.now }];
  await insertProduct(ctx.db, { ...product, ...at, id, district_id }).catch(numberTaken);
  await setContents(ctx.db, id, { media, offers }, ctx.now);
  await recordAudit(ctx, 'product.create', null, { id, number: product.number, state: product.state });
  return { id };
}

export async function changeProduct(
  ctx: UserCtx,
  id: string,
  body: Input<typeof marketplace.changeProduct>['body'],
): Promise<{ ok: true }> {
  const district_id = requireEditableDistrict(ctx);
  const before = await findProduct(ctx.db, id, district_id);
  if (!before) throw notFound();
  const { media, offers, version, ...product } = body;
  rejectInvalidFields([...checkProduct(body), ...(await checkMedia(ctx, media))]);
  const changed = await updateProduct(ctx.db, id, version, { ...product, changed_at: ctx.now }).catch(numberTaken);
  if (!changed) throw new AppError('version_conflict');
  await setContents(ctx.db, id, { media, offers }, ctx.now);
  await recordAudit(ctx, 'product.change', { id, state: before.state }, { number: product.number, state: product.state });
  return { ok: true };
}

export async function readSeller(ctx: UserCtx) {
  const { district_id: _, ...seller } = (await findSeller(ctx.db, requireEditableDistrict(ctx))) ?? { district_id: '' };
  return { seller: 'prefix' in seller ? seller : null };
}

export async function setSeller(ctx: UserCtx, { version, ...seller }: Input<typeof marketplace.setSeller>['body']): Promise<{ ok: true }> {
  const district_id = requireEditableDistrict(ctx);
  rejectInvalidFields([seller.vat_id === '' && seller.tax_number === '' && { field: 'vat_id', rule: 'required' }]);
  const before = await findSeller(ctx.db, district_id);
  if (before && before.prefix !== seller.prefix && (await hasNumbers(ctx.db, district_id)))
    throw new AppError('state_conflict', { field: 'prefix' });
  let saved: boolean;
  try {
    saved = await saveSeller(ctx.db, district_id, version, seller);
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('already_exists', { field: 'prefix' });
    throw error;
  }
  if (!saved) throw new AppError('version_conflict');
  await recordAudit(ctx, 'marketplace.seller', before ? { prefix: before.prefix } : null, { prefix: seller.prefix });
  return { ok: true };
}
