/** Job that completes an upload. It verifies the checksum, inspects and stores the content and adds it to the medium, or rejects the upload. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import { FileRole } from '@fundus/contract/files/files';
import type { UploadProblem } from '@fundus/contract/files/uploads';
import { z } from 'zod';
import { runInBackground } from '../../../caller.ts';
import { toFileRejection } from '../../../child-process/run-in-child.ts';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { cutPictureAt } from '../../../film/film.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Portal } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import type { JobKind } from '../../../jobs/runner.ts';
import { isDiskFull, nullIfMissing } from '../../../storage/storage.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { GIVEN_UP, uploadPath, uploadPosterPath, refuseUpload, removeUnusedUpload } from './end-uploads.ts';
import { unpacked } from '../archives/archives.ts';
import { isArchive } from '../content.ts';
import { inspect, findPageOfDocument, findPoster, type Inspected } from '../inspect/inspect.ts';
import type { EditorAnswers } from '../inspect/inspect-file.ts';
import { clearFileCache } from '../known-files.ts';
import {
  changeUpload,
  listFiles,
  findIdenticalFile,
  findUpload,
  insertFile,
  lockUpload,
  moveToRemoved,
  type UploadRow,
} from './upload-repository.ts';
import { uploadPartPath } from './uploads.ts';
import { isPackage } from '../viewer.ts';

const Payload = z.object({ id: z.uuid() });

/**
 * Processes an upload. Retries failures that the file did not cause, with the bytes in `uploads/`. Stored files are kept as well, because the
 * database may have committed despite the error. After the last attempt, the upload is rejected.
 */
export const uploadWorker = (portal: Portal<'cacheDir' | 'storage' | 'uploadDir'>): JobKind => ({
  atOnce: 2,
  // A rejection deletes the bytes, so a rejected upload cannot be retried.
  final: true,
  work: async (payload) => {
    const { id } = Payload.parse(payload);
    const row = await findUpload(portal.db, id);
    try {
      if (row?.state === 'checking') await runInBackground(() => finishUpload(portal, row), row.person_id);
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      await refuseUpload(portal, id, problem);
    }
    // Keeps the bytes until the editor has answered.
    if ((await findUpload(portal.db, id))?.state !== 'asking') await rm(uploadPartPath(portal, id), { force: true });
  },
  givenUp: (payload) => refuseUpload(portal, Payload.parse(payload).id, GIVEN_UP),
});

/** Returns `null` if the job is to be retried: after an internal error or if a queue is full. */
function problemOf(thrown: unknown): UploadProblem | null {
  const error = toFileRejection(thrown, 'file');
  if (error instanceof AppError && error.code !== 'internal' && error.code !== 'unavailable')
    return { code: error.code, ...(error.details && { details: error.details }) };
  return isDiskFull(error) ? { code: 'storage_full' } : null;
}

/** Uses the uploaded bytes. If they are on the disk of another machine, uses the file that an earlier attempt stored. */
async function finishUpload(portal: Portal<'cacheDir' | 'storage' | 'uploadDir'>, row: UploadRow): Promise<void> {
  const part = uploadPartPath(portal, row.id);
  const { path } = row;
  if (await stat(part).catch(nullIfMissing)) return finishFrom(portal, row, part);
  if (path === null || !(await portal.storage.stat(path))) throw new Error(`the bytes of upload ${row.id} are not in ${portal.uploadDir}`);
  return portal.storage.withLocal(path, (local) => finishFrom(portal, row, local));
}

