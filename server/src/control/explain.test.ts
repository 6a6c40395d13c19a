import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPostgres } from '../db/postgres.ts';
import { sql } from 'kysely';
import { makeLog } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { explain } from './explain.ts';

const failing = async (what: () => Promise<unknown>): Promise<string> => {
  const error: unknown = await what().then(
    () => expect.unreachable(),
    (reason: unknown) => reason,
  );
  return explain(error);
};

test('explains errors that an operator can fix without a stack trace', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'fundus-explain-')), 'file');
  writeFileSync(file, '');
  const listening = (port: number, host: string) =>
    new Promise((done, fail) => {
      const server = createServer().once('error', fail);
      server.listen(port, host, () => server.close(done));
    });
  const asked = (address: string) => async () => {
    const { db, close } = openPostgres(address, makeLog('silent'));
    await sql`select 1`.execute(db).finally(close);
  };
  const other = createServer().listen(0, '127.0.0.1');
  const port = await new Promise<number>((done) => other.once('listening', () => done((other.address() as { port: number }).port)));
  const cases: [() => Promise<unknown>, RegExp][] = [
    [() => mkdir(file), /is a file instead of a folder/],
    [() => mkdir(join(file, 'a'), { recursive: true }), /a part of this path is a file/],
    [() => listening(port, '127.0.0.1'), /^the port \d+ of 127\.0\.0\.1 is in use/],
    [() => listening(0, '192.0.2.1'), /no such address/],
    [asked('postgres://a:b@127.0.0.1:9/c'), /^the database cannot be reached/],
    [asked('postgres://a:b@nowhere.invalid/c'), /^the database cannot be reached/],
    [async () => Promise.reject(Object.assign(new Error('no such user'), { code: '28P01' })), /the user or the password/],
    [async () => Promise.reject(Object.assign(new Error('x'), { code: 'EROFS', path: '/data' })), /^\/data is on a read-only disk/],
    [async () => Promise.reject(new OperatorError('do this')), /^do this$/],
  ];
  for (const [what, sentence] of cases) {
    const said = await failing(what);
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/\n\s+at /);
  }
  other.close();
  // Programming errors are printed with their stack.
  expect(await failing(async () => Promise.reject(new TypeError('ours')))).toMatch(/\n\s+at /);
});
