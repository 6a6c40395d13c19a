import { setImmediate as aTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runOnBehalfOf } from './caller.ts';
import { createQueue } from './concurrency-limit.ts';

/** Returns a queue, the order in which its tasks start, and a function that ends the oldest running task. */
function watchedQueue(options: { concurrency: number; places?: number; perCaller?: number }) {
  const queue = createQueue({ what: 'a test', places: 40, perCaller: 40, ...options });
  const started: string[] = [];
  const running: (() => void)[] = [];
  const add = (key: string): Promise<void> =>
    runOnBehalfOf(key, () =>
      queue(() => {
        started.push(key);
        return new Promise<void>((end) => running.push(end));
      }),
    );
  const endOne = async (): Promise<void> => {
    running.shift()!();
    await aTurn();
  };
  return { add, started, endOne };
}

const refused = { code: 'unavailable', details: { retry_after: 5 } };

test("runs the next caller's task before further tasks of a busy caller", async () => {
  const { add, started, endOne } = watchedQueue({ concurrency: 1 });
  const many = Array.from({ length: 80 }, () => add('a'));
  const rejected = Promise.allSettled(many.slice(40));
  void add('b');
  await aTurn();
  expect(started).toEqual(['a']);
  await endOne();
  expect(started).toEqual(['a', 'b']);
  for (const outcome of await rejected) expect(outcome).toMatchObject({ status: 'rejected', reason: refused });
});

test('lets callers take turns', async () => {
  const { add, started, endOne } = watchedQueue({ concurrency: 2 });
  for (const key of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void add(key);
  for (let i = 0; i < 5; i += 1) await endOne();
  expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('rejects a new caller if the queue is full', async () => {
  const { add } = watchedQueue({ concurrency: 1, places: 4 });
  for (let i = 0; i < 10; i += 1) void add('a');
  void add('b');
  void add('b');
  void add('b');
  await expect(add('c')).rejects.toMatchObject(refused);
});

test('frees a slot when its task ends or fails', async () => {
  const queue = createQueue({ what: 'a test', concurrency: 1, places: 2, perCaller: 2 });
  for (let i = 0; i < 5; i += 1)
    await expect(
      queue(async () => {
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
  expect(await queue(async () => 1)).toBe(1);
});
