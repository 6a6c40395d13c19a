/** Requests to learning platforms through the SSRF-safe HTTP client, with limits on time and size. */
import { RemoteError, type RemoteFetch, type RemoteRequest } from '../remote/remote.ts';
import { LtiError } from './lti-error.ts';

const TIMEOUT = 3_000;
const MAX = 64 * 1024;

/** Returns the JSON of the reply. Throws `LtiError` if the platform rejects the request or is unreachable. */
export async function callPlatform(remote: RemoteFetch, request: Omit<RemoteRequest, 'signal' | 'maxBytes'>): Promise<unknown> {
  try {
    const { bytes } = await remote({
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      signal: AbortSignal.timeout(TIMEOUT),
      maxBytes: MAX,
    });
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof RemoteError)
      throw new LtiError(error.code === 'refused' ? 'platform_refused' : 'platform_unreachable', error.message);
    throw new LtiError('platform_unreachable', (error as Error).message);
  }
}
