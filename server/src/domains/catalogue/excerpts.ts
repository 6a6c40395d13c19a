/** Excerpts teachers keep: their own, and one by its link. Who may not see the medium sees none of its excerpts. */
import { randomBytes } from 'node:crypto';
import { isTeacher } from '@fundus/contract/access';
import { MOST_EXCERPTS, type Excerpt, type excerpts } from '@fundus/contract/catalogue/excerpts';
import { AppError } from '@fundus/contract/errors';
import type { Answer, Input } from '@fundus/contract/endpoint';
import { newId } from '../../db/new-id.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import type { Handlers } from '../../http/implement.ts';
import { requireKnownRow } from './detail.ts';
import {
  countExcerpts,
  deleteExcerpt,
  findOwnExcerpt,
  insertExcerpt,
  listExcerpts,
  updateExcerpt,
  type ExcerptRow,
} from './excerpt-repository.ts';

/** 80 bits: nobody finds one by trying. */
const newCode = (): string => randomBytes(10).toString('hex');

const present = (row: Omit<ExcerptRow, 'identifier'>, userId: string | undefined): Excerpt => {
  const { id, start_s, end_s, title, share_code, person_id } = row;
  return { id, start_s, end_s, title, own: person_id === userId, share_code };
};

async function readExcerpt(ctx: Ctx, { params, query }: Input<typeof excerpts.excerpts>): Promise<Answer<typeof excerpts.excerpts>> {
  await requireKnownRow(ctx, params.identifier);
  const rows = await listExcerpts(ctx.db, params.identifier, ctx.user?.id ?? null, query.code);
  return { items: rows.map((row) => present(row, ctx.user?.id)), can: { create: ctx.user !== null && isTeacher(ctx.user) } };
}

/** Throws `state_conflict` when there are as many as there may be. */
async function add(ctx: UserCtx, { params, body }: Input<typeof excerpts.addExcerpt>): Promise<Excerpt> {
  const { identifier } = params;
  await requireKnownRow(ctx, identifier);
  if ((await countExcerpts(ctx.db, identifier, ctx.user.id)) >= MOST_EXCERPTS)
    throw new AppError('state_conflict', { details: { most: MOST_EXCERPTS } });
  const row = { id: newId(ctx.now), identifier, person_id: ctx.user.id, ...body };
  await insertExcerpt(ctx.db, { ...row, created_at: ctx.now });
  return present({ ...row, share_code: null }, ctx.user.id);
}

/** Another's does not exist. */
async function requireOwn(ctx: UserCtx, id: string): Promise<ExcerptRow> {
  const row = await findOwnExcerpt(ctx.db, id, ctx.user.id);
  if (!row) throw new AppError('not_found');
  return row;
}

async function change(ctx: UserCtx, { params, body }: Input<typeof excerpts.changeExcerpt>): Promise<Excerpt> {
  const row = await requireOwn(ctx, params.id);
  await updateExcerpt(ctx.db, row.id, body);
  return present({ ...row, ...body }, ctx.user.id);
}

/** A link that was taken away is never given again. */
async function share(ctx: UserCtx, { params, body }: Input<typeof excerpts.shareExcerpt>): Promise<Excerpt> {
  const row = await requireOwn(ctx, params.id);
  const share_code = body.shared ? (row.share_code ?? newCode()) : null;
  await updateExcerpt(ctx.db, row.id, { share_code });
  return present({ ...row, share_code }, ctx.user.id);
}

async function remove(ctx: UserCtx, id: string): Promise<{ removed: true }> {
  await deleteExcerpt(ctx.db, (await requireOwn(ctx, id)).id);
  return { removed: true };
}

export const excerptHandlers: Handlers<typeof excerpts> = {
  excerpts: readExcerpt,
  addExcerpt: add,
  changeExcerpt: change,
  removeExcerpt: (ctx, { params }) => remove(ctx, params.id),
  shareExcerpt: share,
};
