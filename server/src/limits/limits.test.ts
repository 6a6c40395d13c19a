import { describe, expect, test } from 'vitest';
import { afterFailure, PER_ACCOUNT, type LimitRule } from './limits.ts';
import { delayAfter, waitForAttempt } from './pace.ts';
import type { Limit } from './repository.ts';

const start = new Date('2026-11-21T08:00:00Z');
const at = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000);
const wait = (limit: Limit | undefined): number | null =>
  limit?.blocked_until ? (limit.blocked_until.getTime() - limit.last_at.getTime()) / 60_000 : null;
const fail = (moments: readonly number[], rule: LimitRule): Limit | undefined =>
  moments.reduce<Limit | undefined>((before, minute) => afterFailure(before, at(minute), rule), undefined);

test('doubles the block duration after each failure from the tenth on', () => {
  const moments = Array.from({ length: 9 }, (_, i) => i);
  expect(wait(fail(moments, PER_ACCOUNT))).toBeNull();
  const waits = [9, 10, 12, 16, 24, 40, 72, 133, 194].map((_, i, all) => wait(fail([...moments, ...all.slice(0, i + 1)], PER_ACCOUNT)));
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('resets the failure count after a long pause', () => {
  const slow = Array.from({ length: 40 }, (_, i) => i * 16);
  expect(fail(slow, PER_ACCOUNT)).toMatchObject({ failures: 1, blocked_until: null });
});

test('resets the block duration after a day without failures', () => {
  const moments = Array.from({ length: 12 }, () => 0);
  expect(fail([...moments, 23 * 60], PER_ACCOUNT)).toMatchObject({ failures: 13 });
  expect(fail([...moments, 25 * 60], PER_ACCOUNT)).toMatchObject({ failures: 1 });
});

test('blocks until the end of the quarter-hour if the rule has no growth', () => {
  const rule: LimitRule = { most: 100, withinMinutes: 15, grows: false };
  const moments = Array.from({ length: 99 }, () => 2);
  expect(wait(fail(moments, rule))).toBeNull();
  expect(fail([...moments, 7], rule)!.blocked_until).toEqual(at(17));
  expect(fail([...moments, 7, 18], rule)).toMatchObject({ failures: 1, blocked_until: null });
});

test('delays wrong answers by up to eight seconds', () => {
  expect([10, 11, 12, 13, 14, 15, 500].map((failures) => delayAfter(failures, 10))).toEqual([0, 1, 2, 4, 8, 8, 8]);
});

describe('throttled network', () => {
  const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'verified',
      (error: { code: string }) => error.code,
    );

  test('verifies attempts one at a time after the first forty', async () => {
    const gates: (() => void)[] = [];
    const pause = () => new Promise<void>((go) => void gates.push(go));
    await Promise.all(Array.from({ length: 40 }, () => waitForAttempt('in turn', pause)));
    const order: string[] = [];
    const further = ['a', 'b', 'c'].map((name) => waitForAttempt('in turn', pause).then(() => order.push(name)));
    for (let i = 1; i <= 3; i += 1) {
      await expect.poll(() => gates.length).toBe(i);
      gates[i - 1]!();
    }
    await Promise.all(further);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test('rejects a random attempt if more than 64 are waiting', async () => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((open) => (go = open));
    const all = Array.from({ length: 40 + 64 + 100 }, () => codeOf(waitForAttempt('full', () => gate)));
    go();
    const outcomes = await Promise.all(all);
    expect(outcomes.filter((outcome) => outcome === 'too_many_attempts')).toHaveLength(100);
    // If only the newest attempts were rejected, none of the first 64 waiting attempts would be among them.
    expect(outcomes.slice(40, 104)).toContain('too_many_attempts');
  });
});
