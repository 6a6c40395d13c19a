/**
 * Covers with 400 × 226 pixels (docs/behaviour/files.md#covers). A cover is the poster of the medium, or it is generated from subject, symbol and
 * title. Covers are cached in the cache folder.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError, notFound } from '@fundus/contract/errors';
import { COVER_SIZE } from '@fundus/contract/files/files';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import type { Ctx } from '../../../http/context.ts';
import { pictures } from '../../../pictures/index.ts';
import { COVER_EDITION, drawCover, coverSvg } from './cover-art.ts';
import { findCoverSource } from '../repository.ts';
import { mayReadOwnMaterial } from '../../../visitors/own-material.ts';

const DAY_SECONDS = 86_400;
const MAX_PIXELS = 100_000_000;
const ALL = 'asp-all';

/**
 * Returns the cover of a medium, or of `asp-all` for all media (docs/specification.md#calls). Throws `not_found` for unknown media and for own
 * material that the visitor may not see.
 */
export async function findCover(ctx: Ctx<'cacheDir' | 'storage'>, identifier: string, scale: 1 | 2): Promise<StreamAnswer> {
  const source = await findCoverSource(ctx.db, identifier);
  if (!source && identifier !== ALL) throw notFound('identifier');
  const own = source?.own ?? null;
  if (own && (source?.retired_at || !mayReadOwnMaterial(ctx.user, own))) throw notFound('identifier');
  const poster = source?.poster && (await ctx.storage.stat(source.poster)) ? source.poster : null;
  const title = source?.fn_titel ?? identifier;
  const subject = mainSubject(source?.fn_geb ?? []);
  const key = createHash('sha256')
    .update(JSON.stringify([COVER_EDITION, poster, title, subject.key, source?.fn_typ, scale]))
    .digest('hex');
  const etag = `"${key.slice(0, 32)}"`;
  const headers = {
    etag,
    // If the cover depends on the user, browsers must revalidate it at each request.
    'cache-control': own ? 'private, no-cache' : `private, max-age=${DAY_SECONDS}`,
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    // Learning platforms display the cover as the icon of the activity.
    'cross-origin-resource-policy': own ? 'same-origin' : 'cross-origin',
  };
  if (ctx.header('if-none-match') === etag) return { status: 304, headers, body: null };
  const draw = () => drawCover(coverSvg({ title, subject, ...(source && { fn_typ: source.fn_typ }) }), scale);
  const body = await cached(ctx, key, async () => (poster && (await drawFromPoster(ctx, poster, scale))) || draw());
  return { headers, body };
}

/** Returns the cover drawn from the poster, or `null` if the poster cannot be read. */
async function drawFromPoster(ctx: Ctx<'storage'>, path: string, scale: 1 | 2): Promise<Buffer | null> {
  try {
    const shape = { width: COVER_SIZE.width * scale, height: COVER_SIZE.height * scale };
    return Buffer.from(await pictures.cutToShape(await buffer(ctx.storage.read(path)), shape, 80, MAX_PIXELS));
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.log.warn({ poster: path, reason: (error as Error).message }, 'poster unreadable, using a generated cover');
    return null;
  }
}

const making = new Map<string, Promise<Buffer>>();

/**
 * Returns the cached file. If it does not exist, it is rendered once for all concurrent requests. If it cannot be stored, it is rendered again next
 * time.
 */
async function cached({ cacheDir, log }: Ctx<'cacheDir'>, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const folder = join(cacheDir, 'covers', key.slice(0, 2));
  const path = join(folder, `${key}.webp`);
  const kept = await readFile(path).catch(() => null);
  if (kept) return kept;
  const before = making.get(path);
  if (before) return before;
  const job = make().then(async (picture) => {
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(`${path}.part`, picture);
      await rename(`${path}.part`, path);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'cover could not be cached');
      await rm(`${path}.part`, { force: true }).catch(() => undefined);
    }
    return picture;
  });
  making.set(path, job);
  return job.finally(() => making.delete(path));
}
