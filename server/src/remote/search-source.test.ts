import { afterAll, beforeAll, expect, it } from 'vitest';
import { MUNDO, sourceServer, type SourceServer } from '../testing/systems/source-server.ts';
import { makeSourceSearch, type SearchedSource } from './search-source.ts';
import { makeRemote } from './remote.ts';

let server: SourceServer;
let now = 0;
beforeAll(async () => {
  server = await sourceServer();
});
afterAll(() => server.close());

const asking = (limits: Parameters<typeof makeSourceSearch>[2] = {}) =>
  makeSourceSearch(makeRemote({ intranet: [server.host], name: 'Fundus' }), () => now, limits);
const source = (version = 1): SearchedSource => ({ id: 's', version, kind: 'mundo', address: server.url, scope: '', account: '', key: '' });

it('caches a response for ten minutes unless the settings of the source change', async () => {
  server.says(MUNDO);
  const ask = asking();
  const [first, same] = await Promise.all([ask(source(), 'Wasser'), ask(source(), ' WASSER ')]);
  expect(first).toBe(same);
  await ask(source(), 'wasser');
  expect(server.asked).toHaveLength(1);
  await ask(source(2), 'wasser');
  now += 600_000;
  await ask(source(), 'wasser');
  expect(server.asked).toHaveLength(3);
});

it('ignores a total that is not a valid count', async () => {
  const ask = asking();
  for (const value of [-1, 1.5, 1e300]) {
    server.says({ hits: { total: { value }, hits: [] } });
    expect(await ask({ ...source(), kind: 'oersi' }, String(value))).toEqual({ total: null, found: [] });
  }
});

it('suspends a source after five failures', async () => {
  server.says((_, response) => void response.writeHead(500).end());
  const ask = asking();
  for (let i = 0; i < 5; i++) await expect(ask(source(), 'wasser')).rejects.toMatchObject({ code: 'refused', status: 500 });
  await expect(ask(source(), 'feuer')).rejects.toMatchObject({ code: 'resting' });
  expect(server.asked).toHaveLength(5);
  server.says(MUNDO);
  now += 30_000;
  expect((await ask(source(), 'feuer')).found).toHaveLength(1);
});

it('limits the number of concurrent requests', async () => {
  const open: (() => void)[] = [];
  server.says((_, response) => void open.push(() => response.end(JSON.stringify(MUNDO))));
  const ask = asking({ atOnce: 2, patience: 300 });
  const asked = ['a', 'b', 'c', 'd'].map((q) =>
    ask(source(), q).then(
      ({ found }) => found.length,
      (error: { code: string }) => error.code,
    ),
  );
  await expect.poll(() => open.length).toBe(2);
  open[0]!();
  await expect.poll(() => open.length).toBe(3);
  open[2]!();
  await expect.poll(() => open.length).toBe(4);
  // The second and the last request are never answered.
  expect(await Promise.all(asked)).toEqual([1, 'timeout', 1, 'timeout']);
});
