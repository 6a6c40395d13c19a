import { imports, type ImportSource } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { districtAdmin, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { openOaiRepository, type OaiRepository } from '../../testing/systems/oai-repository.ts';

let portal: TestPortal;
let admin: Caller;
let repository: OaiRepository;
let number = 0;
beforeAll(async () => {
  repository = await openOaiRepository();
  portal = await testPortal({}, { intranetHosts: [repository.host] });
  admin = await portal.as(districtAdmin());
});
afterAll(async () => {
  await portal.close();
  repository.close();
});
beforeEach(() => {
  Object.assign(repository, {
    ...{ granularity: 'YYYY-MM-DDThh:mm:ssZ', deletedRecord: 'persistent', now: '2026-05-02T10:00:00Z' },
    ...{ instead: [], spoil: (page: string) => page },
  });
  repository.records.clear();
  portal.setNow(null);
});

const hold = (id: string, at: string, more: { title?: string; deleted?: boolean; body?: string } = {}): void =>
  void repository.records.set(id, { title: `Titel ${id}`, at, ...more });

async function open(more: { prune?: boolean } = {}): Promise<{ id: string; prefix: string; source: ImportSource }> {
  number += 1;
  const prefix = `h${number}-`;
  const oai = { address: repository.url, format: 'oai_dc', ...more };
  const source = await admin.call(imports.createSource, { body: { name: `Repo ${number}`, prefix, oai } });
  return { id: source.id, prefix, source };
}

async function harvest(id: string, body: { look?: boolean; whole?: boolean } = {}): Promise<ImportReport> {
  repository.asked.length = 0;
  const run = await admin.call(imports.harvest, { params: { id }, body });
  await portal.jobs.runDue();
  return admin.call(imports.run, { params: { id: run.id } });
}

const there = async (prefix: string): Promise<string[]> => {
  const rows = await portal.portal.db
    .selectFrom('media_item')
    .select(['identifier', 'fn_titel'])
    .where('identifier', 'like', `${prefix}%`)
    .where('retired_at', 'is', null)
    .orderBy('identifier')
    .execute();
  return rows.map(({ identifier, fn_titel }) => `${identifier.slice(prefix.length)} ${fn_titel}`);
};

test.each([
  ['YYYY-MM-DD', '2026-05-01'],
  ['YYYY-MM-DDThh:mm:ssZ', '2026-05-01T10:00:00Z'],
] as const)('harvests changes with a day of overlap if record dates have the format %s', async (granularity, from) => {
  repository.granularity = granularity;
  const { id, prefix } = await open();
  for (const each of ['1', '2', '3']) hold(each, '2026-04-01T00:00:00Z');
  repository.now = '2026-05-02T10:00:00Z';
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { stored: 3 } });
  expect(repository.asked[0]!.get('from')).toBeNull();

  // One record appears with an old date, one is changed, one is deleted.
  hold('late', '2026-05-01T20:00:00Z');
  hold('2', '2026-05-03T10:00:00Z', { title: 'Neu' });
  hold('3', '2026-05-03T10:00:00Z', { deleted: true });
  repository.now = '2026-05-04T10:00:00Z';
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { stored: 1, changed: 1, gone: 1 } });
  expect(repository.asked.map((query) => query.get('from'))).toEqual([from, null]);
  expect(await there(prefix)).toEqual(['1 Titel 1', '2 Neu', 'late Titel late']);

  repository.now = '2026-06-10T10:00:00Z';
  await harvest(id);
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { read: 0 } });
  const { sources } = await admin.call(imports.sources);
  expect(sources.find((each) => each.id === id)!.repository).toEqual({
    ...{ granularity: granularity === 'YYYY-MM-DD' ? 'day' : 'second', deleted: 'persistent', compression: ['gzip'] },
  });
});

test('retries with whole days and then without a date if a repository rejects its granularity', async () => {
  const { id } = await open();
  hold('1', '2026-04-01T00:00:00Z');
  await harvest(id);
  const badArgument = (response: { end: (text: string) => void }): void =>
    response.end('<OAI-PMH><responseDate>2026-05-02T10:00:00Z</responseDate><error code="badArgument"/></OAI-PMH>');
  repository.instead = [badArgument, badArgument];
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { unchanged: 1 } });
  expect(repository.asked.map((query) => query.get('from'))).toEqual(['2026-05-01T10:00:00Z', '2026-05-01', null]);
});

