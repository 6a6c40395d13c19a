/**
 * Job that converts an uploaded film or audio file, which is then inspected like any upload. Runs one conversion at a time, because each uses all
 * processors.
 */
import { rename, rm, stat } from 'node:fs/promises';
import { ConvertQuestion, type UploadProblem } from '@fundus/contract/files/uploads';
import { z } from 'zod';
import { ConversionFailed, convertFilm } from '../../../film/convert.ts';
import type { Portal } from '../../../http/context.ts';
import type { JobKind } from '../../../jobs/runner.ts';
import { addJob } from '../../../jobs/repository.ts';
import { GIVEN_UP, refuseUpload } from './end-uploads.ts';
import { changeUpload, findUpload, lockUpload, recordProgress, type UploadRow } from './upload-repository.ts';
import { convertedOf, uploadLimitBytes, uploadPartPath, UPLOAD_JOB } from './uploads.ts';

const Payload = z.object({ id: z.uuid() });
const HOUR = 3_600_000;
/** Maximum duration of a conversion in milliseconds, enough for a feature film in 4K on a small machine. */
const MAX_MS = 12 * HOUR;

export const conversionWorker = (portal: Portal<'storage' | 'uploadDir'>): JobKind => ({
  final: true,
  work: async (payload) => {
    const { id } = Payload.parse(payload);
    const row = await findUpload(portal.db, id);
    if (row?.state === 'converting') await convertUpload(portal, row);
    else await rm(convertedOf(portal, id), { force: true });
  },
  givenUp: (payload) => refuseUpload(portal, Payload.parse(payload).id, GIVEN_UP),
});

async function convertUpload(portal: Portal<'storage' | 'uploadDir'>, row: UploadRow): Promise<void> {
  const [source, target] = [uploadPartPath(portal, row.id), convertedOf(portal, row.id)];
  try {
    const reportProgress = (percent: number): Promise<boolean> => recordProgress(portal.db, row.id, percent, portal.now());
    if (!(await convertFilm(source, target, { bytes: uploadLimitBytes(portal), ms: MAX_MS }, reportProgress)))
      return void (await rm(source, { force: true }));
    const { size } = await stat(target);
    await rename(target, source);
    await finishConversion(portal, row.id, {
      state: 'checking',
      problem: null,
      convert: false,
      converted: null,
      sha256: null,
      bytes: size,
      name: asMp4(row.name),
    });
  } catch (error) {
    if (!(error instanceof ConversionFailed)) throw error;
    portal.log.warn({ upload: row.id, reason: error.message }, 'conversion failed');
    await fail(portal, row, error);
  } finally {
    await rm(target, { force: true });
  }
}

/** Asks the editor again if the file may be kept unconverted. Otherwise rejects the file. */
async function fail(portal: Portal<'storage' | 'uploadDir'>, row: UploadRow, { reason }: ConversionFailed): Promise<void> {
  const problem: UploadProblem = { code: 'conversion_failed', details: { reason } };
  const question = ConvertQuestion.safeParse((row.problem as UploadProblem | null)?.details).data;
  if (!question?.keep) return refuseUpload(portal, row.id, problem);
  await finishConversion(portal, row.id, {
    state: 'asking',
    convert: null,
    problem: JSON.stringify({ code: 'convert', details: { ...question, failed: true } }),
  });
}

async function finishConversion(portal: Portal<'uploadDir'>, id: string, change: Parameters<typeof changeUpload>[2]): Promise<void> {
  const now = portal.now();
  const decided = await portal.db.transaction().execute(async (db) => {
    if ((await lockUpload(db, id))?.state !== 'converting') return false;
    await changeUpload(db, id, change, now);
    if (change.state === 'checking') await addJob(db, { kind: UPLOAD_JOB, payload: { id }, now });
    return true;
  });
  if (decided) portal.wakeJobs();
  else await rm(uploadPartPath(portal, id), { force: true });
}

const asMp4 = (name: string): string => `${name.replace(/\.[^.]{1,10}$/, '')}.mp4`;
