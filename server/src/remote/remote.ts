/**
 * The HTTP client for addresses entered by users (docs/decisions/0056-guarded-outbound-requests.md). It sends no visitor data, such as cookies,
 * referrers or names.
 */
import { lookup as lookUp } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress } from './public-addresses.ts';

/**
 * Origin of an address. Only operators and district administrators may enter hosts of the operator's own network (`INTRANET_HOSTS`). All other
 * addresses are untrusted, for example links of media, push endpoints, and addresses in replies of other systems.
 */
export type EnteredBy = 'administrator' | 'stranger';

export type RemoteRequest = {
  url: string;
  enteredBy: EnteredBy;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Signal that aborts the request in any phase. A `TimeoutError` is reported as `timeout`. */
  signal: AbortSignal;
  /** Maximum size of the decompressed reply in bytes. Defaults to 2 MiB. */
  maxBytes?: number;
};

/** Reply to a request. `link` is the Link header, if present. */
type RemoteAnswer = { type: string; bytes: Buffer; link?: string };

/** Sends a request. Throws `RemoteError`, or the reason of the signal if it was aborted. */
export type RemoteFetch = (request: RemoteRequest) => Promise<RemoteAnswer>;

/**
 * Reason of a failure. `address`: the address is forbidden. `refused`: the status is not 2xx. `bad_reply`: the caller could not parse the content.
 * `resting`: the source is suspended after failures. `collecting`: the copy of the list is being fetched.
 */
type RemoteProblem = 'address' | 'unreachable' | 'timeout' | 'redirect' | 'too_large' | 'refused' | 'bad_reply' | 'resting' | 'collecting';

export class RemoteError extends Error {
  readonly code: RemoteProblem;
  /** HTTP status, if the request was refused. */
  readonly status: number | undefined;
  /** Value of the `Retry-After` header in seconds. */
  readonly retryAfter: number | undefined;
  constructor(code: RemoteProblem, message: string, status?: number, retryAfter?: number) {
    super(message);
    this.name = 'RemoteError';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Returns the number of seconds of a `Retry-After` header, which contains seconds or a date. Returns `undefined` for other values. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /^[A-Z][a-z]{2,8},/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
/** Maximum size of the reply headers in bytes. */
const MAX_HEADERS = 16 * 1024;

type Settings = {
  /** Hosts of the operator's own network as `name` or `name:port`. Only these may have private addresses or other ports, or be used without TLS. */
  intranet: readonly string[];
  /** Name sent in the User-Agent header. */
  name: string;
  /** Resolves a host to all of its addresses. Replaced in tests. */
  resolve?: (host: string) => Promise<readonly string[]>;
};

export function makeRemote({ intranet, name, resolve = resolvePublic }: Settings): RemoteFetch {
  const isIntranet = (url: URL, { enteredBy }: Pick<RemoteRequest, 'enteredBy'>): boolean =>
    enteredBy === 'administrator' && (intranet.includes(url.hostname) || intranet.includes(url.host));
  /** Connects only to an address that has been checked, which prevents DNS rebinding. */
  const checkedLookup: LookupFunction = (host, { all }, callback) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new RemoteError('unreachable', `${host} has no address`), '');
        const closed = addresses.find((address) => !isPublicAddress(address));
        if (closed !== undefined) return callback(new RemoteError('address', `${host} is at ${closed}`), '');
        if (all)
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        else callback(null, first, isIP(first));
      },
      (error: Error) => callback(error, ''),
    );
  };

  const send = (url: URL, request: RemoteRequest, more: Readonly<Record<string, string>>): Promise<IncomingMessage> =>
    new Promise((answered, failed) => {
      const secure = url.protocol === 'https:';
      const outgoing = (secure ? requestHttps : requestHttp)(url, {
        method: request.method ?? 'GET',
        headers: { accept: '*/*', ...more, 'accept-encoding': 'gzip', 'user-agent': name },
        signal: request.signal,
        lookup: isIntranet(url, request) ? lookUp : checkedLookup,
        maxHeaderSize: MAX_HEADERS,
        // Each request uses a new connection, because a reused connection would bypass the address check.
        agent: false,
      });
      outgoing.on('response', answered).on('error', failed).end(request.body);
    });

  return async (request) => {
    let url = parseAddress(request.url);
    let headers = request.headers ?? {};
    try {
      for (let hop = 0; ; hop++) {
        requireOpen(url, isIntranet(url, request));
        const answer = await send(url, request, headers);
        try {
          const status = answer.statusCode ?? 0;
          if (status >= 200 && status < 300 && request.method === 'HEAD')
            return { type: answer.headers['content-type'] ?? '', bytes: Buffer.alloc(0) };
          if (status >= 200 && status < 300) return await read(answer, request.maxBytes ?? MAX_BYTES);
          if (![301, 302, 303, 307, 308].includes(status))
            throw new RemoteError('refused', `${url.host} answered ${status}`, status, readRetryAfter(answer.headers['retry-after']));
          if (request.method === 'POST' || hop >= MAX_REDIRECTS) throw new RemoteError('redirect', `${url.host} leads elsewhere`);
          const next = parseAddress(answer.headers.location ?? '', url);
          // A reply from another network must not redirect into the operator's network.
          if (isIntranet(next, request) && !isIntranet(url, request))
            throw new RemoteError('address', `${url.host} leads into the network of the operator`);
          // Credentials are not sent to another origin.
          if (next.origin !== url.origin) headers = Object.fromEntries(Object.entries(headers).filter(([field]) => field === 'accept'));
          url = next;
        } finally {
          answer.destroy();
        }
      }
    } catch (error) {
      throw explain(error, url, request.signal);
    }
  };
}

