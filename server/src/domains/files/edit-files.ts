/** Edits the files of a medium: order, roles, deletion and restoring. */
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import type { Input } from '@fundus/contract/endpoint';
import { REMOVED_DAYS, type EditFiles, type RemovedFile, type uploads } from '@fundus/contract/files/uploads';
import { recordAudit } from '../../http/audit.ts';
import { readQuota, requireEditable } from '../../visitors/edit-rights.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { deleteUnpacked } from './archives/archives.ts';
import { presentFiles } from './content.ts';
import { clearFileCache } from './known-files.ts';
import {
  restoreFileRow,
  changeFileRow,
  listFiles,
  markEmptied,
  mediumExists,
  openUploads,
  listRemovedFiles,
  reorder,
  moveToRemoved,
  listFilesToEmpty,
  usesPath,
} from './uploads/upload-repository.ts';
import { uploadLimitBytes, presentUpload } from './uploads/uploads.ts';

const since = (now: Date): Date => new Date(now.getTime() - REMOVED_DAYS * DAY);
const lastPart = (path: string): string => path.split('/').at(-1) ?? path;

/** Returns the files of a medium for its editor. Throws `not_found`. */
export async function readEditFiles(ctx: UserCtx<'contentUrl' | 'uploadDir'>, identifier: string): Promise<EditFiles> {
  const own = await requireEditable(ctx, identifier);
  const quota = own && (await readQuota(ctx, ctx.user.id));
  if (!(await mediumExists(ctx.db, identifier))) throw new AppError('not_found');
  const rows = await listFiles(ctx.db, identifier);
  const removed = await listRemovedFiles(ctx.db, identifier, since(ctx.now));
  const open = await openUploads(ctx.db, identifier, ctx.user.id);
  const shown = presentFiles(ctx, rows, { edit: true });
  return {
    files: rows.map((row, i) => ({
      ...shown[i]!,
      name: row.name ?? lastPart(row.path),
      duration: row.duration,
      uploaded: row.uploaded_at !== null,
    })),
    removed: removed.map((row): RemovedFile => {
      const file = row.file as { role: RemovedFile['role']; name: string | null; label: string | null; bytes: number };
      const until = shiftDay(today(row.removed_at), REMOVED_DAYS);
      const { role, label, bytes } = file;
      return { id: row.id, role, label, bytes, name: file.name ?? lastPart(row.path), removed_at: row.removed_at.toISOString(), until };
    }),
    uploads: await Promise.all(open.map((row) => presentUpload(ctx, row))),
    limit_bytes: Math.min(uploadLimitBytes(ctx), quota?.limit ?? Infinity),
    ...(quota && { quota }),
  };
}

/** Audits a change, notifies the index and returns the changed files. */
async function finishChange(
  ctx: UserCtx<'contentUrl' | 'storage' | 'uploadDir'>,
  identifier: string,
  what: string,
  before: unknown,
  after: unknown,
): Promise<EditFiles> {
  await recordAudit(ctx, what, before, after);
  await logChanges(ctx.db, [identifier]);
  ctx.afterCommit(() => clearFileCache(ctx.storage));
  ctx.afterCommit(() => ctx.wakeIndex());
  return readEditFiles(ctx, identifier);
}

async function requireFile(ctx: UserCtx, identifier: string, id: string) {
  await requireEditable(ctx, identifier);
  const file = (await listFiles(ctx.db, identifier)).find((row) => row.id === id);
  if (!file) throw new AppError('not_found');
  return file;
}

/**
 * Changes a file. Throws `unsupported_type` if the content does not fit the new role. The role of a poster cannot change, because its picture was
 * converted at upload.
 */
