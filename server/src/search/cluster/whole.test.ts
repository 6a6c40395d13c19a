/** What a cluster gives in part, or late, is not taken for the whole. A small server plays the cluster, so that its replies come as told. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fieldsOf } from '@fundus/search/index/segment';
import { parse } from '@fundus/search/query/parse';
import { synonymsOf } from '@fundus/search/query/synonyms';
import { makeAsk } from './ask.ts';
import { connect, type Client } from './client.ts';
import { createIndexes } from './create-indexes.ts';
import type { Store } from './store.ts';
import { makeVocabulary } from './vocabulary.ts';

const fields = fieldsOf({ text: { title: { weight: 1, exact: true } }, values: {}, numbers: {} });
const whole = { timed_out: false, _shards: { total: 2, successful: 2, failed: 0 } };
const found = { hits: { total: { value: 1 }, hits: [{ _id: 'r1', _score: 1, _source: { s: 'schiffahrt', t: 'schiffahrt' } }] } };
/** Seven records have each word. */
const counted = { aggregations: { found: { buckets: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, { doc_count: 7 }])) } } };

let reply: (path: string, questions: number, response: ServerResponse) => void;
const answer = (response: ServerResponse, body: object): void => void response.end(JSON.stringify(body));
const plain: typeof reply = (path, questions, response) =>
  answer(
    response,
    path.includes('_msearch') ? { responses: Array.from({ length: questions }, () => ({ ...whole, ...found })) } : { ...whole, ...counted },
  );

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk)).on('end', () => reply(request.url!, body.split('\n').length >> 1, response));
});
let client: Client;
let turn = 0;
const store = {
  there: () => true,
  names: { media: 'media', words: 'words' },
  turn: () => turn,
  forget: () => undefined,
} as unknown as Store;
const catalogue = { lookUp: { frequency: () => 0 } } as unknown as Parameters<ReturnType<typeof makeVocabulary>['of']>[2];

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  client = connect({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    user: undefined,
    password: undefined,
    ca: undefined,
  });
});
afterAll(() => {
  client.close();
  server.close();
});
beforeEach(() => {
  reply = plain;
});

test.each([
  ['the search cluster did not finish a question in time', 'timeout', 'slow', { ...whole, timed_out: true, ...found }],
  [
    '1 of 2 shards of the search cluster did not answer',
    'unavailable',
    'red',
    { ...whole, _shards: { total: 2, successful: 1, failed: 1 }, ...found },
  ],
  [
    '1 of 2 shards of the search cluster did not answer',
    'unavailable',
    'red',
    { ...whole, _shards: { total: 2, successful: 1, failed: 0 }, ...found },
  ],
  [
    'the search cluster answers 429 rejected_execution_exception',
    'unavailable',
    'away',
    { status: 429, error: { type: 'rejected_execution_exception' } },
  ],
])('what is not whole is refused: %s', async (message, code, state, part) => {
  const { ask, askAll } = makeAsk(client, store);
  reply = (path, questions, response) => {
    if (!path.includes('_msearch')) {
      if ('status' in part) response.statusCode = part.status;
      return answer(response, part);
    }
    answer(response, { responses: Array.from({ length: questions }, (_, i) => (i === questions - 1 ? part : { ...whole, ...found })) });
  };
  const asked = [() => ask({}), () => askAll([{}, {}]), () => makeVocabulary(client, store).count(['a'])];
  const looked = () => makeVocabulary(client, store).near(['schifffahrt'], { words: [], stems: new Map() });
  for (const each of [...asked, looked]) {
    await expect(each()).rejects.toMatchObject({ code, message });
    expect(client.state().state).toBe(state);
  }
  reply = plain;
  expect((await ask({})).hits).toBeUndefined();
  expect(client.state().state).toBe('ready');
});

test('a question keeps what it knew when it began, whatever is forgotten while it waits', async () => {
  const { of } = makeVocabulary(client, store);
  const frequenciesOf = (q: string) => of(parse(q, fields), synonymsOf([]), catalogue, false);
  await frequenciesOf('Schifffahrt');
  let release: (() => void) | undefined;
  const waits = new Promise<void>((arrived) => {
    reply = (path, questions, response) => {
      release = () => plain(path, questions, response);
      arrived();
    };
  });
  const waiting = frequenciesOf('Schifffahrt Hafen');
  await waits;
  reply = plain;
  turn++;
  await frequenciesOf('Hafen');
  release!();
  const { words, stems } = await waiting;
  expect(words).toContainEqual({ surface: 'schiffahrt', stem: 'schiffahrt' });
  expect([...stems.keys()]).toEqual(expect.arrayContaining(['schifffahr', 'schiffahrt', 'haf']));
  expect(new Set(stems.values())).toEqual(new Set([7]));
});

test('a cluster without k-NN gets an index without vectors; what it refuses for another reason is a failure', async () => {
  const create = () => createIndexes(client, { media: 'media', words: 'words' }, fields, 4);
  const refuseFirst = (statusCode: number): void => {
    let first = true;
    reply = (path, _, response) => {
      if (path !== '/media' || !first) return answer(response, {});
      first = false;
      answer(Object.assign(response, { statusCode }), { error: { type: 'mapper_parsing_exception' } });
    };
  };
  refuseFirst(200);
  expect(await create()).toBe(4);
  refuseFirst(400);
  expect(await create()).toBe(0);
  refuseFirst(503);
  await expect(create()).rejects.toMatchObject({ code: 'unavailable' });
});
