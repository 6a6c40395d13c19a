/**
 * Idempotency keys of writes. A request repeated with the same key changes nothing and returns the first answer
 * (docs/behaviour/common.md#idempotency).
 */
import { DAY } from '@fundus/contract/days';
import { ONCE_HEADER, acceptsIdempotencyKey, type Endpoint } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../db/open.ts';
import { keyedHash, seal, tryUnseal } from '../secrets/sealed.ts';
import type { Ctx } from './context.ts';
import { findKeptAnswer, insertKept, removeKept, tryLockKey } from './kept-answer-repository.ts';

/** Format of a key: printable ASCII. */
const KEY = /^[!-~]{1,200}$/;

/** Data of a call with an idempotency key. */
type Once = {
  person_id: string;
  key_hash: string;
  request_hash: string;
  seal: (answer: string) => string;
  unseal: (sealed: string) => string | null;
};

/**
 * Returns the data of a call with an idempotency key, or `undefined` if there is no key or the call does not use one. Throws `key_unusable` if the
 * key is malformed.
 */
export function readIdempotencyKey(
  secret: string,
  person_id: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  input: object,
): Once | undefined {
  const key = request.headers[ONCE_HEADER.toLowerCase()];
  if (!acceptsIdempotencyKey(endpoint) || key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) throw unusable('format');
  const purpose = `kept answer ${person_id} ${key}`;
  return {
    person_id,
    key_hash: keyedHash(secret, purpose, 'key'),
    request_hash: keyedHash(secret, purpose, JSON.stringify([endpoint.method, endpoint.path, input])),
    seal: (answer) => seal(secret, purpose, answer),
    unseal: (sealed) => tryUnseal(secret, purpose, sealed),
  };
}

const unusable = (reason: 'format' | 'used'): AppError => new AppError('key_unusable', { field: ONCE_HEADER, details: { reason } });

type At = Pick<Ctx, 'db' | 'now'>;

/**
 * Returns the stored answer, or `undefined` if the call must be executed. Locks the key until the transaction ends, so that the effect and its answer
 * are committed together. Throws `in_progress` if another request with the key is running, and `key_unusable` if the key was used for a different
 * call.
 */
export async function findStoredAnswer({ db, now }: At, { person_id, key_hash, request_hash, unseal }: Once): Promise<string | undefined> {
  if (!(await tryLockKey(db, key_hash))) throw new AppError('in_progress', { details: { retry_after: 1 } });
  const stored = await findKeptAnswer(db, person_id, key_hash);
  if (!stored || stored.at <= oldestKept(now)) return undefined;
  if (stored.request_hash !== request_hash) throw unusable('used');
  const answer = unseal(stored.answer);
  // The call was executed before, but its answer can no longer be decrypted.
  if (answer === null) throw unusable('used');
  return answer;
}

export const storeAnswer = ({ db, now }: At, { seal, unseal: _, ...once }: Once, answer: unknown): Promise<unknown> =>
  insertKept(db, { ...once, answer: seal(JSON.stringify(answer)), at: now });

const oldestKept = (now: Date): Date => new Date(now.getTime() - DAY);

export const removeOldAnswers = (db: Db, now: Date): Promise<unknown> => removeKept(db, oldestKept(now));
