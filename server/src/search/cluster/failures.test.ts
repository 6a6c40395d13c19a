/** Tests replies that a healthy node never sends. A small HTTP server replaces the cluster. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Cluster } from './client.ts';

const whole = { timed_out: false, _shards: { total: 2, successful: 2 }, hits: { hits: [] } };
let reply: { status: number; body: object };
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  });
});
let cluster: Cluster;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  cluster = connect({ url, user: undefined, password: undefined, ca: undefined });
});
afterAll(async () => {
  await cluster.close();
  server.close();
});

const error = (type: string) => ({ error: { type, reason: 'the reason' } });

test.each([
  ['a search that ran out of time', 200, { responses: [whole, { ...whole, timed_out: true }] }, 'timeout', 'slow'],
  ['a shard that failed', 200, { responses: [whole, { ...whole, _shards: { total: 2, successful: 1 } }] }, 'unavailable', 'red'],
  ['a busy node', 429, error('rejected_execution_exception'), 'unavailable', 'away'],
  ['a failed node', 503, error('search_phase_execution_exception'), 'unavailable', 'red'],
  ['a wrong password', 401, error('security_exception'), 'unavailable', 'refuses'],
  [
    'one busy search of several',
    200,
    { responses: [whole, { status: 429, ...error('rejected_execution_exception') }] },
    'unavailable',
    'away',
  ],
  ['too many words', 400, error('too_many_clauses'), 'bad_query', 'ready'],
])('recovers after rejecting the response of %s', async (_, status, body, code, state) => {
  reply = { status: 200, body: { responses: [whole, whole] } };
  await cluster.searchAll('media', [{}, {}]);
  reply = { status, body };
  await expect(cluster.searchAll('media', [{}, {}])).rejects.toMatchObject({ code });
  expect(cluster.status().state).toBe(state);
  reply = { status: 200, body: { responses: [whole, whole] } };
  await cluster.searchAll('media', [{}, {}]);
  expect(cluster.status().state).toBe('ready');
});
