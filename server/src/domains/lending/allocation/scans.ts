/** Idempotency of calls that a client repeats because it received no reply (docs/behaviour/lending.md#at-the-desk). */
import { AppError } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { beginScan, findScan, finishScan } from './scan-repository.ts';

/** Stored part of a reply: ids and numbers. Names of people are not stored, but read again. */
type Kept = { line_id: string | null; answer: object };

/** Runs `act` once per key. A repeated call returns the stored result. Throws `state_conflict` if the key belongs to another point. */
export async function scanOnce<T extends Kept>(ctx: Ctx, key: string | undefined, point: string, act: () => Promise<T>): Promise<Kept> {
  if (key === undefined) return act();
  if (!(await beginScan(ctx.db, key, point, ctx.now))) {
    const before = await findScan(ctx.db, key);
    if (before?.point_id !== point || before.answer === null) throw new AppError('state_conflict', { field: 'key' });
    return { line_id: before.line_id, answer: before.answer as object };
  }
  const done = await act();
  await finishScan(ctx.db, key, done.line_id, done.answer);
  return done;
}

/** Variant of `scanOnce` for calls without a line. Returns the result of `act` after a round trip through JSON. */
export async function actOnce<T extends object>(ctx: UserCtx, key: string | undefined, point: string, act: () => Promise<T>): Promise<T> {
  const { answer } = await scanOnce(ctx, key, point, async () => ({ line_id: null, answer: await act() }));
  return answer as T;
}
