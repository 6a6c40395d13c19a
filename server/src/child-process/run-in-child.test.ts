import { expect, test } from 'vitest';
import type * as childTasks from '../testing/child-tasks.ts';
import { markTransaction } from '../in-transaction.ts';
import { inChild } from './run-in-child.ts';

const tasks = inChild<typeof childTasks>(new URL('../testing/child-tasks.ts', import.meta.url), {
  seconds: 1,
  megabytes: 300,
});

test('arguments and results are copied, errors arrive as what they were', async () => {
  expect(await tasks.echo({ bytes: new Uint8Array([1, 2]), day: new Date(0) })).toEqual({
    bytes: new Uint8Array([1, 2]),
    day: new Date(0),
  });
  await expect(tasks.fail('app')).rejects.toMatchObject({ name: 'AppError', code: 'broken_file', field: 'file', details: { line: 3 } });
  await expect(tasks.fail('system')).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(tasks.fail('other')).rejects.toThrow('no such drawing');
});

test('what takes too long, too much memory, or ends, is stopped, and the next one works', async () => {
  await expect(tasks.spin()).rejects.toMatchObject({ name: 'TaskStopped', reason: 'too_slow' });
  await expect(tasks.hoard()).rejects.toMatchObject({ name: 'TaskStopped', reason: 'too_large' });
  await expect(tasks.crash()).rejects.toMatchObject({ name: 'TaskStopped', reason: 'crashed' });
  expect(await tasks.echo(1)).toBe(1);
});

test('a child knows nothing of the environment', async () => {
  expect(await tasks.environment()).toEqual([]);
});

test('more than forty that wait are refused, with when to come again', async () => {
  const many = await Promise.allSettled(Array.from({ length: 60 }, (_, at) => tasks.echo(at)));
  const refused = many.filter((each) => each.status === 'rejected');
  expect(refused.length).toBeGreaterThan(10);
  expect(refused[0]!.reason).toMatchObject({ code: 'unavailable', details: { retry_after: 5 } });
  expect(many[0]).toEqual({ status: 'fulfilled', value: 0 });
});

test('nothing of this begins inside of a transaction', async () => {
  await expect(markTransaction({}, () => tasks.echo(1))).rejects.toThrow('inside of a transaction');
});
