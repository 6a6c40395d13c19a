/** Converts all errors to replies. */
import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { today } from '@fundus/contract/days';
import { AppError, ERRORS, errorBody, invalid, type ErrorCode } from '@fundus/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseFull, DatabaseUnavailable } from '../db/failures.ts';
import type { Portal } from './context.ts';

const OF_STATUS: Record<number, ErrorCode> = { 404: 'not_found', 413: 'too_large', 415: 'unsupported_type', 429: 'too_many_attempts' };

/** Log levels of failed attempts to gain access: `info` for single guesses, `warn` for exceeded limits. */
const GUESSES: Partial<Record<ErrorCode, 'info' | 'warn'>> = { wrong_credentials: 'info', csrf_invalid: 'info', too_many_attempts: 'warn' };

/** Replies on the socket to requests that cannot be parsed, for example because of large headers. Uses the format of all errors. */
export function replyToUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, code] = UNREADABLE[error.code ?? ''] ?? ['400 Bad Request', 'validation_failed'];
  const body = JSON.stringify(errorBody(new AppError(code)));
  const head = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`, 'cache-control: no-store'];
  socket.end([`HTTP/1.1 ${status}`, ...head, 'connection: close', '', body].join('\r\n'));
}

const UNREADABLE: Record<string, [string, ErrorCode]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'validation_failed'],
};

/** Number of seconds after which clients retry while the database restarts. */
const RETRY_AFTER = 5;
const NO_SPACE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

type Source = Pick<Portal, 'log' | 'secret' | 'now'>;

/**
 * Replies with an error. Unexpected errors are logged with their stack and sent as `internal`. Failed guesses are logged with the call but without
 * the user.
 */
export function replyWithError(source: Source, error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  const { log } = source;
  const level = GUESSES[known.code];
  if (known.code === 'internal') log.error({ err: error, method: request.method, path: request.url.split('?')[0] }, 'request failed');
  if (level) log[level]({ code: known.code, call: request.routeOptions.url, from: signOf(source, request.ip) }, 'refused');
  const wait = known.details?.retry_after;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  return reply.code(ERRORS[known.code]).send(errorBody(known));
}

/** Returns a pseudonym of an address that changes daily. The log shows that attempts have the same origin without revealing it. */
const signOf = ({ secret, now }: Source, address: string): string => {
  const day = today(now());
  return createHmac('sha256', secret).update(`refused:${day}:${address}`).digest('base64url').slice(0, 12);
};

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DatabaseUnavailable) return new AppError('unavailable', { details: { retry_after: RETRY_AFTER } });
  if (error instanceof DatabaseFull || NO_SPACE.has(error.code)) return new AppError('storage_full');
  const status = error.statusCode ?? 500;
  if (status >= 500) return new AppError('internal');
  const code = OF_STATUS[status];
  // All other client errors of Fastify mean that the body cannot be parsed.
  return code ? new AppError(code) : invalid('body', 'format');
}
