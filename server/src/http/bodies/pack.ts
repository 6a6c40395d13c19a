/**
 * Compresses replies. Text and bytes use the first supported encoding that the browser accepts. Large replies are compressed off the main thread, and
 * replies with an ETag are compressed once for all requests. Streams use gzip (docs/performance.md#replies).
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
    /** If `false`, streams of the route are not compressed. */
    compress?: boolean;
  }
}

/** Supported encodings in order of preference. */
export const ENCODINGS = ['zstd', 'br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];
type Effort = 'quick' | 'thorough' | 'kept';

/** Minimum size of compressed replies in bytes. Smaller replies fit into a single packet. */
export const PACK_FROM = 1_024;
/**
 * Maximum size in bytes for compression on the main thread. For replies up to this size, the transfer to another thread takes longer than the
 * compression.
 */
const AT_ONCE = 64 * 1_024;
/** Maximum total size in bytes of cached compressed replies. */
const MAX_KEPT = 8 * 1_024 ** 2;

const PACKABLE = /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|javascript)|image\/svg)/i;

const LEVELS: Record<Encoding, Record<Effort, number>> = {
  zstd: { quick: 3, thorough: 3, kept: 12 },
  br: { quick: 1, thorough: 4, kept: 9 },
  gzip: { quick: 1, thorough: 4, kept: 9 },
};

const zstdOptions = (level: number): ZstdOptions => ({ params: { [constants.ZSTD_c_compressionLevel]: level } });
// The window is as large as typical replies. A larger window only takes more time to initialise.
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

/** Returns a function that checks whether a browser accepts an encoding. `q=0` excludes an encoding. */
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

/** Returns the preferred encoding that a browser accepts, or `undefined` if there is none. */
export const chooseEncoding = (accepted: string | undefined): Encoding | undefined =>
  accepted ? ENCODINGS.find(readAccepted(accepted)) : undefined;

const acceptsGzip = (accepted: string | undefined): boolean => accepted !== undefined && readAccepted(accepted)('gzip');

/** Compresses a stream with gzip. Brotli would need tens of megabytes of memory per stream. The files of the client are compressed at build time. */
function gzipStream(reply: FastifyReply, stream: Readable): Readable {
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  // The returned stream forwards errors of both streams to Fastify.
  return pipeline(stream, createGzip({ level: LEVELS.gzip.thorough }), () => {});
}

/** Registers hooks that compress replies if it saves transfer time. */
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

/** Returns a cache of compressed replies by ETag, which evicts the oldest entries first. */
function cacheCompressed(): (key: string, make: () => Promise<Buffer>) => Promise<Buffer> {
  const packed = new Map<string, Buffer>();
  const begun = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  return async (key, make) => {
    const known = packed.get(key);
    if (known) return known;
    // Concurrent requests for the same reply share one compression.
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
