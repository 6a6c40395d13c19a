import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@fundus/contract/errors';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveContent, type ContentAnswer } from './content-route.ts';

let app: FastifyInstance;
let port: number;
let answer: ContentAnswer;
beforeAll(async () => {
  app = Fastify();
  app.addHook('onRequest', async (_, reply) => void reply.header('x-of-the-portal', 'yes'));
  app.setErrorHandler((error, _, reply) => reply.code(error instanceof AppError ? 404 : 500).send({ error: 'said' }));
  serveContent(app, async () => answer);
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

const read = (method = 'GET'): Promise<{ status: number; headers: Record<string, unknown>; body: string; whole: boolean }> =>
  new Promise((done, fail) => {
    get({ port, host: '127.0.0.1', path: '/content/token/film.mp4', method }, (reply) => {
      let body = '';
      reply.on('data', (part: Buffer) => (body += part.toString()));
      reply.on('error', () => undefined);
      reply.on('close', () => done({ status: reply.statusCode ?? 0, headers: reply.headers, body, whole: reply.complete }));
    }).on('error', fail);
  });

const film = { status: 206, headers: { 'content-type': 'video/mp4', 'content-length': '6', 'content-range': 'bytes 0-5/9' } };

test('sends bytes with the headers of the file and of the portal', async () => {
  answer = { ...film, send: async (out) => void out.write('abcdef') };
  expect(await read()).toMatchObject({ status: 206, headers: { ...film.headers, 'x-of-the-portal': 'yes' }, body: 'abcdef', whole: true });
});

test('sends no body in reply to HEAD', async () => {
  answer = { ...film, send: () => Promise.reject(new Error('must not be read')) };
  expect(await read('HEAD')).toMatchObject({ status: 206, headers: film.headers, body: '' });
});

test('replies with an error if reading fails before the first byte', async () => {
  for (const [error, status] of [
    [new AppError('not_found'), 404],
    [new Error('disk'), 500],
  ] as const) {
    answer = { ...film, send: () => Promise.reject(error) };
    const { headers, ...reply } = await read();
    expect(reply).toEqual({ status, body: '{"error":"said"}', whole: true });
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-of-the-portal': 'yes' });
    expect(headers['content-range']).toBeUndefined();
  }
});

test('closes the connection if reading fails after the first byte', async () => {
  answer = {
    ...film,
    send: async (out) => {
      await new Promise((taken) => out.write('abc', taken));
      throw new Error('disk');
    },
  };
  expect(await read()).toMatchObject({ status: 206, body: 'abc', whole: false });
  answer = { ...film, send: async (out) => void out.write('abcdef') };
  expect(await read()).toMatchObject({ status: 206, body: 'abcdef', whole: true });
});
