/** The one place where errors become replies. */
import { AppError, ERRORS, errorBody, type ErrorCode } from '@fundus/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';

const OF_STATUS: Record<number, ErrorCode> = { 404: 'not_found', 413: 'too_large', 415: 'unsupported_type', 429: 'too_many_attempts' };

/** Anything that is not an expected refusal is logged with its stack and leaves as `internal`. */
export function replyWithError(log: Log, error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  if (known.code === 'internal') log.error({ err: error, method: request.method, path: request.url.split('?')[0] }, 'request failed');
  const wait = known.details?.retry_after;
  if (typeof wait === 'number') reply.header('retry-after', String(wait));
  return reply.code(ERRORS[known.code]).send(errorBody(known));
}

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const status = error.statusCode ?? 500;
  if (status >= 500) return new AppError('internal');
  return new AppError(OF_STATUS[status] ?? 'validation_failed', { details: { reason: error.message } });
}