export async function changeFile(
  ctx: UserCtx<'contentUrl' | 'storage' | 'uploadDir'>,
  { params, body }: Input<typeof uploads.changeFile>,
): Promise<EditFiles> {
  const { identifier, fileId } = params;
  const file = await requireFile(ctx, identifier, fileId);
  if (body.role !== undefined && body.role !== file.role && !fits(file.mime, file.role, body.role))
    throw new AppError('unsupported_type', { field: 'role', details: { role: body.role } });
  const change = {
    ...(body.role !== undefined && { role: body.role }),
    ...(body.language !== undefined && { language: body.language || null }),
    ...(body.label !== undefined && { label: body.label || null }),
  };
  if (Object.keys(change).length) await changeFileRow(ctx.db, identifier, fileId, change);
  const { role, language, label } = file;
  return finishChange(
    ctx,
    identifier,
    'files.change',
    { identifier, file: fileId, role, language, label },
    { identifier, file: fileId, ...change },
  );
}

function fits(mime: string, from: string, to: string): boolean {
  if (from === 'poster' || to === 'poster') return false;
  const timed = /^(video|audio)\//.test(mime) || mime === 'application/vnd.apple.mpegurl';
  if (to === 'caption' || to === 'chapters') return mime === 'text/vtt';
  if (to === 'transcript') return mime.startsWith('text/');
  if (to === 'audio_description') return timed;
  return to === 'material' || !mime.startsWith('text/');
}

/** Changes the order of files. Throws `version_conflict` unless each file is listed once. */
export async function orderFiles(
  ctx: UserCtx<'contentUrl' | 'storage' | 'uploadDir'>,
  { params, body }: Input<typeof uploads.orderFiles>,
): Promise<EditFiles> {
  const { identifier } = params;
  await requireEditable(ctx, identifier);
  const before = (await listFiles(ctx.db, identifier)).map((file) => file.id);
  const wanted = new Set(body.ids);
  if (wanted.size !== body.ids.length || wanted.size !== before.length || before.some((id) => !wanted.has(id)))
    throw new AppError('version_conflict', { field: 'ids' });
  await reorder(ctx.db, identifier, body.ids);
  return finishChange(ctx, identifier, 'files.order', { identifier, ids: before }, { identifier, ids: body.ids });
}

export async function removeFile(
  ctx: UserCtx<'contentUrl' | 'storage' | 'uploadDir'>,
  { params }: Input<typeof uploads.removeFile>,
): Promise<EditFiles> {
  const { identifier, fileId } = params;
  const { role, name, path } = await requireFile(ctx, identifier, fileId);
  await moveToRemoved(ctx.db, identifier, [fileId], ctx.user.id, ctx.now);
  return finishChange(ctx, identifier, 'files.remove', { identifier, file: fileId, role, name, path }, null);
}

/** Restores a deleted file. A restored poster replaces the current one, because a medium has only one poster. */
export async function restoreFile(
  ctx: UserCtx<'contentUrl' | 'storage' | 'uploadDir'>,
  { params }: Input<typeof uploads.restoreFile>,
): Promise<EditFiles> {
  const { identifier, fileId } = params;
  await requireEditable(ctx, identifier);
  if (!(await restoreFileRow(ctx.db, identifier, fileId, since(ctx.now)))) throw new AppError('not_found');
  const { role } = await requireFile(ctx, identifier, fileId);
  const others = (await listFiles(ctx.db, identifier))
    .filter((file) => file.role === 'poster' && file.id !== fileId)
    .map((file) => file.id);
  if (role === 'poster' && others.length) await moveToRemoved(ctx.db, identifier, others, ctx.user.id, ctx.now);
  return finishChange(ctx, identifier, 'files.restore', null, { identifier, file: fileId });
}

/** Deletes the content of files that were removed more than 30 days ago, unless another file uses the same content. Returns their number. */
export async function emptyRemovedFiles(portal: Portal<'cacheDir' | 'storage'>): Promise<number> {
  let deleted = 0;
  for (const { id, path, file } of await listFilesToEmpty(portal.db, since(portal.now()))) {
    if (path.startsWith('media/') && !(await usesPath(portal.db, path))) {
      await portal.storage.remove(path);
      const { sha256 } = file as { sha256: string | null };
      if (sha256) await deleteUnpacked(portal.cacheDir, sha256);
      deleted += 1;
    }
    await markEmptied(portal.db, id);
  }
  return deleted;
}
