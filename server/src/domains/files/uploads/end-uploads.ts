/** Ends rejected, failed and abandoned uploads, and removes everything stored for them. */
import { readdir, rm, stat } from 'node:fs/promises';
import { UPLOAD_HOURS, type UploadProblem } from '@fundus/contract/files/uploads';
import type { Portal } from '../../../http/context.ts';
import { nullIfMissing } from '../../../storage/storage.ts';
import {
  changeUpload,
  deleteIdleUpload,
  findKnownUploads,
  lockUpload,
  isPathInUse,
  listStaleUploads,
  type UploadRow,
} from './upload-repository.ts';
import { CONVERSION_JOB, convertedOf, uploadPartPath, UPLOAD_JOB } from './uploads.ts';

const HOUR = 3_600_000;
const idOf = (name: string): string => name.slice(0, 36);

/** Problem of an upload whose job failed in every attempt. */
export const GIVEN_UP: UploadProblem = { code: 'given_up' };

/** Returns the storage path of an upload, built from its month and id, so that a retried job writes to the same path. */
export const uploadPath = ({ id, created_at }: Pick<UploadRow, 'id' | 'created_at'>, ending: string): string =>
  `media/${created_at.toISOString().slice(0, 7)}/${id}${ending}`;
export const uploadPosterPath = (row: Pick<UploadRow, 'id' | 'created_at'>): string => uploadPath(row, '-poster.webp');

/** Removes the stored files of an upload unless a medium uses them. */
export async function removeUnusedUpload(portal: Portal<'storage'>, row: Pick<UploadRow, 'id' | 'created_at' | 'path'>): Promise<void> {
  for (const path of row.path === null ? [] : [row.path, uploadPosterPath(row)])
    if (!(await isPathInUse(portal.db, path))) await portal.storage.remove(path);
}

/** Rejects an upload during its inspection and removes its bytes. */
export async function refuseUpload(portal: Portal<'storage' | 'uploadDir'>, id: string, problem: UploadProblem): Promise<void> {
  const row = await portal.db.transaction().execute(async (db) => {
    const found = await lockUpload(db, id);
    if (found?.state !== 'checking' && found?.state !== 'converting') return null;
    await changeUpload(db, id, { state: 'refused', problem: JSON.stringify(problem) }, portal.now());
    return found;
  });
  if (!row) return;
  await rm(uploadPartPath(portal, id), { force: true });
  await rm(convertedOf(portal, id), { force: true });
  await removeUnusedUpload(portal, row);
}

/**
 * Removes uploads that were inactive for a day and bytes without an upload. Rejects uploads whose job no longer exists. Returns the number of ended
 * uploads.
 */
export async function removeOldUploads(portal: Portal<'storage' | 'uploadDir'>): Promise<number> {
  const before = new Date(portal.now().getTime() - UPLOAD_HOURS * HOUR);
  const stale = await listStaleUploads(portal.db, before, [UPLOAD_JOB, CONVERSION_JOB]);
  for (const row of stale) {
    if (row.state === 'checking' || row.state === 'converting') {
      await refuseUpload(portal, row.id, GIVEN_UP);
      continue;
    }
    // The stored path is needed here, so this runs before the row is deleted.
    await removeUnusedUpload(portal, row);
    if (await deleteIdleUpload(portal.db, row.id, before)) await rm(uploadPartPath(portal, row.id), { force: true });
  }
  const names = ((await readdir(portal.uploadDir).catch(nullIfMissing)) ?? []).filter((name) =>
    /^[0-9a-f-]{36}(?:\.converted)?$/.test(name),
  );
  const known = new Set((await findKnownUploads(portal.db, names.map(idOf))).map((row) => row.id));
  for (const name of names) {
    const found = known.has(idOf(name)) ? null : await stat(uploadPartPath(portal, name)).catch(nullIfMissing);
    if (found && found.mtime < before) await rm(uploadPartPath(portal, name), { force: true });
  }
  return stale.length;
}