async function finishFrom(portal: Portal<'cacheDir' | 'storage' | 'uploadDir'>, row: UploadRow, source: string): Promise<void> {
  const found = await stat(source);
  if (found.size !== row.bytes) throw new AppError('checksum_mismatch', { details: { received: found.size, bytes: row.bytes } });
  const sent = await computeHash(createReadStream(source, { highWaterMark: 1024 * 1024 }));
  if (row.sha256 !== null && row.sha256 !== sent) throw new AppError('checksum_mismatch');
  const inspected = await inspect(source, FileRole.parse(row.role), row as Pick<typeof row, 'convert' | 'language'> & EditorAnswers);
  if ('question' in inspected) return storeQuestion(portal, row, source, inspected.question);
  // Rejects archives that cannot be unpacked during the upload, not when they are opened.
  if (isArchive(inspected)) await unpacked((use) => use(source), portal.cacheDir, sent, { pages: isPackage(inspected) });
  const poster = row.role === 'main' ? await makePoster(portal, row, source, inspected) : null;
  const { content } = inspected;
  const sha256 = content ? await computeHash(Readable.from([content])) : sent;
  const twin = await findIdenticalFile(portal.db, row.identifier, row.role, sha256);
  if (twin) throw new AppError('already_exists', { details: { file_id: twin.id } });

  const path = uploadPath(row, `.${inspected.ext}`);
  await changeUpload(portal.db, row.id, { path }, portal.now());
  if (content) await portal.storage.write(path, Readable.from([content]));
  else if (path !== row.path || source === uploadPartPath(portal, row.id)) await portal.storage.storeFile(path, source);
  if (poster) await portal.storage.write(uploadPosterPath(row), Readable.from([poster]));
  const bytes = content?.length ?? row.bytes;
  const decided = await portal.db.transaction().execute(async (db) => {
    // Meanwhile another process may have completed or rejected the upload, or the medium may have been deleted.
    if ((await lockUpload(db, row.id))?.state !== 'checking') return false;
    if (row.role === 'poster') await storeFinished(db, row, portal.now());
    await insertFile(
      db,
      { ...named(row), id: row.id, identifier: row.identifier, role: row.role, path, bytes, sha256 },
      inspected,
      portal.now(),
    );
    if (poster) await addPoster(db, row, poster, portal.now());
    await changeUpload(
      db,
      row.id,
      { state: 'done', file_id: row.id, problem: inspected.notice && JSON.stringify(inspected.notice), path: null },
      portal.now(),
    );
    const after = { identifier: row.identifier, file: row.id, role: row.role, name: row.name, bytes, sha256 };
    const user = await readPerson(db, row.person_id);
    if (user) await recordAudit({ db, user, now: portal.now() }, 'files.add', null, after);
    await logChanges(db, [row.identifier]);
    return true;
  });
  if (decided) {
    clearFileCache(portal.storage);
    void portal.wakeIndex();
  }
  // Removes unused files of this attempt and earlier ones.
  await removeUnusedUpload(portal, { ...row, path });
}

/** Keeps the uploaded bytes until the editor answers, for at most a day. */
async function storeQuestion(portal: Portal<'uploadDir'>, row: UploadRow, source: string, question: UploadProblem): Promise<void> {
  if (source !== uploadPartPath(portal, row.id)) await copyFile(source, uploadPartPath(portal, row.id));
  await portal.db.transaction().execute(async (db) => {
    if ((await lockUpload(db, row.id))?.state !== 'checking') return;
    await changeUpload(db, row.id, { state: 'asking', problem: JSON.stringify(question) }, portal.now());
  });
}

const named = ({ name, language, label }: UploadRow) => ({ name, language, label });

export async function computeHash(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Creates a poster from the film, picture or first page if the medium has none. If this fails, the medium keeps its generated cover. */
async function makePoster(portal: Portal, row: UploadRow, part: string, { mime, duration }: Inspected): Promise<Buffer | null> {
  if ((await listFiles(portal.db, row.identifier)).some((file) => file.role === 'poster')) return null;
  try {
    if (mime.startsWith('image/')) return await findPoster(part);
    if (mime === 'application/pdf') return await findPageOfDocument(part);
    if (!mime.startsWith('video/')) return null;
    const frame = await cutPictureAt(part, Math.min(60, (duration ?? 0) * 0.15));
    return frame && (await findPoster(frame));
  } catch (error) {
    portal.log.warn({ upload: row.id, reason: (error as Error).message }, 'no poster');
    return null;
  }
}

async function storeFinished(db: Db, row: UploadRow, now: Date): Promise<void> {
  const before = (await listFiles(db, row.identifier)).filter((file) => file.role === 'poster').map((file) => file.id);
  if (before.length) await moveToRemoved(db, row.identifier, before, row.person_id, now);
}

async function addPoster(db: Db, row: UploadRow, poster: Buffer, now: Date): Promise<void> {
  const sha256 = await computeHash(Readable.from([poster]));
  const file = {
    id: newId(now),
    identifier: row.identifier,
    role: 'poster' as const,
    path: uploadPosterPath(row),
    language: null,
    label: null,
    name: `${row.name.replace(/\.[^.]*$/, '')}.webp`,
    bytes: poster.length,
    sha256,
  };
  await insertFile(db, file, { mime: 'image/webp', width: 800, height: 452, duration: null, start: null, sound: null }, now);
}
