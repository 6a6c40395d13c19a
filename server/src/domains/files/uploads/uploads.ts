/** Uploads by users who may edit a medium. They are announced, received in parts by tus, then inspected by a job (`finish-upload.ts`). */
import { normalizeText } from '@fundus/contract/unicode';
import { rm, stat, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import { ConvertQuestion, MAX_FILES, UPLOAD_HOURS, type Upload, type UploadProblem, type uploads } from '@fundus/contract/files/uploads';
import type { Input } from '@fundus/contract/endpoint';
import type { Ctx, Portal, Services, UserCtx } from '../../../http/context.ts';
import { newId } from '../../../db/new-id.ts';
import { requireEditable, requireQuota } from '../../../visitors/edit-rights.ts';
import { addJob } from '../../../jobs/repository.ts';
import {
  sumAnnouncedBytes,
  changeUpload,
  deleteUpload,
  listFiles,
  findUpload,
  insertUpload,
  lockUpload,
  mediumExists,
  type UploadRow,
} from './upload-repository.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

export const UPLOAD_JOB = 'upload';
export const CONVERSION_JOB = 'conversion';

const HOUR = 3_600_000;
const MEGABYTE = 1_000_000;
/** Bytes that uploads leave free on the disk. */
const RESERVE = 512 * MEGABYTE;
/** Required space as a factor of the upload size. It includes derived files and a copy if the storage is on another disk. */
const FACTOR = 1.1;

/** Returns the path of an upload's bytes until the upload is completed. */
export const uploadPartPath = (portal: Pick<Services, 'uploadDir'>, id: string): string => join(portal.uploadDir, id);

/** Returns the path to which a conversion writes. */
export const convertedOf = (portal: Pick<Services, 'uploadDir'>, id: string): string => `${uploadPartPath(portal, id)}.converted`;

export const uploadLimitBytes = (ctx: Pick<Ctx, 'config'>): number => ctx.config.uploadLimitMB * MEGABYTE;

/** Returns an upload in the form its owner receives. */
export async function presentUpload(ctx: Pick<Services, 'uploadDir'>, row: UploadRow): Promise<Upload> {
  const received = row.state === 'receiving' ? ((await stat(uploadPartPath(ctx, row.id)).catch(() => null))?.size ?? 0) : row.bytes;
  return {
    id: row.id,
    identifier: row.identifier,
    role: row.role,
    name: row.name,
    language: row.language,
    label: row.label,
    bytes: row.bytes,
    received,
    state: row.state,
    problem: row.problem as UploadProblem | null,
    converted: row.state === 'converting' ? (row.converted ?? 0) : null,
    file_id: row.file_id,
    href: `/api/v1/uploads/${row.id}/bytes`,
    created_at: row.created_at.toISOString(),
    expires_at: new Date(row.changed_at.getTime() + UPLOAD_HOURS * HOUR).toISOString(),
  };
}

/** Throws `not_found`, `too_large` with the limit, `quota_exceeded` for the user's own material, or `storage_full`. */
export async function startUpload(
  ctx: UserCtx<'storage' | 'uploadDir'>,
  { params, body }: Input<typeof uploads.startUpload>,
): Promise<Upload> {
  const { identifier } = params;
  const own = await requireEditable(ctx, identifier);
  if (!(await mediumExists(ctx.db, identifier))) throw new AppError('not_found');
  if (body.bytes > uploadLimitBytes(ctx)) throw new AppError('too_large', { field: 'file', details: { limit: uploadLimitBytes(ctx) } });
  if ((await listFiles(ctx.db, identifier)).length >= MAX_FILES) throw new AppError('state_conflict', { details: { most: MAX_FILES } });
  if (own) await requireQuota(ctx, own, body.bytes);
  const free = await ctx.storage.free();
  const announced = await sumAnnouncedBytes(ctx.db);
  if (free !== null && (body.bytes + announced) * FACTOR + RESERVE > free)
    throw new AppError('storage_full', { field: 'file', details: { free: Math.max(0, free - RESERVE - announced) } });
  const id = newId(ctx.now);
  await mkdir(ctx.uploadDir, { recursive: true });
  await writeFile(uploadPartPath(ctx, id), '');
  const { name, bytes, role, language, label } = body;
  await insertUpload(
    ctx.db,
    { id, identifier, person_id: ctx.user.id, role, name: plainName(name), language: language || null, label: label || null, bytes },
    ctx.now,
  );
  return presentUpload(ctx, await requireOwn(ctx, id));
}

/** Removes folders and control characters from a file name. The name is only displayed, never used as a path. */
const plainName = (name: string): string =>
  normalizeText(
    name
      .split(/[/\\]/)
      .at(-1)!
      .replace(/\p{Cc}/gu, ''),
  ).slice(0, 255) || 'file';

/** Returns an upload of the user. Throws `not_found` for uploads of other users. */
async function requireOwn(ctx: Pick<UserCtx, 'db' | 'user'>, id: string, find = findUpload): Promise<UploadRow> {
  const row = await find(ctx.db, id);
  if (row?.person_id !== ctx.user.id) throw new AppError('not_found');
  return row;
}

export const readUpload = async (ctx: UserCtx<'uploadDir'>, id: string): Promise<Upload> => presentUpload(ctx, await requireOwn(ctx, id));

/** Returns the announced size for the upload route. Throws `not_found`, or `state_conflict` if the upload is complete. */
export async function uploadSize(portal: Portal, user: SignedIn, id: string): Promise<number> {
  const row = await requireOwn({ db: portal.db, user }, id);
  await requireEditable({ db: portal.db, user }, row.identifier);
  if (row.state !== 'receiving') throw new AppError('state_conflict');
  return row.bytes;
}

/** Records activity, so that the upload is not removed as abandoned. */
export const touchUpload = (portal: Portal, id: string): Promise<unknown> => changeUpload(portal.db, id, {}, portal.now());

/** Starts the inspection of an upload. Throws `state_conflict` if bytes are missing. Idempotent. */
export async function finishUpload(ctx: UserCtx<'uploadDir'>, { params, body }: Input<typeof uploads.finishUpload>): Promise<Upload> {
  const row = await requireOwn(ctx, params.id, lockUpload);
  await requireEditable(ctx, row.identifier);
  if (row.state === 'receiving') {
    const received = (await stat(uploadPartPath(ctx, row.id)).catch(() => null))?.size ?? 0;
    if (received !== row.bytes) throw new AppError('state_conflict', { details: { received, bytes: row.bytes } });
    await changeUpload(ctx.db, row.id, { state: 'checking', sha256: body.sha256 ?? null }, ctx.now);
    await addJob(ctx.db, { kind: UPLOAD_JOB, payload: { id: row.id }, now: ctx.now });
    ctx.afterCommit(() => ctx.wakeJobs());
  }
  return presentUpload(ctx, await requireOwn(ctx, params.id));
}

/** Throws `state_conflict` unless the upload waits for an answer to this question. */
export async function answerUpload(ctx: UserCtx<'uploadDir'>, { params, body }: Input<typeof uploads.answerUpload>): Promise<Upload> {
  const row = await requireOwn(ctx, params.id, lockUpload);
  await requireEditable(ctx, row.identifier);
  const { code, details } = (row.problem ?? {}) as Partial<UploadProblem>;
  if (row.state !== 'asking' || code !== ('encoding' in body ? 'encoding' : 'convert')) throw new AppError('state_conflict');
  if ('convert' in body && !body.convert && !ConvertQuestion.parse(details).keep) throw new AppError('state_conflict');
  const converting = 'convert' in body && body.convert;
  // The question stays stored during a conversion, because the editor is asked again if it fails.
  const next = converting ? ({ state: 'converting', converted: 0 } as const) : ({ state: 'checking', problem: null } as const);
  await changeUpload(ctx.db, row.id, { ...next, ...body }, ctx.now);
  await addJob(ctx.db, { kind: converting ? CONVERSION_JOB : UPLOAD_JOB, payload: { id: row.id }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
  return presentUpload(ctx, await requireOwn(ctx, params.id));
}

/** Cancels an upload. Throws `state_conflict` during the inspection. The job of a cancelled conversion stops because its row is missing. */
export async function cancelUpload(ctx: UserCtx<'uploadDir'>, id: string): Promise<{ cancelled: true }> {
  const row = await requireOwn(ctx, id, lockUpload);
  if (row.state === 'checking') throw new AppError('state_conflict');
  await deleteUpload(ctx.db, id);
  ctx.afterCommit(async () => {
    await rm(uploadPartPath(ctx, id), { force: true });
    await rm(convertedOf(ctx, id), { force: true });
  });
  return { cancelled: true };
}
