/** Link checks: polite requests, reported as broken on the second day, visible to editors (docs/behaviour/link-checks.md). */
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { DAY } from '@fundus/contract/days';
import { linkChecks, type LinkState } from '@fundus/contract/link-checks/link-checks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { districtAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { sourceServer, type SourceServer } from '../../testing/systems/source-server.ts';
import { checkLinks } from './round.ts';

let portal: TestPortal;
let server: SourceServer;
let editor: Caller;
const START = new Date('2026-03-02T09:00:00Z');
/** Responses of the server by path and method. */
let answers: Record<string, number | Partial<Record<'HEAD' | 'GET', number>>>;
beforeAll(async () => {
  server = await sourceServer();
  portal = await testPortal({ LinkCheck: true }, { intranetHosts: [server.host] });
  // Addresses entered by users may not lead to the local network. The test server is local, so the requests are sent as if an administrator had
  // entered the address.
  const { remote } = portal.portal;
  portal.portal.remote = (request) => remote({ ...request, enteredBy: 'administrator' });
  editor = await portal.as(districtAdmin());
});
afterAll(async () => {
  await portal.close();
  await server.close();
});
beforeEach(async () => {
  answers = {};
  await portal.portal.db.deleteFrom('media_item').execute();
  server.says(({ path, method }, response) => {
    const answer = answers[path] ?? 200;
    const status = typeof answer === 'number' ? answer : (answer[method as 'HEAD'] ?? 200);
    response.writeHead(status, { 'content-type': 'text/html' }).end(method === 'HEAD' ? undefined : 'x'.repeat(40_000));
  });
});

const media = (...names: string[]) =>
  portal.store(...names.map((name) => ({ identifier: name, fn_titel: `Link ${name}`, fn_typ: '49', url: `${server.url}/${name}` })));
async function round(days: number, hours = 0): Promise<string[]> {
  server.asked.length = 0;
  const now = new Date(START.getTime() + days * DAY + hours * 3_600_000);
  portal.setNow(now);
  await checkLinks(portal.portal, { now });
  portal.setNow(null);
  return server.asked.map(({ method, path }) => `${method} ${path}`);
}
const list = async (state: LinkState = 'dead') =>
  (await editor.call(linkChecks.list, { query: { state } })).items.map(({ identifier, problem, status }) => [identifier, problem, status]);

test('checks links weekly with HEAD requests without user data', async () => {
  await media('a', 'b', 'c');
  const before = portal.pauses.length;
  expect((await round(0)).toSorted()).toEqual(['HEAD /a', 'HEAD /b', 'HEAD /c']);
  expect(portal.pauses.slice(before)).toEqual([2_000, 2_000]);
  expect(server.asked[0]!.headers).toMatchObject({ 'user-agent': 'Fundus' });
  expect([server.asked[0]!.headers.cookie, server.asked[0]!.headers.referer]).toEqual([undefined, undefined]);
  expect(await round(0, 1)).toEqual([]);
  expect(await round(6)).toEqual([]);
  expect(await round(7)).toHaveLength(3);
});

test('reports a failing link on the second day', async () => {
  await media('weg', 'kaputt');
  answers = { '/weg': 404, '/kaputt': 500 };
  expect((await round(0)).toSorted()).toEqual(['GET /kaputt', 'GET /weg', 'HEAD /kaputt', 'HEAD /weg']);
  expect([await list(), await list('failing')]).toEqual([
    [],
    [
      ['kaputt', 'refused', 500],
      ['weg', 'gone', 404],
    ],
  ]);
  // Two failures on one day count once.
  await round(0, 12);
  expect(await list()).toEqual([]);
  expect(await round(1)).toHaveLength(4);
  expect(await list()).toEqual([
    ['kaputt', 'refused', 500],
    ['weg', 'gone', 404],
  ]);
  const { check } = await editor.call(linkChecks.ofMedium, { params: { identifier: 'weg' } });
  expect(check).toMatchObject({ state: 'dead', since: '2026-03-02', url: `${server.url}/weg` });
  answers['/kaputt'] = 200;
  await round(2);
  expect(await list()).toEqual([['weg', 'gone', 404]]);
  const { version, record } = await editor.call(catalogueEdit.editMedium, { params: { identifier: 'weg' } });
  await editor.call(catalogueEdit.changeMedium, {
    params: { identifier: 'weg' },
    body: { version, record: { ...record, url: `${server.url}/neu` } },
  });
  expect(await list()).toEqual([]);
  expect(await round(2, 1)).toEqual(['HEAD /neu']);
});

