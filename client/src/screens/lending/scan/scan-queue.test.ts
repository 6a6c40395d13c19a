import { AppError } from '@fundus/contract/errors';
import { beforeEach, expect, it } from 'vitest';
import { makeScanQueue, type Scan } from './scan-queue.ts';

beforeEach(() => localStorage.clear());

const settled = () => new Promise((done) => setTimeout(done));

it('retries scans made offline in order and with the same key', async () => {
  let online = true;
  const sent: Scan[] = [];
  const heard: string[] = [];
  let retry = () => {};
  const send = async (_: string, scan: Scan): Promise<Partial<Scan>> => {
    sent.push(scan);
    if (!online) return { state: 'refused', error: new AppError('unavailable') };
    return scan.code === 'X' ? { state: 'refused', error: new AppError('barcode_unknown') } : { state: 'in' };
  };
  const queue = makeScanQueue(
    'p',
    ({ code, state }) => heard.push(`${code} ${state}`),
    send,
    (act) => (retry = act),
  );
  for (const code of ['K-1', 'X', 'K-2']) queue.add({ mode: 'in', code });
  await settled();
  expect(heard).toEqual(['K-1 in', 'X refused', 'K-2 in']);
  expect(localStorage.length).toBe(0);

  online = false;
  for (const code of ['K-3', 'K-4']) queue.add({ mode: 'in', code });
  await settled();
  expect(
    queue
      .read()
      .map(({ code, state }) => `${code} ${state}`)
      .slice(0, 2),
  ).toEqual(['K-4 stored', 'K-3 stored']);
  const lost = sent.at(-1)!;

  // The page is reloaded and the network is available again.
  online = true;
  retry = () => {};
  const after = makeScanQueue(
    'p',
    ({ code, state }) => heard.push(`again ${code} ${state}`),
    send,
    (act) => (retry = act),
  );
  after.work();
  await settled();
  expect(heard.slice(-2)).toEqual(['again K-3 in', 'again K-4 in']);
  expect(sent.slice(-2).map(({ code, key }) => [code, key === lost.key])).toEqual([
    ['K-3', true],
    ['K-4', false],
  ]);
  expect(localStorage.length).toBe(0);
  retry();
});