test.each([
  ['seconds', () => '7200'],
  ['a date', () => new Date(Date.now() + 7_200_000).toUTCString()],
])('waits for the delay that a busy repository requests in %s', async (_, header) => {
  const { id, prefix } = await open();
  for (const each of ['1', '2', '3']) hold(each, '2026-04-01T00:00:00Z');
  repository.instead = [null, (response) => void response.writeHead(503, { 'retry-after': header() }).end()];
  const run = await harvest(id);
  expect(run).toMatchObject({ state: 'running', problem: 'unreachable', counts: { stored: 2 } });
  portal.setNow(new Date(Date.now() + 7_000_000));
  await portal.jobs.runDue();
  expect(repository.asked).toHaveLength(2);
  portal.setNow(new Date(Date.now() + 7_300_000));
  await portal.jobs.runDue();
  portal.setNow(null);
  expect(await admin.call(imports.run, { params: { id: run.id } })).toMatchObject({ state: 'done', problem: null, counts: { stored: 3 } });
  expect(await there(prefix)).toHaveLength(3);
});

test.each([
  [
    'badResumptionToken',
    (response: { end: (text: string) => void }) => response.end('<OAI-PMH><error code="badResumptionToken"/></OAI-PMH>'),
  ],
  ['status 410', (response: { writeHead: (status: number) => { end: () => void } }) => response.writeHead(410).end()],
])('reads a list again from the beginning if its token has expired (%s)', async (_, expired) => {
  const { id, prefix } = await open();
  for (const each of ['1', '2', '3']) hold(each, '2026-04-01T00:00:00Z');
  repository.instead = [null, expired as never];
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { stored: 3, unchanged: 2 } });
  expect(await there(prefix)).toHaveLength(3);
});

test.each([
  ['a control character', 'Wind&#x1;', 4, 0],
  ['an unescaped ampersand', 'Wind & Wetter', 4, 0],
  ['an undefined entity', 'Wind&foo;', 4, 0],
  ['a less-than sign', 'a < b', 4, 0],
  ['an element that is not closed', '<b>', 3, 1],
  ['an element too many', '</b>', 3, 1],
  ['elements too deep', '<b>'.repeat(100), 3, 1],
])('reads the remaining records of a repository if one record contains %s', async (_, title, stored, refused) => {
  const { id, prefix } = await open();
  for (const each of ['1', '2', '3', '4']) hold(each, '2026-04-01T00:00:00Z');
  hold('2', '2026-04-01T00:00:00Z', { title });
  const run = await harvest(id);
  expect(run).toMatchObject({ state: 'done', counts: { read: 4, stored, refused } });
  expect(await there(prefix)).toHaveLength(stored);
  if (refused > 0)
    expect(run.refusals).toEqual([{ line: 2, field: 'line', reason: 'xml', value: expect.stringMatching(/^2: /) as string }]);
});

test('reads a page with bytes of another encoding', async () => {
  const { id, prefix } = await open();
  hold('1', '2026-04-01T00:00:00Z');
  repository.instead = [
    (response) =>
      void response.end(
        Buffer.from(
          '<OAI-PMH><responseDate>2026-05-02T10:00:00Z</responseDate><ListRecords><record><header><identifier>1</identifier></header><metadata><dc><title>Gr\xf6\xdfe</title></dc></metadata></record></ListRecords></OAI-PMH>',
          'latin1',
        ),
      ),
  ];
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { stored: 1 } });
  expect(await there(prefix)).toEqual(['1 Größe']);
});

test('requests a truncated page again instead of treating it as the end of the list', async () => {
  const { id } = await open();
  for (const each of ['1', '2', '3']) hold(each, '2026-04-01T00:00:00Z');
  repository.instead = [null, (response) => void response.end('<OAI-PMH><ListRecords><record><header><identifier>3</ident')];
  const run = await harvest(id);
  expect(run).toMatchObject({ state: 'running', counts: { stored: 2 } });
  portal.setNow(new Date(Date.now() + 60_000));
  await portal.jobs.runDue();
  expect(await admin.call(imports.run, { params: { id: run.id } })).toMatchObject({ state: 'done', counts: { stored: 3 } });
});

test('removes records missing from the whole list only if the source is set to do so', async () => {
  repository.deletedRecord = 'no';
  const kept = await open();
  const pruned = await open({ prune: true });
  for (const each of ['1', '2', '3', '4']) hold(each, '2026-04-01T00:00:00Z');
  for (const { id } of [kept, pruned]) expect(await harvest(id)).toMatchObject({ counts: { stored: 4 } });
  repository.records.delete('2');
  expect(await harvest(kept.id, { whole: true })).toMatchObject({ counts: { unchanged: 3, gone: 0 } });
  expect(await harvest(pruned.id, { look: true })).toMatchObject({ counts: { gone: 0 } });
  // Each harvest reads the whole list. An invalid record still counts as existing.
  hold('3', '2026-04-01T00:00:00Z', { title: '<b>' });
  expect(await harvest(pruned.id)).toMatchObject({ state: 'done', counts: { unchanged: 2, refused: 1, gone: 1 } });
  expect(await there(kept.prefix)).toHaveLength(4);
  expect(await there(pruned.prefix)).toEqual(['1 Titel 1', '3 Titel 3', '4 Titel 4']);
  // A removed record is stored again once the list contains it. An empty list removes nothing.
  hold('2', '2026-04-01T00:00:00Z');
  await harvest(pruned.id);
  expect(await there(pruned.prefix)).toHaveLength(4);
  repository.records.clear();
  expect(await harvest(pruned.id)).toMatchObject({ state: 'done', counts: { gone: 0 } });
  expect(await there(pruned.prefix)).toHaveLength(4);
});

