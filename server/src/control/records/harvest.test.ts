import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../../testing/index.ts';
import { runCommand } from '../commands.ts';

/** Queued replies of the simulated repository, and the requests it received. */
let answers: ((query: URLSearchParams) => { status?: number; body: string })[] = [];
const asked: URLSearchParams[] = [];
const repository = createServer((request, response) => {
  const query = new URL(request.url ?? '/', 'http://x').searchParams;
  if (query.get('verb') === 'Identify') return void response.writeHead(200, { 'content-type': 'text/xml' }).end(IDENTITY);
  asked.push(query);
  const { status = 200, body } = answers.shift()?.(query) ?? { status: 500, body: '' };
  response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
});

const IDENTITY =
  '<OAI-PMH><Identify><deletedRecord>transient</deletedRecord><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify></OAI-PMH>';

let portal: TestPortal;
let url: string;
beforeAll(async () => {
  repository.listen(0, '127.0.0.1');
  await once(repository, 'listening');
  const host = `127.0.0.1:${(repository.address() as AddressInfo).port}`;
  url = `http://${host}/oai`;
  portal = await testPortal({}, { intranetHosts: [host] });
});
afterAll(async () => {
  await portal.close();
  repository.close();
});

const record = (id: string, title: string): string =>
  `<record><header><identifier>oai:example.org:${id}</identifier></header><metadata><oai_dc:dc><dc:title>${title}</dc:title>
  <dc:identifier>https://example.org/${id}</dc:identifier></oai_dc:dc></metadata></record>`;
const deleted = (id: string): string => `<record><header status="deleted"><identifier>oai:example.org:${id}</identifier></header></record>`;
const page =
  (inside: string, date = '2026-05-02T10:00:00Z') =>
  () => ({
    body: `<OAI-PMH><responseDate>${date}</responseDate><ListRecords>${inside}</ListRecords></OAI-PMH>`,
  });
const problem = (code: string) => () => ({
  body: `<OAI-PMH><responseDate>2026-05-03T10:00:00Z</responseDate><error code="${code}"/></OAI-PMH>`,
});
const token = (text: string): string => `<resumptionToken completeListSize="3">${text}</resumptionToken>`;

async function harvest(more: Record<string, unknown> = {}): Promise<{ exit: number; text: string }> {
  asked.length = 0;
  const lines: string[] = [];
  const exit = await runCommand(
    { ...portal, env: { dataDir: portal.dataDir, sessionSecret: undefined } },
    { command: 'harvest', args: { url, metadataPrefix: 'oai_dc', prefix: 'ex-', ...more } },
    { line: (text) => void lines.push(text), progress: () => {} },
  );
  return { exit, text: lines.join('\n') };
}

const there = async (): Promise<string[]> => {
  const rows = await portal.portal.db
    .selectFrom('media_item')
    .select('identifier')
    .where('retired_at', 'is', null)
    .orderBy('identifier')
    .execute();
  return rows.map((row) => row.identifier);
};

test('harvests only changed and deleted records after the first run', async () => {
  await portal.store({ identifier: 'other-1', fn_titel: 'Von woanders', fn_typ: '49' });
  answers = [
    page(record('1', 'Eins') + record('2', 'Zwei') + token('a')),
    () => ({ status: 503, body: '' }),
    problem('badResumptionToken'),
    page(record('1', 'Eins') + record('2', 'Zwei') + token('b')),
    page(record('3', '') + record('4', 'Vier') + token('')),
  ];
  const first = await harvest();
  expect(first.text).toMatch(/6 records read: 3 stored, 0 changed, 2 unchanged, 1 refused/);
  expect(first.text).toMatch(/line 5: title/);
  expect(portal.pauses).toContain(5_000);
  expect(asked.map((query) => query.get('resumptionToken'))).toEqual([null, 'a', 'a', null, 'b']);
  expect(await there()).toEqual(['ex-1', 'ex-2', 'ex-4', 'other-1']);

  // Removes deleted records only if they came from this source.
  answers = [page(deleted('2') + deleted('../other-1') + record('1', 'Eins, neu'), '2026-05-09T10:00:00Z')];
  expect((await harvest()).text).toMatch(/0 stored, 1 changed.*\n1 were removed because/s);
  expect(asked[0]!.get('from')).toBe('2026-05-01T10:00:00Z');
  expect(await there()).toEqual(['ex-1', 'ex-4', 'other-1']);

  // Stores a deleted record that returns. A harvest without changes succeeds.
  answers = [page(record('2', 'Zwei'), '2026-05-10T10:00:00Z'), problem('noRecordsMatch')];
  await harvest();
  expect(await there()).toEqual(['ex-1', 'ex-2', 'ex-4', 'other-1']);
  expect((await harvest()).exit).toBe(0);
});

