/**
 * Fair scheduling of heavy requests, which are marked `heavy` in the contract. They run one at a time per user and few at once in total, on separate
 * database connections. A stream occupies a slot only while its next part is produced, so that a slow reader does not delay other users
 * (docs/behaviour/common.md#exports-and-documents).
 */
import { finished } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import type { FastifyReply } from 'fastify';
import { withHeavyLimit } from '../../db/patience.ts';
import { makeQueue, type Queue } from './queue.ts';

const AT_WORK = 2;
/** A slot pauses for `REST` times the duration of its last part, but at most for `MAX_REST` milliseconds. */
const REST = 3;
const MAX_REST = 500;
/** Maximum number of waiting requests per user, in addition to the running one. */
export const MAX_WAITING = 10;
/** Maximum number of users with running or waiting heavy requests. */
const MAX_USERS = 200;
/** Value of the `Retry-After` header in seconds. */
const RETRY_AFTER = 5;
/** Time in milliseconds after which a client that stops reading is disconnected, so that other requests of the same user can run. */
const STALLED = 60_000;

/** Slots shared by all requests of the process. */
const work = makeQueue({ atOnce: AT_WORK, maxWaiting: Infinity });
const users = new Map<string, Queue>();
/** Replies that are still being streamed when their handler returns. */
const streams = new WeakSet<FastifyReply>();

/** Produces one part of a reply as soon as a slot is free. The slot then pauses to leave CPU time for other requests. */
async function makePart<T>(make: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const leave = await work.enter(signal);
  if (!leave) throw new AppError('unavailable');
  const begun = performance.now();
  try {
    return await withHeavyLimit(make);
  } finally {
    setTimeout(leave, Math.min(REST * (performance.now() - begun), MAX_REST)).unref();
  }
}

/**
 * Returns a signal that aborts when the reply is complete or the client has disconnected. It is already aborted if the connection was closed before.
 */
function endOf(reply: FastifyReply): AbortSignal {
  const end = new AbortController();
  if (reply.raw.destroyed) end.abort();
  else finished(reply.raw, () => end.abort());
  return end.signal;
}

/**
 * Runs a heavy request after earlier ones of the same user. Throws `too_many_files` if too many requests of the user are waiting, and `unavailable`
 * if too many users have heavy requests.
 */
export async function answerHeavy(user: string, reply: FastifyReply, answer: () => Promise<unknown>): Promise<unknown> {
  const end = endOf(reply);
  const queue = users.get(user) ?? makeQueue({ atOnce: 1, maxWaiting: MAX_WAITING });
  if (!users.has(user) && users.size >= MAX_USERS) throw new AppError('unavailable', { details: { retry_after: RETRY_AFTER } });
  users.set(user, queue);
  const forgetUser = (): void => {
    if (queue.isEmpty()) users.delete(user);
  };
  const leave = await queue.enter(end);
  if (!leave) {
    forgetUser();
    throw new AppError('too_many_files', { details: { retry_after: RETRY_AFTER } });
  }
  const leaveQueue = (): void => {
    leave();
    forgetUser();
  };
  try {
    return await makePart(answer, end);
  } finally {
    if (!streams.has(reply) || end.aborted) leaveQueue();
    else end.addEventListener('abort', leaveQueue);
  }
}

type Part = string | Uint8Array;

/**
 * Returns a stream that produces its parts on demand. The first part is produced before the headers are sent, so that a failure results in an error
 * reply.
 */
export async function streamParts(parts: AsyncIterable<Part>, reply: FastifyReply): Promise<AsyncGenerator<Part>> {
  const source = parts[Symbol.asyncIterator]();
  const first = await source.next();
  streams.add(reply);
  return readParts(source, first, reply);
}

async function* readParts(source: AsyncIterator<Part>, first: IteratorResult<Part>, reply: FastifyReply): AsyncGenerator<Part> {
  const end = endOf(reply);
  let stalled: NodeJS.Timeout | undefined;
  try {
    for (let part = first; !part.done; part = await makePart(() => source.next(), end)) {
      stalled = setTimeout(() => reply.raw.destroy(), STALLED);
      yield part.value;
      clearTimeout(stalled);
    }
  } finally {
    clearTimeout(stalled);
    await source.return?.();
  }
}
