/** Excerpts that teachers create, share by link and receive from others. All calls require access to the medium. */
import { randomBytes } from 'node:crypto';
import { isSchoolAdmin, isTeacher } from '@fundus/contract/access';
import {
  clampToDuration,
  fitsDuration,
  MAX_EXCERPTS,
  type Excerpt,
  type ExcerptOf,
  type excerpts,
} from '@fundus/contract/catalogue/excerpts';
import { DAY, today } from '@fundus/contract/days';
import { AppError, invalid } from '@fundus/contract/errors';
import type { Answer, Input } from '@fundus/contract/endpoint';
import { MAX_BOOKMARKS } from '@fundus/contract/library/library';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { Ctx, Portal, UserCtx } from '../../../http/context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { findBookmarkedBy, findKnownCards } from '../cards.ts';
import { requireKnownRow } from '../detail.ts';
import {
  countExcerptBookmarks,
  countExcerpts,
  countOwnExcerpts,
  findShareable,
  findOwnExcerpt,
  findAccessible,
  findDuplicateExcerpt,
  insertExcerpt,
  listExcerpts,
  listOwnExcerpts,
  purgeDeletedExcerpts,
  removeExcerptBookmark,
  setExcerptBookmark,
  undeleteExcerpt,
  updateExcerpt,
  type ExcerptViewer,
  type ExcerptRow,
} from './excerpt-repository.ts';
import { presentItem } from '../present.ts';

/** Returns a share code with 80 random bits, which cannot be guessed. */
const newCode = (): string => randomBytes(10).toString('hex');

const askingOf = ({ user, now }: UserCtx): ExcerptViewer => ({ user, seesClasses: isSchoolAdmin(user), day: today(now) });

/** Returns the excerpt for the user, shortened to the current length of the film. */
export const presentExcerpt = (
  { id, start_s, end_s, title }: Pick<ExcerptOf, 'id' | 'start_s' | 'end_s' | 'title'>,
  duration: number | null,
): ExcerptOf => ({ id, title, ...clampToDuration({ start_s, end_s }, duration) });

const present = (row: ExcerptRow, userId: string | undefined, code?: string): Excerpt => {
  const own = row.person_id === userId;
  return {
    ...presentExcerpt(row, row.duration),
    own,
    bookmarked: row.bookmarked,
    share_code: own || row.share_code === code ? row.share_code : null,
  };
};

async function readExcerpts(ctx: Ctx, { params, query }: Input<typeof excerpts.excerpts>): Promise<Answer<typeof excerpts.excerpts>> {
  await requireKnownRow(ctx, params.identifier);
  const asking = ctx.user ? askingOf({ ...ctx, user: ctx.user }) : null;
  const rows = await listExcerpts(ctx.db, params.identifier, asking, query.code);
  return { items: rows.map((row) => present(row, ctx.user?.id, query.code)), can: { create: ctx.user !== null && isTeacher(ctx.user) } };
}

async function list(
  ctx: UserCtx,
  { query: { show, offset, limit } }: Input<typeof excerpts.listExcerpts>,
): Promise<Answer<typeof excerpts.listExcerpts>> {
  const asking = askingOf(ctx);
  const rows = await listOwnExcerpts(ctx.db, asking, show, offset, limit);
  const identifiers = [...new Set(rows.map((row) => row.identifier))];
  const [cards, bookmarked] = await Promise.all([findKnownCards(ctx, identifiers), findBookmarkedBy(ctx, identifiers)]);
  const items = rows.map((row) => {
    const card = cards.get(row.identifier);
    return {
      ...present(row, ctx.user.id),
      identifier: row.identifier,
      medium_title: row.fn_titel,
      medium: card ? presentItem(ctx, card, bookmarked.has(row.identifier)) : null,
      created_at: row.created_at.toISOString(),
    };
  });
  return { total: await countOwnExcerpts(ctx.db, asking, show), offset, limit, items, can: { create: isTeacher(ctx.user) } };
}

/** Creates an excerpt and returns its id. Throws `state_conflict` if the user has `MAX_EXCERPTS` excerpts. */
async function insertOne(ctx: UserCtx, row: Pick<ExcerptRow, 'identifier' | 'start_s' | 'end_s' | 'title'>): Promise<string> {
  if ((await countExcerpts(ctx.db, row.identifier, ctx.user.id)) >= MAX_EXCERPTS)
    throw new AppError('state_conflict', { details: { most: MAX_EXCERPTS } });
  const id = newId(ctx.now);
  const { identifier, start_s, end_s, title } = row;
  await insertExcerpt(ctx.db, { id, identifier, start_s, end_s, title, person_id: ctx.user.id, created_at: ctx.now });
  return id;
}

const requireFit = (times: { start_s: number; end_s: number }, duration: number | null): void => {
  if (!fitsDuration(times, duration)) throw invalid('end_s', 'max', { most: duration });
};

async function add(ctx: UserCtx, { params, body }: Input<typeof excerpts.addExcerpt>): Promise<Excerpt> {
  requireFit(body, (await requireKnownRow(ctx, params.identifier)).duration);
  return present(await requireOwn(ctx, await insertOne(ctx, { identifier: params.identifier, ...body })), ctx.user.id);
}

