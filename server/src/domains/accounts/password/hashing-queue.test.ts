import { expect, test } from 'vitest';
import { createHashingQueue, type Origin } from './hashing-queue.ts';

const at = (network: string, account: string): Origin => ({ network, account });

/** Queues jobs while another job is running, and returns their names in order of execution. */
async function orderOf(jobs: readonly [name: string, origin: Origin][], mostWaiting = 100): Promise<string[]> {
  const line = createHashingQueue({ what: 'a test', atOnce: 1, mostWaiting });
  const order: string[] = [];
  let end: () => void = () => undefined;
  const first = line(() => new Promise<void>((done) => (end = done)));
  const all = jobs.map(([name, origin]) => line(async () => void order.push(name), origin).catch(() => void order.push(`${name} refused`)));
  end();
  await Promise.all([first, ...all]);
  return order;
}

test('alternates between networks and between their accounts', async () => {
  const jobs: [string, Origin][] = [
    ['a1', at('a', '1')],
    ['a1 again', at('a', '1')],
    ['a1 a third time', at('a', '1')],
    ['a2', at('a', '2')],
    ['b', at('b', '1')],
  ];
  expect(await orderOf(jobs)).toEqual(['a1', 'b', 'a2', 'a1 again', 'a1 a third time']);
});

test('rejects the newest job of the busiest network if the queue is full', async () => {
  const flood = Array.from({ length: 4 }, (_, i): [string, Origin] => [`flood ${i}`, at('a', String(i))]);
  const order = await orderOf([...flood, ['b', at('b', '1')], ['c', at('c', '1')]], 4);
  expect(order).toEqual(['flood 3 refused', 'flood 2 refused', 'flood 0', 'b', 'c', 'flood 1']);
});

test('runs jobs without an origin in order of arrival', async () => {
  const line = createHashingQueue({ what: 'a test', atOnce: 1, mostWaiting: 10 });
  const order: number[] = [];
  await Promise.all([1, 2, 3].map((n) => line(async () => void order.push(n))));
  expect(order).toEqual([1, 2, 3]);
});