test.each([
  ['knows no HEAD', { HEAD: 405, GET: 200 }, ['HEAD', 'GET']],
  ['asks to sign in', 401, ['HEAD']],
  ['is closed to machines', 403, ['HEAD']],
])('accepts the link of a server that %s', async (_, answer, methods) => {
  await media('x');
  answers = { '/x': answer };
  expect(await round(0)).toEqual(methods.map((method) => `${method} /x`));
  await round(1);
  expect([await list(), await list('failing')]).toEqual([[], []]);
});

test('keeps the previous result if the server is busy', async () => {
  await media('x');
  answers = { '/x': 404 };
  await round(0);
  answers = { '/x': 503 };
  await round(1);
  expect([await list(), await list('failing')]).toEqual([[], [['x', 'gone', 404]]]);
  await portal.store({ identifier: 'alt', fn_titel: 'Alt', fn_typ: '49', url: 'http://medien.example/alt' });
  await round(2);
  expect(await list('unasked')).toEqual([['alt', 'address', null]]);
});

test('limits the number of links checked per host and run', async () => {
  const many = Array.from({ length: 310 }, (_, i) => `m-${String(i).padStart(3, '0')}`);
  await media(...many);
  await portal.store({ identifier: 'z', fn_titel: 'Anderswo', fn_typ: '49', url: 'http://medien.example/z' });
  answers = Object.fromEntries(many.map((name) => [`/${name}`, 503]));
  const [first, second] = [await round(0), await round(0, 1)];
  expect([first.length, second.length]).toEqual([20, 20]);
  expect(first.filter((asked) => second.includes(asked))).toEqual([]);
  expect(await list('unasked')).toEqual([['z', 'address', null]]);
});

test('checks the links of a busy host in turn', async () => {
  const many = Array.from({ length: 40 }, (_, i) => `m-${String(i).padStart(2, '0')}`);
  await media(...many);
  answers = Object.fromEntries(many.map((name) => [`/${name}`, 404]));
  await round(0);
  await round(0, 1);
  const failing = async () => (await editor.call(linkChecks.list, { query: { state: 'failing' } })).total;
  expect(await failing()).toBe(40);
  await portal.portal.db
    .updateTable('media_item')
    .set({ url: sql<string>`url || '-neu'` })
    .where('identifier', '<', 'm-20')
    .execute();
  answers = Object.fromEntries(many.flatMap((name) => [`/${name}`, `/${name}-neu`]).map((path) => [path, 503]));
  const [first, second] = [await round(1), await round(1, 1)];
  expect([first.filter((asked) => asked.endsWith('-neu')).length, second.filter((asked) => asked.endsWith('-neu')).length]).toEqual([
    20, 0,
  ]);
  expect(second).toHaveLength(20);
  // The result for the old address does not apply to the new one.
  expect(await failing()).toBe(20);
});

test('lets editors of the catalogue check a link immediately', async () => {
  await media('weg');
  answers = { '/weg': 410 };
  const at = { params: { identifier: 'weg' } };
  expect((await editor.call(linkChecks.checkNow, at)).check).toMatchObject({ state: 'failing', problem: 'gone', status: 410 });
  answers = {};
  expect(await editor.call(linkChecks.checkNow, at)).toEqual({ check: null });
  await expect(editor.call(linkChecks.checkNow, { params: { identifier: 'nichts' } })).rejects.toMatchObject({ status: 404 });
  const anna = await portal.as(teacher());
  await expect(anna.call(linkChecks.list, { query: {} })).rejects.toMatchObject({ status: 403 });
  await expect(anna.call(linkChecks.ofMedium, at)).rejects.toMatchObject({ status: 403 });
});
