/** Choices in the form for entering a licence: media of the catalogue and schools of the district. */
import { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import type { licences } from '@fundus/contract/licences/licences';
import type { UserCtx } from '../../../http/context.ts';
import { CATALOGUE, isDistrictEditor } from '../active.ts';
import { findMedia } from '../manage-repository.ts';
import { managesLicences } from '../policy.ts';
import { listSchools } from './candidate-repository.ts';
import { mediumOf } from '../service.ts';

const MAX_MEDIA = 8;
/** Number of search results that are examined, because most may be free media. */
const LOOKED_AT = 40;
const MAX_SCHOOLS = 20;

/** Finds media by words, number or identifier. Exact matches come first, then results by search rank, and free media last. Throws `forbidden`. */
export async function findMediaToLicense(ctx: UserCtx<'search'>, q: string): Promise<Reply<typeof licences.media>> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  if (q === '') return { items: [] };
  const { hits } = await ctx.search.search({ q, filters: {}, visible: [CATALOGUE], offset: 0, limit: LOOKED_AT });
  const order = [q, ...hits.map((hit) => hit.id)];
  const rows = await findMedia(ctx.db, order, q);
  const rankOf = (row: (typeof rows)[number]): number =>
    row.fn_nr === q ? 0 : order.indexOf(row.identifier) + (row.free ? order.length : 0);
  return {
    items: rows
      .sort((a, b) => rankOf(a) - rankOf(b))
      .slice(0, MAX_MEDIA)
      .map((row) => ({
        ...mediumOf(ctx, row),
        producer: row.fn_prodname,
        year: row.year,
        free: row.free,
      })),
  };
}

export async function readSchools(ctx: UserCtx, q: string): Promise<Reply<typeof licences.schools>> {
  if (!isDistrictEditor(ctx.user)) throw new AppError('forbidden');
  const rows = await listSchools(ctx.db, ctx.user.district_id, q, MAX_SCHOOLS);
  return { items: rows.map(({ id, name, number, city }) => ({ id, name, about: [number, city].filter(Boolean).join(' · ') })) };
}
