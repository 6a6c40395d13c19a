/** The job behind an upload: checksum, content, storage, a file of the medium; or a refusal, and nothing is left. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import { FileRole } from '@fundus/contract/files';
import { z } from 'zod';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import { pictureAt } from '../../film/film.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Portal } from '../../http/context.ts';
import { readPerson } from '../../http/session.ts';
import type { Worker } from '../../jobs/runner.ts';
import { logChanges } from '../../search/change-log.ts';
import { inspect, posterOf, type Inspected } from './inspect.ts';
import { forgetFiles } from './known-files.ts';
import { changeUpload, filesOf, findTwin, findUpload, insertFile, mediumExists, takeAway, type UploadRow } from './upload-repository.ts';
import { partOf } from './uploads.ts';

const Payload = z.object({ id: z.uuid() });

/** Works an upload off. What is not the file's fault is thrown, and tried again. */
export const uploadWorker =
  (portal: Portal): Worker =>
  async (payload) => {
    const row = await findUpload(portal.db, Payload.parse(payload).id);
    if (row?.state !== 'checking') return;
    try {
      await settle(portal, row);
    } catch (error) {
      const problem = refusalOf(error);
      if (!problem) throw error;
      await changeUpload(portal.db, row.id, { state: 'refused', problem: JSON.stringify(problem) }, portal.now());
    }
    await rm(partOf(portal, row.id), { force: true });
  };

function refusalOf(error: unknown): { code: string; details?: Record<string, unknown> } | null {
  if (error instanceof AppError && error.code !== 'internal') return { code: error.code, ...(error.details && { details: error.details }) };
  return (error as NodeJS.ErrnoException).code === 'ENOSPC' ? { code: 'storage_full' } : null;
}

async function settle(portal: Portal, row: UploadRow): Promise<void> {
  const part = partOf(portal, row.id);
  const found = await stat(part);
  if (found.size !== row.bytes) throw new AppError('checksum_mismatch', { details: { received: found.size, bytes: row.bytes } });
  const sent = await hashOf(createReadStream(part, { highWaterMark: 1024 * 1024 }));
  if (row.sha256 !== null && row.sha256 !== sent) throw new AppError('checksum_mismatch');
  const inspected = await inspect(part, FileRole.parse(row.role));
  const poster = row.role === 'main' ? await posterFrom(portal, row, part, inspected) : null;
  const { content } = inspected;
  const sha256 = content ? await hashOf(Readable.from([content])) : sent;
  const twin = await findTwin(portal.db, row.identifier, row.role, sha256);
  if (twin) throw new AppError('already_exists', { details: { file_id: twin.id } });

  const stored: string[] = [];
  try {
    const path = pathFor(portal.now(), row.id, inspected.ext);
    stored.push(path);
    if (content) await portal.storage.write(path, Readable.from([content]));
    else await portal.storage.adopt(path, part);
    const posterId = newId(portal.now());
    const posterPath = pathFor(portal.now(), posterId, 'webp');
    if (poster) {
      stored.push(posterPath);
      await portal.storage.write(posterPath, Readable.from([poster]));
    }
    await portal.db.transaction().execute(async (db) => {
      if (!(await mediumExists(db, row.identifier))) throw new AppError('not_found');
      if (row.role === 'poster') await putAway(db, row, portal.now());
      const bytes = content?.length ?? row.bytes;
      await insertFile(
        db,
        { ...named(row), id: row.id, identifier: row.identifier, role: row.role, path, bytes, sha256 },
        inspected,
        portal.now(),
      );
      if (poster) await addPoster(db, row, { id: posterId, path: posterPath, poster }, portal.now());
      await changeUpload(
        db,
        row.id,
        { state: 'done', file_id: row.id, problem: inspected.notice && JSON.stringify(inspected.notice) },
        portal.now(),
      );
      const after = { identifier: row.identifier, file: row.id, role: row.role, name: row.name, bytes, sha256 };
      const user = await readPerson(db, row.person_id);
      if (user) await recordAudit({ db, user, now: portal.now() }, 'files.add', null, after);
      await logChanges(db, [row.identifier]);
    });
  } catch (error) {
    for (const path of stored) await portal.storage.remove(path).catch(() => {});
    throw error;
  }
  forgetFiles(portal.storage);
  void portal.wakeIndex();
}

const named = ({ name, language, label }: UploadRow) => ({ name, language, label });

/** By month, under a name nobody chose. */
const pathFor = (now: Date, id: string, ext: string): string => `media/${now.toISOString().slice(0, 7)}/${id}.${ext}`;

export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A medium without a poster gets one out of its film or picture; where that does not work it keeps the drawn cover. */
async function posterFrom(portal: Portal, row: UploadRow, part: string, { mime, duration }: Inspected): Promise<Buffer | null> {
  if ((await filesOf(portal.db, row.identifier)).some((file) => file.role === 'poster')) return null;
  try {
    if (mime.startsWith('image/')) return await posterOf(part);
    if (!mime.startsWith('video/')) return null;
    const frame = await pictureAt(part, Math.min(60, (duration ?? 0) * 0.15));
    return frame && (await posterOf(frame));
  } catch (error) {
    portal.log.warn({ upload: row.id, reason: (error as Error).message }, 'no poster');
    return null;
  }
}

async function putAway(db: Db, row: UploadRow, now: Date): Promise<void> {
  const before = (await filesOf(db, row.identifier)).filter((file) => file.role === 'poster').map((file) => file.id);
  if (before.length) await takeAway(db, row.identifier, before, row.person_id, now);
}

async function addPoster(
  db: Db,
  row: UploadRow,
  { id, path, poster }: { id: string; path: string; poster: Buffer },
  now: Date,
): Promise<void> {
  const sha256 = await hashOf(Readable.from([poster]));
  const file = {
    id,
    identifier: row.identifier,
    role: 'poster',
    path,
    language: null,
    label: null,
    name: `${row.name.replace(/\.[^.]*$/, '')}.webp`,
    bytes: poster.length,
    sha256,
  };
  await insertFile(db, file, { mime: 'image/webp', width: 800, height: 452, duration: null, start: null }, now);
}
