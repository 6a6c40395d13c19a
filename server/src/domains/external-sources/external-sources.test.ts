import { externalSources, type RemoteEvent } from '@fundus/contract/external-sources/external-sources';
import type { Input } from '@fundus/contract/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { districtAdmin, pupil, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { checkSources } from './health.ts';
import { ARIX, EDU_SHARING, MUNDO, sourceServer, type SourceServer } from '../../testing/systems/source-server.ts';

let portal: TestPortal;
let server: SourceServer;
let admin: Caller;
let anna: Caller;
beforeAll(async () => {
  server = await sourceServer();
  portal = await testPortal({ ExternSearch: true }, { intranetHosts: [server.host] });
  [admin, anna] = [await portal.as(districtAdmin()), await portal.as(teacher())];
});
afterAll(async () => {
  await portal.close();
  await server.close();
});
beforeEach(() => portal.portal.db.deleteFrom('external_source').execute());

type New = Input<typeof externalSources.create>['body'];
const add = (more: Partial<New> = {}) =>
  admin.call(externalSources.create, { body: { kind: 'mundo', label: 'MUNDO', address: server.url, enabled: true, ...more } });

const search = async (who: Caller, q: string): Promise<RemoteEvent[]> => {
  const { body } = await who.inject({ method: 'GET', url: '/api/v1/media/search/remote', query: { q } });
  return body.split('\n\n').flatMap((event) => (event ? (JSON.parse(event.replace(/^data: /, '')) as RemoteEvent) : []));
};
const statesOf = (events: readonly RemoteEvent[]) =>
  Object.fromEntries(events.flatMap((event) => (event.event === 'source' ? [[event.id, event.state]] : [])));
const hitsOf = (events: readonly RemoteEvent[]) => events.flatMap((event) => (event.event === 'source' ? event.hits : []));