function parseAddress(text: string, base?: URL): URL {
  if (!URL.canParse(text, base?.href)) throw new RemoteError('address', 'no address');
  return new URL(text, base);
}

/** Throws a `RemoteError` with the code `address` for a forbidden URL before its host is resolved. */
function requireOpen(url: URL, intranet: boolean): void {
  const refuse = (why: string): never => {
    throw new RemoteError('address', `${url.host}: ${why}`);
  };
  if (url.protocol !== 'https:' && !(intranet && url.protocol === 'http:')) refuse('not https');
  if (url.username !== '' || url.password !== '') refuse('a name or password in the address');
  if (intranet) return;
  if (url.port !== '') refuse('another port than 443');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // IP addresses are checked here, because they are not resolved.
  if (isIP(host) !== 0 && !isPublicAddress(host)) refuse('not a public address');
}

/** Decompressors by content encoding. Requests accept only `gzip`. */
const UNPACKERS: Readonly<Record<string, ((body: IncomingMessage) => Readable) | undefined>> = {
  identity: (body) => body,
  gzip: (body) => body.pipe(createGunzip()),
  'x-gzip': (body) => body.pipe(createGunzip()),
  deflate: (body) => body.pipe(createInflate()),
  br: (body) => body.pipe(createBrotliDecompress()),
};

/** Returns the decompressed body. Throws `too_large` if it exceeds the limit. */
async function read(answer: IncomingMessage, most: number): Promise<RemoteAnswer> {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  const unpack = UNPACKERS[encoding.trim().toLowerCase()];
  if (!unpack) throw new RemoteError('bad_reply', `packed as ${encoding.slice(0, 40)}`);
  if (Number(answer.headers['content-length'] ?? 0) > most) throw new RemoteError('too_large', `more than ${most} bytes`);
  const body = unpack(answer);
  if (body !== answer) answer.once('error', (error) => body.destroy(error));
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new RemoteError('too_large', `more than ${most} bytes`);
    parts.push(part);
  }
  const { link } = answer.headers;
  const whole = { type: answer.headers['content-type'] ?? '', bytes: Buffer.concat(parts) };
  return link === undefined ? whole : { ...whole, link: String(link) };
}

function explain(error: unknown, url: URL, signal: AbortSignal): unknown {
  if (error instanceof RemoteError) return error;
  if (signal.aborted) {
    const timeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
    return timeout ? new RemoteError('timeout', `${url.host} did not respond in time`) : signal.reason;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_')) return new RemoteError('bad_reply', `${url.host}: ${message}`);
  return new RemoteError('unreachable', `${url.host}: ${message}`);
}

/** Queries the name server directly, because the system resolver would block a thread of the process. */
async function resolvePublic(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}
