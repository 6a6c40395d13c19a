/** Typed calls of the API. Every failure is thrown as an `AppError`. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { address, ONCE_HEADER, type Args, type Endpoint, type Reply, type RequestArgs } from '@fundus/contract/endpoint';
import { AppError, ERRORS, type ErrorBody, type ErrorCode } from '@fundus/contract/errors';
import { visitToken } from './visit-token.ts';
import { isGatewayError, isNetworkFailure, connectionError, markConnected } from './connection.ts';
import { csrfToken, CSRF_HEADER, rememberToken } from './csrf.ts';

/** Arguments of `call`; optional if the endpoint requires none. */
export type CallArgs<E extends Endpoint> = object extends Args<E> ? [args?: Args<E>] : [args: Args<E>];

export { address };

/** Calls the API and returns the parsed reply. Throws `AppError`; an aborted call throws the `AbortError` of the signal. */
export async function call<E extends Endpoint>(endpoint: E, ...[args]: CallArgs<E>): Promise<Reply<E>> {
  return callWith(endpoint, undefined, args);
}

/** Delay in milliseconds between retries while another call with the same idempotency key is in progress. */
const TURN = 1_000;
const TURNS = 5;

type Request = RequestArgs & { key: string | undefined };

/** Variant of `call` with an abort signal and an idempotency key, which is sent to endpoints marked `once`. */
export async function callWith<E extends Endpoint>(
  endpoint: E,
  signal: AbortSignal | undefined,
  args?: Args<E>,
  key?: string,
): Promise<Reply<E>> {
  const request: Request = { ...(args as RequestArgs | undefined), key };
  const writes = endpoint.method !== 'GET';
  if (writes && !csrfToken()) await refreshToken(signal);
  let response = await send(endpoint, request, signal);
  if (response.ok) return answer(endpoint, response);

  let error = await failure(response);
  if (writes && error.code === 'csrf_invalid') {
    await refreshToken(signal);
    response = await send(endpoint, request, signal);
    if (response.ok) return answer(endpoint, response);
    error = await failure(response);
  }
  // An earlier attempt is still in progress; its response was lost.
  for (let turn = 0; error.code === 'in_progress' && turn < TURNS; turn += 1) {
    await new Promise((over) => setTimeout(over, TURN));
    response = await send(endpoint, request, signal);
    if (response.ok) return answer(endpoint, response);
    error = await failure(response);
  }
  throw error;
}

async function send(endpoint: Endpoint, request: Request, signal: AbortSignal | undefined): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' });
  if (visitToken()) headers.set('authorization', `Bearer ${visitToken()}`);
  if (request.body !== undefined) headers.set('content-type', 'application/json');
  if (endpoint.method !== 'GET') headers.set(CSRF_HEADER, csrfToken());
  if (request.key !== undefined) headers.set(ONCE_HEADER, request.key);
  let response: Response;
  try {
    response = await fetch(address(endpoint, request), {
      method: endpoint.method,
      credentials: 'same-origin',
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: signal ?? null,
      // Completes a write, such as the playback position, although the user is leaving the page.
      keepalive: endpoint.method !== 'GET' && document.visibilityState === 'hidden',
    });
  } catch (problem) {
    if (signal?.aborted) throw problem;
    if (isNetworkFailure(problem)) throw connectionError();
    throw new AppError('unavailable', { message: 'no answer from the portal' });
  }
  if (!isGatewayError(response.status)) markConnected();
  if (endpoint.method === 'GET') rememberToken(response);
  return response;
}

const refreshToken = (signal: AbortSignal | undefined): Promise<unknown> => send(accounts.userinfo, { key: undefined }, signal);

async function answer<E extends Endpoint>(endpoint: E, response: Response): Promise<Reply<E>> {
  return (endpoint.reply === 'stream' ? response : await response.json()) as Reply<E>;
}

async function failure(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const code = body?.error?.code;
  if (code && code in ERRORS) {
    markConnected();
    const wait = Number(response.headers.get('Retry-After')) || undefined;
    const details = wait === undefined ? body.error.details : { retry_after: wait, ...body.error.details };
    return new AppError(code as ErrorCode, { field: body.error.field, details });
  }
  if (isGatewayError(response.status)) return connectionError();
  return new AppError(response.status > 504 ? 'unavailable' : response.status === 404 ? 'not_found' : 'internal');
}
