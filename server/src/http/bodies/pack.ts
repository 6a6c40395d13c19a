/**
 * Compresses replies. Text and bytes use the cheapest encoding the browser accepts; a large reply is compressed off the main thread, and
 * one with an ETag once for all requests. Streams use gzip (docs/performance.md#replies).
 */
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createGzip,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  type BrotliOptions,
  type ZstdOptions,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `false` sends the streams of a route uncompressed. */
    compress?: boolean;
  }
}

/** In order of preference. */
export const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];
type Effort = 'quick' | 'thorough' | 'kept';

/** Minimum size in bytes; smaller replies fit into one packet. */
export const PACK_FROM = 1_024;
/** Maximum size in bytes for compressing on the main thread; up to here the thread hand-over takes longer. */
const AT_ONCE = 64 * 1_024;
/** Maximum size in bytes of the cache of compressed replies. */
const MAX_KEPT = 8 * 1_024 ** 2;

const PACKABLE = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|javascript)|image\/svg)/i;

const LEVELS: Record<Encoding, Record<Effort, number>> = {
  zstd: { quick: 3, thorough: 3, kept: 12 },
  br: { quick: 1, thorough: 4, kept: 9 },
  gzip: { quick: 1, thorough: 4, kept: 9 },
};

const zstdOptions = (level: number): ZstdOptions => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });
// The window is as large as typical replies; a larger one is memory to initialise before the first byte.
const brotliOptions = (level: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
});

const NOW: Record<Encoding, (body: Buffer, level: number) => Buffer> = {
  zstd: (body, level) => zstdCompressSync(body, zstdOptions(level)),
  br: (body, level) => brotliCompressSync(body, brotliOptions(level)),
  gzip: (body, level) => gzipSync(body, { level }),
};
const BESIDE: Record<Encoding, (body: Buffer, level: number) => Promise<Buffer>> = {
  zstd: (body, level) => promisify(zstdCompress)(body, zstdOptions(level)),
  br: (body, level) => promisify(brotliCompress)(body, brotliOptions(level)),
  gzip: (body, level) => promisify(gzip)(body, { level }),
};

/** Returns a predicate for the encodings a browser accepts; `q=0` excludes one. */
function readAccepted(accepted: string): (encoding: Encoding) => boolean {
  const named = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((each) => {
        const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
        return [name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))] as const;
      }),
  );
  return (encoding) => named.get(encoding) ?? (encoding === 'gzip' && named.get('*') === true);
}

/** Returns the first supported encoding that a browser accepts. */
export const chooseEncoding = (accepted: string | undefined): Encoding | undefined =>
  accepted ? ENCODINGS.find(readAccepted(accepted)) : undefined;

const acceptsGzip = (accepted: string | undefined): boolean => accepted !== undefined && readAccepted(accepted)('gzip');

/** Compresses a stream by gzip. A brotli stream would take tens of megabytes of memory; the client's files are compressed at build time. */
function gzipStream(reply: FastifyReply, stream: Readable): Readable {
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  // An error of either stream reaches Fastify through the returned one.
  return pipeline(stream, createGzip({ level: LEVELS.gzip.thorough }), () => {});
}

/** Compresses every reply for which it pays off. */
export function packReplies(app: FastifyInstance): void {
  const cache = cacheCompressed();
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable && request.routeOptions.config.compress === false) return done(null, payload);
    if (!isPackable(reply, payload)) return done(null, payload);
    vary(reply);
    const accepted = request.headers['accept-encoding'];
    if (payload instanceof Readable) return done(null, acceptsGzip(accepted) ? gzipStream(reply, payload) : payload);
    const encoding = chooseEncoding(accepted);
    if (!encoding) return done(null, payload);
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const send = (packed: Buffer): void => {
      reply.header('content-encoding', encoding).removeHeader('content-length');
      done(null, packed);
    };
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string') return void cache(`${encoding} ${etag}`, () => pack(body, encoding, 'kept')).then(send, done);
    if (body.length <= AT_ONCE) return send(NOW[encoding](body, LEVELS[encoding].quick));
    pack(body, encoding, 'thorough').then(send, done);
  });
}

const pack = (body: Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> => BESIDE[encoding](body, LEVELS[encoding][effort]);

function isPackable(reply: FastifyReply, payload: unknown): payload is string | Buffer | Readable {
  if (reply.statusCode === 206 || reply.hasHeader('content-range') || reply.hasHeader('content-encoding')) return false;
  if (!PACKABLE.test(String(reply.getHeader('content-type') ?? ''))) return false;
  if (payload instanceof Readable) return Number(reply.getHeader('content-length') ?? PACK_FROM) >= PACK_FROM;
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= PACK_FROM;
}

function vary(reply: FastifyReply): void {
  const before = String(reply.getHeader('vary') ?? '');
  if (!/accept-encoding/i.test(before)) reply.header('vary', before ? `${before}, accept-encoding` : 'accept-encoding');
}

/** Returns a cache of compressed replies by ETag; the oldest entry is evicted first. */
function cacheCompressed(): (key: string, make: () => Promise<Buffer>) => Promise<Buffer> {
  const packed = new Map<string, Buffer>();
  const begun = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  return async (key, make) => {
    const known = packed.get(key);
    if (known) return known;
    // Parallel requests for the same reply share one compression.
    const work = begun.get(key) ?? make().finally(() => begun.delete(key));
    begun.set(key, work);
    const fresh = await work;
    if (!packed.has(key)) bytes += fresh.length;
    packed.set(key, fresh);
    for (const [oldest, { length }] of packed) {
      if (bytes <= MAX_KEPT) break;
      packed.delete(oldest);
      bytes -= length;
    }
    return fresh;
  };
}