/** Returns an excerpt of the user. Throws `not_found` for all others. */
async function requireOwn(ctx: UserCtx, id: string): Promise<ExcerptRow> {
  const row = await findOwnExcerpt(ctx.db, id, ctx.user.id);
  if (!row) throw new AppError('not_found');
  return row;
}

async function changeExcerpt(ctx: UserCtx, { params, body }: Input<typeof excerpts.changeExcerpt>): Promise<Excerpt> {
  const row = await requireOwn(ctx, params.id);
  requireFit(body, row.duration);
  await updateExcerpt(ctx.db, row.id, body);
  return present({ ...row, ...body }, ctx.user.id);
}

/** Creates or removes the share link of an excerpt. The code of a removed link is never used again. */
async function share(ctx: UserCtx, { params, body }: Input<typeof excerpts.shareExcerpt>): Promise<Excerpt> {
  const row = await requireOwn(ctx, params.id);
  const share_code = body.shared ? (row.share_code ?? newCode()) : null;
  await updateExcerpt(ctx.db, row.id, { share_code });
  return present({ ...row, share_code }, ctx.user.id);
}

async function removeExcerpt(ctx: UserCtx, id: string): Promise<{ removed: true }> {
  await updateExcerpt(ctx.db, (await requireOwn(ctx, id)).id, { deleted_at: ctx.now });
  return { removed: true };
}

async function restoreExcerpt(ctx: UserCtx, id: string): Promise<Excerpt> {
  if (!(await undeleteExcerpt(ctx.db, id, ctx.user.id))) throw new AppError('not_found');
  return present(await requireOwn(ctx, id), ctx.user.id);
}

/** Adds or removes a bookmark. An excerpt can be bookmarked if it is the user's own or was shared with them. */
async function bookmark(ctx: UserCtx, { params, body }: Input<typeof excerpts.bookmarkExcerpt>): Promise<{ ok: true }> {
  if (!body.bookmarked) {
    await removeExcerptBookmark(ctx.db, ctx.user.id, params.id);
    return { ok: true };
  }
  const [row] = await findAccessible(ctx.db, [params.id], askingOf(ctx));
  if (!row) throw new AppError('not_found');
  await requireKnownRow(ctx, row.identifier);
  await setExcerptBookmark(ctx.db, ctx.user.id, row.id, ctx.now);
  if ((await countExcerptBookmarks(ctx.db, ctx.user.id)) > MAX_BOOKMARKS) throw invalid('bookmarks', 'max');
  return { ok: true };
}

/**
 * Returns the excerpts in the order of `ids`. Throws `not_found` unless each of them is the user's own, was shared with them or belongs to a
 * colleague.
 */
export async function requireGivableExcerpts(ctx: UserCtx, ids: readonly string[]): Promise<ExcerptRow[]> {
  if (ids.length === 0) return [];
  const reached = new Map((await findShareable(ctx.db, ids, askingOf(ctx))).map((row) => [row.id, row]));
  const missing = ids.find((id) => !reached.has(id));
  if (missing !== undefined) throw new AppError('not_found', { field: 'excerpts', details: { excerpts: [missing] } });
  return ids.map((id) => reached.get(id)!);
}

/**
 * Returns the excerpts to share. A colleague's excerpt is copied, so that the shared one outlives the original. Throws the same errors as
 * `requireGivableExcerpts`.
 */
export async function requireShareableExcerpts(ctx: UserCtx, ids: readonly string[]): Promise<ExcerptRow[]> {
  const given: ExcerptRow[] = [];
  for (const row of await requireGivableExcerpts(ctx, [...new Set(ids)])) {
    const own = row.person_id === ctx.user.id ? row : await findDuplicateExcerpt(ctx.db, row, ctx.user.id);
    given.push(own ?? (await requireOwn(ctx, await insertOne(ctx, row))));
  }
  return given;
}

/** Removes excerpts that were deleted more than a day ago. Runs hourly. */
export const sweepExcerpts = (portal: Pick<Portal, 'db' | 'now'>): Promise<unknown> =>
  purgeDeletedExcerpts(portal.db, new Date(portal.now().getTime() - DAY));

export const excerptHandlers: Handlers<typeof excerpts> = {
  excerpts: readExcerpts,
  listExcerpts: list,
  addExcerpt: add,
  changeExcerpt: changeExcerpt,
  removeExcerpt: (ctx, { params }) => removeExcerpt(ctx, params.id),
  restoreExcerpt: (ctx, { params }) => restoreExcerpt(ctx, params.id),
  bookmarkExcerpt: bookmark,
  shareExcerpt: share,
};

/** Creates an excerpt of the demo and returns its id. */
export async function seedExcerpt(
  db: Db,
  excerpt: { identifier: string; person_id: string; title: string; start_s: number; end_s: number },
  now: Date,
): Promise<string> {
  const id = newId(now);
  await insertExcerpt(db, { ...excerpt, id, created_at: now });
  return id;
}