describe('external sources of a district', () => {
  it('send their secret key only to the configured host', async () => {
    const { id, version } = await add({ kind: 'edu_sharing', account: 'portal', key: 'streng geheim' });
    const [kept] = (await admin.call(externalSources.list)).sources;
    expect(kept).toMatchObject({ id, has_key: true, version: 1, enabled: true });
    const stored = await portal.portal.db.selectFrom('external_source').selectAll('external_source').execute();
    const log = await portal.portal.db.selectFrom('audit_log').selectAll('audit_log').where('what', 'like', 'source.%').execute();
    expect(JSON.stringify([stored, log, kept])).not.toContain('geheim');
    server.says(EDU_SHARING);
    const entered = { kind: 'edu_sharing', label: 'WLO', address: server.url, account: 'portal' } as const;
    await admin.call(externalSources.test, { body: { ...entered, id, q: 'Korn' } });
    expect(server.asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from('portal:streng geheim').toString('base64')}`);
    // The key is not sent to a changed host.
    const elsewhere = { ...entered, address: server.url.replace('127.0.0.1', 'localhost') };
    await expect(admin.call(externalSources.test, { body: { ...elsewhere, id, q: 'Korn' } })).resolves.toMatchObject({
      problem: 'address',
    });
    const same = await admin.call(externalSources.change, { params: { id }, body: { ...entered, version } });
    expect(same).toMatchObject({ has_key: true, label: 'WLO', version: 2, enabled: false });
    await expect(admin.call(externalSources.change, { params: { id }, body: { ...entered, version } })).rejects.toMatchObject({
      code: 'version_conflict',
    });
    const moved = await admin.call(externalSources.change, { params: { id }, body: { ...elsewhere, version: 2 } });
    expect(moved.has_key).toBe(false);
  });

  it('are limited to twenty and listed in their configured order', async () => {
    const made = [];
    for (let i = 0; i < 20; i++) made.push(await add({ label: `Quelle ${i}` }));
    await expect(add()).rejects.toMatchObject({ code: 'state_conflict' });
    const ids = [made[5]!.id, made[3]!.id];
    const { sources } = await admin.call(externalSources.order, { body: { ids } });
    expect(sources.map(({ label }) => label).slice(0, 4)).toEqual(['Quelle 5', 'Quelle 3', 'Quelle 0', 'Quelle 1']);
    await admin.call(externalSources.remove, { params: { id: ids[0]! } });
    expect((await admin.call(externalSources.list)).sources).toHaveLength(19);
  });

  it('can be tested before they are saved', async () => {
    const test = (more: object = {}) =>
      admin.call(externalSources.test, { body: { kind: 'mundo', label: 'x', address: server.url, q: 'Wasser', ...more } });
    server.says(MUNDO);
    expect(await test()).toMatchObject({ problem: null, total: null, titles: ['Wasserkreislauf'] });
    server.says((_, response) => void response.writeHead(401).end());
    expect(await test()).toMatchObject({ problem: 'refused', status: 401 });
    expect(await test({ address: 'https://169.254.169.254/latest' })).toMatchObject({ problem: 'address', status: null });
    expect(await test({ address: 'http://medien.example' })).toMatchObject({ problem: 'address' });
    await expect(test({ address: 'file:///etc/passwd' })).rejects.toMatchObject({ code: 'validation_failed', field: 'address' });
  });
});

describe('availability check of external sources', () => {
  const START = Date.parse('2026-11-20T09:00:00Z');
  const check = (days: number) => checkSources(portal.portal, { now: new Date(START + days * 86_400_000) });
  const asked = async (days: number): Promise<number> => {
    const before = server.asked.length;
    await check(days);
    return server.asked.length - before;
  };
  const known = async () => (await admin.call(externalSources.list)).sources.map((source) => source.check);

  it('requests working sources weekly and failing sources daily', async () => {
    await add({ address: `${server.url}/woche` });
    await add({ enabled: false });
    server.says(MUNDO);
    expect([await asked(0), await asked(1), await asked(6.9)]).toEqual([1, 0, 0]);
    expect(server.asked[0]!.body).toBe('{"search":"wasser"}');
    expect(await known()).toEqual([{ at: new Date(START).toISOString(), problem: null, status: null, since: null }, null]);
    const { id } = await add({ address: `${server.url}/zu` });
    server.says((_, response) => void response.writeHead(401).end());
    expect([await asked(2), await asked(2.5), await asked(3.1)]).toEqual([1, 0, 1]);
    const since = new Date(START + 2 * 86_400_000).toISOString();
    const at = new Date(START + 3.1 * 86_400_000).toISOString();
    expect((await known())[2]).toEqual({ at, problem: 'refused', status: 401, since });
    const { version, has_key: _, check: __, ...source } = (await admin.call(externalSources.list)).sources[2]!;
    await admin.call(externalSources.change, { params: { id }, body: { ...source, version } });
    expect((await known())[2], 'another one').toBe(null);
  });

  it('continues with the next source if the key of a source cannot be decrypted', async () => {
    const { id } = await add({ address: `${server.url}/fremd`, key: 'geheim' });
    await portal.portal.db.updateTable('external_source').set({ key_sealed: 'x' }).where('id', '=', id).execute();
    await add({ address: `${server.url}/andere` });
    server.says(MUNDO);
    await expect(check(20)).rejects.toThrow('1 external sources did not respond');
    expect((await known()).map((each) => each?.problem)).toEqual([undefined, null]);
  });
});

describe('search in external sources', () => {
  it('sends only the search words to active sources', async () => {
    const [on] = [await add(), await add({ enabled: false, address: `${server.url}/aus` })];
    server.says(MUNDO);
    const events = await search(anna, 'Wasser im Kreis');
    expect(events[0]).toEqual({
      event: 'sources',
      sources: [{ id: on.id, label: 'MUNDO', advertising: false, sign_in: false, teachers_only: false }],
    });
    expect(events[1]).toMatchObject({ event: 'source', id: on.id, state: 'hits', hits: [{ title: 'Wasserkreislauf', here: null }] });
    expect(server.asked).toHaveLength(1);
    const { headers, body, path, query } = server.asked[0]!;
    expect([body, path, query.size]).toEqual(['{"search":"wasser im kreis"}', '/api/search', 0]);
    expect(Object.keys(headers).toSorted()).toEqual([
      ...['accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host', 'user-agent'],
    ]);
    // Results are cached for all users together.
    await search(await portal.as(teacher()), 'Wasser im  Kreis');
    expect(server.asked).toHaveLength(1);
  });

  it('streams the results of each source as they arrive', async () => {
    const [good, hanging, broken, closed] = [
      await add(),
      await add({ address: `${server.url}/haengt` }),
      await add({ address: `${server.url}/kaputt` }),
      await add({ address: 'https://10.0.0.1' }),
    ];
    let release: (() => void) | undefined;
    server.says(({ path }, response) => {
      if (path.startsWith('/haengt')) return void (release = () => response.end(JSON.stringify(MUNDO)));
      return path.startsWith('/kaputt') ? '<html>' : MUNDO;
    });
    const answer = await anna.inject({ method: 'GET', url: '/api/v1/media/search/remote', query: { q: 'Geduld' }, payloadAsStream: true });
    expect(answer.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
    let said = '';
    for await (const part of answer.stream()) {
      said += String(part);
      const done = said.split('\n\n').length - 1;
      // Releases the slow source after the list of sources and three results have arrived.
      if (done === 4) release?.();
    }
    const events = said
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.slice(6)) as RemoteEvent);
    expect(statesOf(events.slice(0, 4))).toEqual({ [good.id]: 'hits', [broken.id]: 'failed', [closed.id]: 'failed' });
    expect(events[4]).toMatchObject({ id: hanging.id, state: 'hits' });
  });

  it('marks works found in several sources or in the catalogue', async () => {
    await portal.store(
      { identifier: 'm-1', fn_titel: 'VOM KORN ZUM BROT', fn_typ: '49', fn_prodname: 'Beispielfilm', year: 2019 },
      { identifier: 'm-2', fn_titel: 'Brotbacken', fn_typ: '49', year: 1950, licences: [{ scope: 'none' }] },
    );
    await add({ kind: 'edu_sharing', address: `${server.url}/eins` });
    await add({ kind: 'edu_sharing', address: `${server.url}/zwei` });
    server.says(EDU_SHARING);
    const hits = hitsOf(await search(anna, 'Korn'));
    const korn = hits.filter(({ title }) => title === 'Vom Korn zum Brot');
    expect(korn.map(({ here }) => here)).toEqual([
      { identifier: 'm-1', active: true },
      { identifier: 'm-1', active: true },
    ]);
    expect(new Set(korn.map(({ work }) => work)).size).toBe(1);
    expect(new Set(hits.map(({ work }) => work)).size).toBe(3);
    expect(hits.find(({ title }) => title === 'Brotbacken')!.here).toBeNull();
  });

  it('hides sources with advertising or for teachers from learners', async () => {
    const open = await add({ label: 'offen' });
    await add({ label: 'Werbung', advertising: true });
    await add({ label: 'Lehrkräfte', teachers_only: true });
    server.says(MUNDO);
    const kim = await portal.as(pupil({ role: 'S' }));
    expect((await search(kim, 'Wind'))[0]).toMatchObject({ sources: [{ id: open.id }] });
    expect((await search(anna, 'Wind'))[0]).toMatchObject({ sources: [{ label: 'offen' }, { label: 'Werbung' }, { label: 'Lehrkräfte' }] });
  });

  it('requests the address of an ARIX work only when the work is opened', async () => {
    const { id } = await add({ kind: 'arix', scope: 'NRW', key: 'passwort' });
    server.says(ARIX);
    const [hit] = hitsOf(await search(anna, 'Wasser'));
    expect(hit!.address).toBe(`/api/v1/external-sources/${id}/open?identifier=BSP-1`);
    server.says(({ body }) =>
      body.includes('notch') ? "<notch id='n'>w</notch>" : "<link><a href='https://media.example/1.mp4'>direct</a></link>",
    );
    const opened = await anna.inject({ method: 'GET', url: hit!.address });
    expect([opened.statusCode, opened.headers.location]).toEqual([303, 'https://media.example/1.mp4']);
    server.says('<error>No valid licence</error>');
    const refused = await anna.inject({ method: 'GET', url: hit!.address });
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'licence_missing']);
  });
});
