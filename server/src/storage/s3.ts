/** Stores files in an S3-compatible bucket. The SDK is loaded on demand. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Kit from '@aws-sdk/client-s3';
import type { S3Settings } from '../env.ts';
import { OperatorError } from '../operator-error.ts';
import { requireInnerPath, type Storage } from './storage.ts';
import type { ByteRange } from './send-file.ts';

/**
 * Size in bytes of the parts of a multipart upload. S3 requires at least 5 MiB and allows 10,000 parts, which results in files of up to 156 GiB. One
 * part is in memory at a time.
 */
const PIECE = 16 * 1024 * 1024;
const PAGE = 1_000;

/** Opens the bucket. Throws an `OperatorError` if the bucket is unreachable. */
export async function makeS3Storage(settings: S3Settings): Promise<Storage> {
  const kit = await import('@aws-sdk/client-s3');
  const client = new kit.S3Client({
    region: settings.region,
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint }),
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: settings.pathStyle,
    // Some other services do not support the newer checksums of Amazon.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const bucket = { Bucket: settings.bucket };
  const before = settings.prefix === '' ? '' : `${settings.prefix.replace(/(?<!\/)\/+$/, '')}/`;
  const at = (path: string) => ({ ...bucket, Key: before + requireInnerPath(path) });
  await client.send(new kit.HeadBucketCommand(bucket)).catch((error: unknown) => {
    client.destroy();
    throw new OperatorError(`S3_BUCKET ${settings.bucket}: ${(error as Error).name}: ${(error as Error).message}`);
  });

  const read = (path: string, range?: ByteRange): Readable => {
    const through = new PassThrough();
    const given = new AbortController();
    through.once('close', () => given.abort());
    client
      .send(new kit.GetObjectCommand({ ...at(path), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }), {
        abortSignal: given.signal,
      })
      .then(({ Body }) => pipeline(Body as Readable, through))
      .catch((error: unknown) => through.destroy(error as Error));
    return through;
  };

  return {
    stat: async (path) => {
      try {
        const found = await client.send(new kit.HeadObjectCommand(at(path)));
        return { bytes: found.ContentLength ?? 0, changed: found.LastModified ?? new Date(0) };
      } catch (error) {
        if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return null;
        throw error;
      }
    },
    read,
    send: (path, range, out) => pipeline(read(path, range), out, { end: false }),
    write: (path, content) => store(kit, client, at(path), content),
    storeFile: async (path, localFile) => {
      const { size } = await stat(localFile);
      await store(kit, client, at(path), createReadStream(localFile, { highWaterMark: 1024 * 1024 }), size);
    },
    remove: async (path) => void (await client.send(new kit.DeleteObjectCommand(at(path)))),
    withLocal: async (path, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'fundus-s3-'));
      try {
        const copy = join(folder, `file${extname(path)}`);
        await pipeline(read(path), createWriteStream(copy));
        return await use(copy);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    list: async function* () {
      let next: string | undefined;
      do {
        const page = await client.send(
          new kit.ListObjectsV2Command({ ...bucket, Prefix: before, MaxKeys: PAGE, ...(next && { ContinuationToken: next }) }),
        );
        for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(before.length);
        next = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (next);
    },
    free: async () => null,
    close: async () => client.destroy(),
  };
}

type Target = { Bucket: string; Key: string };

/** Uploads a small file in a single request, and a larger file as a multipart upload. The file is stored completely or not at all. */
async function store(kit: typeof Kit, client: Kit.S3Client, target: Target, content: Readable, bytes?: number): Promise<void> {
  const pieces = inPieces(content);
  const first = await pieces.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  if (head.length < PIECE) {
    await client.send(new kit.PutObjectCommand({ ...target, Body: head, ContentLength: head.length }));
    return;
  }
  const { UploadId } = await client.send(new kit.CreateMultipartUploadCommand(target));
  try {
    const Parts: Kit.CompletedPart[] = [];
    let sent = 0;
    for (let next: IteratorResult<Buffer> = { value: head, done: false }; !next.done; next = await pieces.next()) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new kit.UploadPartCommand({ ...target, UploadId, PartNumber, Body: next.value }));
      Parts.push({ ETag, PartNumber });
      sent += next.value.length;
    }
    if (bytes !== undefined && sent !== bytes) throw new Error(`${sent} of ${bytes} bytes read`);
    await client.send(new kit.CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new kit.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {});
    throw error;
  }
}

async function* inPieces(content: Readable): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string | Uint8Array);
    parts.push(part);
    size += part.length;
    while (size >= PIECE) {
      const whole = Buffer.concat(parts);
      yield whole.subarray(0, PIECE);
      const rest = whole.subarray(PIECE);
      parts = rest.length ? [Buffer.from(rest)] : [];
      size = rest.length;
    }
  }
  if (size > 0) yield Buffer.concat(parts);
}
