/** Calls that are sent again because no answer came: they do nothing and hear the same (docs/behaviour/lending.md#at-the-desk). */
import { AppError } from '@fundus/contract/errors';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { beginScan, findScan, finishScan } from './scan-repository.ts';

/** What is kept of an answer: numbers. Names of people are read anew. */
type Kept = { line_id: string | null; answer: object };

/** `act` is done once for each key. Throws `state_conflict` where the key was another point's. */
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

/** … of what is no scan; gives what `act` gave, as it went through JSON. */
export async function actOnce<T extends object>(ctx: UserCtx, key: string | undefined, point: string, act: () => Promise<T>): Promise<T> {
  const { answer } = await scanOnce(ctx, key, point, async () => ({ line_id: null, answer: await act() }));
  return answer as T;
}
