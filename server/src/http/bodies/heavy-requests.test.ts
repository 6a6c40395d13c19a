import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { ownAccount } from '@fundus/contract/accounts/own';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { DataPage } from '../context.ts';
import { teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { currentPace } from '../../db/patience.ts';
import { answerHeavy, MAX_WAITING } from './heavy-requests.ts';

const portal = usePortal();
let ada: Caller;
let ben: Caller;
beforeAll(async () => {
  await portal.store({ identifier: 'm-1', fn_titel: 'Vulkane', fn_typ: '49' });
  ada = await portal.as(teacher({ email: 'ada@a.example' }));
  ben = await portal.as(teacher({ email: 'ben@a.example' }));
});

const download = (caller: Caller) => caller.inject({ method: 'GET', url: ownAccount.exportData.path });

/** Makes exports wait at their first page until `release` is called. */
function holdExports() {
  const running: string[] = [];
  let most = 0;
  const paces = new Set<string>();
  const release = Promise.withResolvers<void>();
  const { personData } = portal.portal.domains;
  portal.portal.domains.personData = async function* (db, personId): AsyncGenerator<DataPage> {
    running.push(personId);
    most = Math.max(most, running.filter((each) => each === personId).length);
    await release.promise;
    try {
      for (let page = 0; page < 3; page += 1) {
        await sql`select 1`.execute(db);
        paces.add(currentPace());
        yield { area: 'page', rows: `{"page":${page}}`, count: 1 };
      }
    } finally {
      running.splice(running.indexOf(personId), 1);
    }
  };
  onTestFinished(() => {
    release.resolve();
    portal.portal.domains.personData = personData;
  });
  return { running, most: () => most, paces, release: release.resolve };
}

/** Timeout for slow machines. */
const SOON = { timeout: 120_000 };
const quick = (caller: Caller) => caller.call(catalogue.search, { query: { q: 'vulkane' } as never });

test('processes one export per user at a time', async () => {
  const { running, most, paces, release } = holdExports();
  const twelve = Array.from({ length: MAX_WAITING + 1 }, () => download(ada));
  await expect.poll(() => running.length, SOON).toBe(1);
  const answers = await Promise.all(Array.from({ length: 15 }, () => quick(ben)));
  expect(answers.map(({ total }) => total)).toEqual(Array.from({ length: 15 }, () => 1));
  expect((await quick(ada)).total).toBe(1);
  const other = download(ben);
  await expect.poll(() => running.length, SOON).toBe(2);
  release();
  for (const answer of await Promise.all([...twelve, other])) {
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ page: [{ page: 0 }, { page: 1 }, { page: 2 }] });
  }
  expect(most()).toBe(1);
  expect([...paces]).toEqual(['heavy']);
  expect(running).toEqual([]);
});

test('returns 429 if ten exports of the user are waiting', async () => {
  const { release } = holdExports();
  const all = Array.from({ length: MAX_WAITING + 2 }, () => download(ada));
  // Only the rejected request gets a reply before the others are released.
  const refused = await Promise.race(all);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
  expect(refused.json()).toMatchObject({ error: { code: 'too_many_files' } });
  release();
  const states = (await Promise.all(all)).map(({ statusCode }) => statusCode).sort();
  expect(states).toEqual([...Array.from({ length: MAX_WAITING + 1 }, () => 200), 429]);
});

test('returns 500 if the first part of an export fails', async () => {
  const { personData } = portal.portal.domains;
  onTestFinished(() => void (portal.portal.domains.personData = personData));
  // oxlint-disable-next-line require-yield
  portal.portal.domains.personData = async function* () {
    throw new Error('broken');
  };
  expect((await download(ada)).statusCode).toBe(500);
  portal.portal.domains.personData = personData;
  expect((await download(ada)).json()).toMatchObject({ person: [{ email: 'ada@a.example' }] });
});

test('releases the slot of a closed connection', async () => {
  const { running, release } = holdExports();
  const gone = new AbortController();
  const hangUp = Array.from({ length: MAX_WAITING + 1 }, () =>
    ada.inject({ method: 'GET', url: ownAccount.exportData.path, signal: gone.signal }).catch((error: unknown) => error),
  );
  await expect.poll(() => running.length, SOON).toBe(1);
  gone.abort();
  await Promise.all(hangUp);
  const next = download(ada);
  release();
  expect((await next).statusCode).toBe(200);
  await expect.poll(() => running, SOON).toEqual([]);
});

test('skips a request whose connection closed while waiting', async () => {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  raw.destroy();
  const answer = vi.fn<() => Promise<void>>();
  await expect(answerHeavy('somebody', { raw } as FastifyReply, answer)).rejects.toThrow('too_many_files');
  expect(answer).not.toHaveBeenCalled();
});
