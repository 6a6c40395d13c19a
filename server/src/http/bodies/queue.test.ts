import { expect, test } from 'vitest';
import { makeQueue } from './queue.ts';

const here = (): AbortSignal => new AbortController().signal;

test('admits waiting entries in order of arrival', async () => {
  const queue = makeQueue({ atOnce: 2, maxWaiting: 2 });
  const [a, b] = [await queue.enter(here()), await queue.enter(here())];
  const entered: string[] = [];
  const later = ['c', 'd'].map((name) => queue.enter(here()).then((leave) => (entered.push(name), leave)));
  expect(await queue.enter(here())).toBeUndefined();
  b!();
  b!();
  expect(await later[0]).toBeTypeOf('function');
  expect(entered).toEqual(['c']);
  a!();
  for (const leave of await Promise.all(later)) leave!();
  expect(entered).toEqual(['c', 'd']);
  expect(queue.isEmpty()).toBe(true);
});

test('removes a waiting entry when its signal aborts', async () => {
  const queue = makeQueue({ atOnce: 1, maxWaiting: 5 });
  const leave = await queue.enter(here());
  const gone = new AbortController();
  const waits = queue.enter(gone.signal);
  const next = queue.enter(here());
  gone.abort();
  expect(await waits).toBeUndefined();
  expect(await queue.enter(gone.signal)).toBeUndefined();
  leave!();
  (await next)!();
  expect(queue.isEmpty()).toBe(true);
});
