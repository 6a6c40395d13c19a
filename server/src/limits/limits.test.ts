import { expect, test, vi } from 'vitest';
import { afterFailure, PER_ACCOUNT, type Limit, type LimitRule } from './limits.ts';
import { secondsAt, waitInTurn } from './turns.ts';

const start = new Date('2026-11-21T08:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
const wait = (limit: Limit | undefined): number | null =>
  limit?.blocked_until ? (limit.blocked_until.getTime() - limit.last_at.getTime()) / 60_000 : null;
const fail = (moments: readonly number[], rule: LimitRule): Limit | undefined =>
  moments.reduce<Limit | undefined>((before, minute) => afterFailure(before, at(minute), rule), undefined);

test('nine failures are free, the tenth waits a minute, then it doubles up to an hour', () => {
  const moments = Array.from({ length: 9 }, (_, i) => i);
  expect(wait(fail(moments, PER_ACCOUNT))).toBeNull();
  const waits = [9, 10, 12, 16, 24, 40, 72, 133, 194].map((_, i, all) => wait(fail([...moments, ...all.slice(0, i + 1)], PER_ACCOUNT)));
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('failures far apart never add up', () => {
  const slow = Array.from({ length: 40 }, (_, i) => i * 16);
  expect(fail(slow, PER_ACCOUNT)).toMatchObject({ failures: 1, blocked_until: null });
});

test('a day of rest forgets', () => {
  const moments = Array.from({ length: 12 }, () => 0);
  expect(fail([...moments, 23 * 60], PER_ACCOUNT)).toMatchObject({ failures: 13 });
  expect(fail([...moments, 25 * 60], PER_ACCOUNT)).toMatchObject({ failures: 1 });
});

test('where nothing grows, a quarter of an hour is waited to its end', () => {
  const rule: LimitRule = { most: 100, withinMinutes: 15, grows: false };
  const moments = Array.from({ length: 99 }, () => 2);
  expect(wait(fail(moments, rule))).toBeNull();
  expect(fail([...moments, 7], rule)!.blocked_until).toEqual(at(17));
  expect(fail([...moments, 7, 18], rule)).toMatchObject({ failures: 1, blocked_until: null });
});

test('tries that are slowed wait longer each, at most eight seconds', () => {
  expect([9, 10, 11, 12, 13, 14, 500].map((failures) => secondsAt(failures, 10))).toEqual([0, 1, 2, 4, 8, 8, 8]);
});

test('they wait one behind the other, four at most', async () => {
  const order: string[] = [];
  const waiting: (() => void)[] = [];
  const pause = () => new Promise<void>((go) => void waiting.push(go));
  const all = ['a', 'b', 'c', 'd'].map((name) => waitInTurn('a line', 2, pause).then(() => order.push(name)));
  await expect(waitInTurn('a line', 2, pause)).rejects.toMatchObject({ code: 'too_many_attempts', details: { retry_after: 10 } });
  for (let i = 0; i < 4; i += 1) {
    await vi.waitFor(() => expect(waiting).toHaveLength(i + 1));
    waiting[i]!();
  }
  await Promise.all(all);
  expect(order).toEqual(['a', 'b', 'c', 'd']);
  await waitInTurn('a line', 2, () => Promise.resolve());
});