test('removes nothing if the list is incomplete or has a record without an identifier', async () => {
  repository.deletedRecord = 'no';
  const { id, prefix } = await open({ prune: true });
  for (const each of ['1', '2', '3', '4']) hold(each, '2026-04-01T00:00:00Z');
  await harvest(id);
  repository.records.delete('1');
  repository.spoil = (page) => page.replace('<identifier>oai:example.org:3</identifier>', '<identifier></identifier>');
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { gone: 0, refused: 1 } });
  repository.spoil = (page) => page;
  repository.instead = [null, (response) => void response.end('<html></html>')];
  expect(await harvest(id)).toMatchObject({ state: 'failed', problem: 'no_oai', counts: { gone: 0 } });
  expect(await there(prefix)).toHaveLength(4);
  // The next harvest continues at the token and keeps the records that were read before.
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { gone: 1 } });
  expect(await there(prefix)).toEqual(['2 Titel 2', '3 Titel 3', '4 Titel 4']);
});

test('removes nothing if removal was switched off while the list was being read', async () => {
  repository.deletedRecord = 'no';
  const { id, prefix } = await open({ prune: true });
  for (const each of ['1', '2', '3', '4']) hold(each, '2026-04-01T00:00:00Z');
  await harvest(id);
  repository.records.delete('4');
  repository.instead = [null, (response) => void response.end('<html></html>')];
  expect(await harvest(id)).toMatchObject({ state: 'failed' });
  const { sources } = await admin.call(imports.sources);
  const { oai, ...source } = sources.find((each) => each.id === id)!;
  const { name, licence, same, words, version } = source;
  await admin.call(imports.changeSource, {
    params: { id },
    body: { name, prefix, licence, same, words, version, oai: { ...oai!, prune: false } },
  });
  // The repository no longer accepts the token, and from now on only changes are requested.
  repository.instead = [(response) => void response.writeHead(410).end()];
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { gone: 0 } });
  expect(await there(prefix)).toHaveLength(4);
});

test('removes nothing after a protocol error', async () => {
  repository.deletedRecord = 'no';
  const { id, prefix } = await open({ prune: true });
  for (const each of ['1', '2', '3', '4']) hold(each, '2026-04-01T00:00:00Z');
  await harvest(id);
  repository.instead = [null, (response) => void response.end('<OAI-PMH><error code="noRecordsMatch">x</error></OAI-PMH>')];
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { unchanged: 2, gone: 0 } });
  expect(await there(prefix)).toHaveLength(4);
});

test('keeps listed media whose identifiers lack the prefix', async () => {
  repository.deletedRecord = 'no';
  const { id, prefix } = await open({ prune: true });
  await portal.store({ identifier: 'ohne-1', fn_titel: 'Aus einer Tabelle', fn_typ: '49' });
  await portal.portal.db.insertInto('import_item').values({ identifier: 'ohne-1', prefix, bare: true }).execute();
  for (const each of ['ohne-1', '2']) hold(each, '2026-04-01T00:00:00Z');
  expect(await harvest(id)).toMatchObject({ state: 'done', counts: { stored: 1, changed: 1, gone: 0 } });
});

test('removes only records of the same source', async () => {
  const { id, prefix } = await open();
  await portal.store({ identifier: `${prefix}mine`, fn_titel: 'Von Hand', fn_typ: '49' });
  hold('mine', '2026-04-01T00:00:00Z');
  hold('1', '2026-04-01T00:00:00Z');
  const run = await harvest(id);
  expect(run).toMatchObject({ counts: { stored: 1, refused: 1 } });
  expect(run.refusals).toMatchObject([{ field: 'identifier', reason: 'other_source', value: `${prefix}mine` }]);
  hold('mine', '2026-05-03T00:00:00Z', { deleted: true });
  expect(await harvest(id)).toMatchObject({ counts: { gone: 0 } });
  expect(await there(prefix)).toEqual(['1 Titel 1', 'mine Von Hand']);
});