test('resumes an interrupted harvest', async () => {
  answers = [page(record('5', 'Fünf') + token('c')), () => ({ body: '<OAI-PMH><ListRecords>' })];
  expect((await harvest({ set: 'a' })).text).toMatch(/no XML we read/);
  answers = [page(record('6', 'Sechs'))];
  await harvest({ set: 'a' });
  expect(asked[0]!.get('resumptionToken')).toBe('c');
});

test('changes nothing in a dry run', async () => {
  answers = [page(record('7', 'Sieben') + deleted('1'))];
  expect((await harvest({ set: 'b', dryRun: true })).text).toMatch(/nothing was stored. 1 record read: 1 stored.*1 would be removed/s);
  expect(await there()).toEqual(['ex-1', 'ex-2', 'ex-4', 'ex-5', 'ex-6', 'other-1']);
});

test('reports an invalid response of the repository', async () => {
  answers = [page(record('8', 'Acht') + token('d')), page(token('d'))];
  expect((await harvest({ set: 'c' })).text).toMatch(/page repeatedly/);
  answers = [problem('cannotDisseminateFormat')];
  expect((await harvest({ set: 'd' })).text).toMatch(/cannotDisseminateFormat/);
  answers = [() => ({ body: '<!DOCTYPE a [<!ENTITY b "c">]><OAI-PMH>&b;</OAI-PMH>' })];
  expect((await harvest({ set: 'e' })).text).toMatch(/no_list/);
  expect((await harvest({ url: 'https://127.0.0.1/oai' })).text).toMatch(/not a public address/);
  expect((await harvest({ prefix: '' })).text).toMatch(/^prefix/);
});

test('can skip works that exist under another identifier', async () => {
  await portal.store({ identifier: 'ours', fn_titel: 'Das Moor', fn_typ: '49', fn_prodname: 'Beispielfilm', year: 2020 });
  const same = record('9', 'das moor').replace(
    '</oai_dc:dc>',
    '<dc:publisher>beispielfilm</dc:publisher><dc:date>2020</dc:date></oai_dc:dc>',
  );
  answers = [page(same + record('10', 'Das Moor'))];
  expect((await harvest({ set: 'f', same: 'skip' })).text).toMatch(
    /2 records read: 1 stored.*1 × identifier exists under another identifier.*ex-9 = ours/s,
  );
  answers = [page(same + record('10', 'Das Moor, neu'))];
  expect((await harvest({ set: 'g', same: 'report' })).text).toMatch(/1 stored, 1 changed.*ex-9 = ours/s);
  expect(await there()).toContain('ex-9');

  // Keeps the first of several duplicates in one harvest.
  const again = (id: string): string => same.replaceAll(/(?<=org[:/])9/g, id).replaceAll('das moor', 'Die Heide');
  answers = [page(again('11') + record('12', 'Die Heide') + again('13'))];
  expect((await harvest({ set: 'h', same: 'skip' })).text).toMatch(/3 records read: 2 stored.*ex-13 = ex-11/s);
});
