/**
 * Checks with as little data as possible whether an address works. It sends a HEAD request and, if that is refused, a GET request whose body is
 * hardly read.
 */
import { RemoteError, type RemoteFetch } from '../../remote/remote.ts';
import type { CheckResult } from './repository.ts';

const TIMEOUT = 10_000;
const LITTLE = 16 * 1024;

/** Status codes of a page that exists for users with an account. */
const CLOSED = [401, 402, 403, 407, 451];
/** Status codes of temporary problems, which tell nothing about the address. */
const BUSY = [408, 425, 429, 503];
const GONE = [404, 410];

/** Checks an address. Returns `undefined` if the result is inconclusive. */
export async function checkLink(remote: RemoteFetch, url: string): Promise<CheckResult | undefined> {
  const head = await request(remote, url, 'HEAD');
  // Many servers do not support HEAD requests and report this in various ways.
  return head?.problem === 'gone' || head?.problem === 'refused' ? request(remote, url, 'GET') : head;
}

async function request(remote: RemoteFetch, url: string, method: 'HEAD' | 'GET'): Promise<CheckResult | undefined> {
  try {
    await remote({ url, enteredBy: 'stranger', method, signal: AbortSignal.timeout(TIMEOUT), maxBytes: LITTLE });
    return { problem: null, status: null };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    const { code, status = null } = error;
    // The response is larger than necessary or has an unknown encoding, so the page exists.
    if (code === 'too_large' || code === 'bad_reply') return { problem: null, status };
    if (code === 'refused' && status !== null) {
      if (CLOSED.includes(status)) return { problem: null, status };
      if (BUSY.includes(status)) return undefined;
      return { problem: GONE.includes(status) ? 'gone' : 'refused', status };
    }
    if (code === 'address' || code === 'redirect' || code === 'timeout') return { problem: code, status };
    return { problem: 'unreachable', status };
  }
}
