/**
 * The one way to an address that somebody entered in the portal (docs/decisions/0056-guarded-outbound-requests.md). Nothing of a
 * visitor travels along: no cookie, no address of the page, no name.
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
 * The origin of an address. Operators and district administrators may name hosts of the operator's own network (`INTRANET_HOSTS`). All other addresses,
 * such as links of media, push endpoints, and addresses in answers of other systems, are those of strangers.
 */
export type EnteredBy = 'administrator' | 'stranger';

export type RemoteRequest = {
  url: string;
  enteredBy: EnteredBy;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Ends it, wherever it is; a `TimeoutError` is told as `timeout`. */
  signal: AbortSignal;
  /** Of the answer, unpacked; 2 MiB where nothing is said. */
  maxBytes?: number;
};

/** `link`: the header of that name, where there is one. */
type RemoteAnswer = { type: string; bytes: Buffer; link?: string };

/** Fetches. Throws `RemoteError`; for what was given up the reason of the signal. */
export type Remote = (request: RemoteRequest) => Promise<RemoteAnswer>;

/**
 * `address`: not one the portal speaks to. `refused`: another status than 2xx. `bad_reply`: not what was expected, by whoever reads it. `resting`: it
 * failed too often. `collecting`: the copy of its list is being made.
 */
type RemoteProblem = 'address' | 'unreachable' | 'timeout' | 'redirect' | 'too_large' | 'refused' | 'bad_reply' | 'resting' | 'collecting';

export class RemoteError extends Error {
  readonly code: RemoteProblem;
  /** Of the answer that refused. */
  readonly status: number | undefined;
  /** Seconds to wait, if the answer says so (`Retry-After`). */
  readonly retryAfter: number | undefined;
  constructor(code: RemoteProblem, message: string, status?: number, retryAfter?: number) {
    super(message);
    this.name = 'RemoteError';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Seconds of `Retry-After`, which names them or a date; undefined for anything else. */
export function readRetryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = /^[A-Z][a-z]{2,8},/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
/** Of the headers of an answer. */
const MAX_HEADERS = 16 * 1024;

type Settings = {
  /** Hosts of the operator's own network, `name` or `name:port`: only these are spoken to at private addresses, on other ports and without TLS. */
  intranet: readonly string[];
  /** What the portal calls itself. */
  name: string;
  /** All addresses of a host; tests say their own. */
  resolve?: (host: string) => Promise<readonly string[]>;
};

export function makeRemote({ intranet, name, resolve = resolvePublic }: Settings): Remote {
  const isIntranet = (url: URL, { enteredBy }: Pick<RemoteRequest, 'enteredBy'>): boolean =>
    enteredBy === 'administrator' && (intranet.includes(url.hostname) || intranet.includes(url.host));
  /** The address that is checked is the one that is connected to: a name that answers differently the next time gains nothing. */
  const checkedLookup: LookupFunction = (host, { all }, tell) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return tell(new RemoteError('unreachable', `${host} has no address`), '');
        const closed = addresses.find((address) => !isPublicAddress(address));
        if (closed !== undefined) return tell(new RemoteError('address', `${host} is at ${closed}`), '');
        if (all)
          tell(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        else tell(null, first, isIP(first));
      },
      (error: Error) => tell(error, ''),
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
        // A connection of its own for each: none is left open to a host that may be checked anew.
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
          // Whom an administrator may ask at home, a stranger's answer may not.
          if (isIntranet(next, request) && !isIntranet(url, request))
            throw new RemoteError('address', `${url.host} leads into the network of the operator`);
          // What opens one host is nothing for another.
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

/** What is wrong with an address before anybody is asked for it. */
function requireOpen(url: URL, intranet: boolean): void {
  const refuse = (why: string): never => {
    throw new RemoteError('address', `${url.host}: ${why}`);
  };
  if (url.protocol !== 'https:' && !(intranet && url.protocol === 'http:')) refuse('not https');
  if (url.username !== '' || url.password !== '') refuse('a name or password in the address');
  if (intranet) return;
  if (url.port !== '') refuse('another port than 443');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Nobody looks up what is a number already.
  if (isIP(host) !== 0 && !isPublicAddress(host)) refuse('not a public address');
}

/** How bodies are unpacked, by what the answer says; only `gzip` is asked for. */
const UNPACKERS: Readonly<Record<string, ((body: IncomingMessage) => Readable) | undefined>> = {
  identity: (body) => body,
  gzip: (body) => body.pipe(createGunzip()),
  'x-gzip': (body) => body.pipe(createGunzip()),
  deflate: (body) => body.pipe(createInflate()),
  br: (body) => body.pipe(createBrotliDecompress()),
};

/** The body, unpacked, never more of it than may be. */
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
    return timeout ? new RemoteError('timeout', `${url.host} did not answer in time`) : signal.reason;
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('Z_')) return new RemoteError('bad_reply', `${url.host}: ${message}`);
  return new RemoteError('unreachable', `${url.host}: ${message}`);
}

/** Asked of the name server and not of the system, which would keep a thread of this process waiting. */
async function resolvePublic(host: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
}
