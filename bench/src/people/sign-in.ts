/**
 * Measures what a sign-in costs in addition to the password hash, and whether 200 parallel sign-ins delay other users. Runs on the embedded database.
 */
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import { startPortal } from '@fundus/e2e/portal';
import { hashPassword, verifyPassword } from '@fundus/server/domains/accounts/password/password';
import { storeTable, percentile, toTableRow } from '../measure/table.ts';

const ROUNDS = 60;
const AT_ONCE = 200;
const QUIET_MS = 4_000;
const PAUSE_MS = 5;

const teacher = DEMO_ACCOUNTS.find(({ kind }) => kind === 'teacher')!.login;
const since = (start: number): number => performance.now() - start;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function tokenOf(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/v1/user/userinfo`);
  await reply.arrayBuffer();
  return reply.headers.get('x-csrf-token') ?? '';
}

/** Signs in and returns the session cookie; throws if the sign-in fails. */
async function signIn(url: string, token: string): Promise<string> {
  const body = JSON.stringify({ login: teacher, password: DEMO_PASSWORD });
  const headers = { 'content-type': 'application/json', 'x-csrf-token': token };
  const reply = await fetch(`${url}/api/v1/user/login`, { method: 'POST', headers, body });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${reply.status}: ${text}`);
  return reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** Returns the times in milliseconds of single password hashes in this process. */
async function hashing(): Promise<number[]> {
  const stored = await hashPassword(DEMO_PASSWORD);
  const times: number[] = [];
  for (let i = -5; i < ROUNDS; i++) {
    const start = performance.now();
    if (!(await verifyPassword(stored, DEMO_PASSWORD))) throw new Error('wrong password');
    if (i >= 0) times.push(since(start));
  }
  return times;
}

type Asked = { path: string; times: number[] };

/** Sends requests of a signed-in user in sequence until `over` returns true. */
async function others(url: string, cookie: string, over: () => boolean): Promise<Asked[]> {
  const asked: Asked[] = ['/api/v1/user/userinfo', '/api/v1/media/search?q=Wasser', '/api/v1/library/bookmarks'].map((path) => ({
    path,
    times: [],
  }));
  while (!over())
    for (const { path, times } of asked) {
      const start = performance.now();
      const reply = await fetch(url + path, { headers: { cookie } });
      await reply.arrayBuffer();
      if (reply.status !== 200) throw new Error(`${reply.status} for ${path}`);
      times.push(since(start));
      await pause(PAUSE_MS);
    }
  return asked;
}

export async function signInBench(): Promise<void> {
  const portal = await startPortal();
  try {
    const hash = await hashing();
    const token = await tokenOf(portal.url);
    let cookie = '';
    const whole: number[] = [];
    for (let i = -5; i < ROUNDS; i++) {
      const start = performance.now();
      cookie = await signIn(portal.url, token);
      if (i >= 0) whole.push(since(start));
    }
    const end = performance.now() + QUIET_MS;
    const quiet = await others(portal.url, cookie, () => performance.now() > end);

    let done = false;
    const start = performance.now();
    const crowd = Promise.all(Array.from({ length: AT_ONCE }, () => signIn(portal.url, token))).finally(() => (done = true));
    const [busy] = await Promise.all([others(portal.url, cookie, () => done), crowd]);
    const took = since(start);

    const all = (asked: Asked[]): number[] => asked.flatMap(({ times }) => times);
    storeTable({
      name: 'sign-in',
      title: 'Signing in, ms',
      head: ['what', 'count', 'p50', 'p95', 'max'],
      rows: [
        toTableRow('one password hash, alone', hash),
        toTableRow('one sign-in after the other', whole),
        [
          '… beside a usual hash',
          ROUNDS,
          percentile(whole, 0.5) - percentile(hash, 0.5),
          percentile(whole, 0.95) - percentile(hash, 0.5),
          '',
        ],
        ...quiet.map(({ path, times }) => toTableRow(`${path}, without sign-ins`, times)),
        ...busy.map(({ path, times }) => toTableRow(`${path}, ${AT_ONCE} sign in`, times)),
        [
          '… delay of others by them',
          all(busy).length,
          percentile(all(busy), 0.5) - percentile(all(quiet), 0.5),
          percentile(all(busy), 0.95) - percentile(all(quiet), 0.95),
          Math.max(...all(busy)) - Math.max(...all(quiet)),
        ],
      ],
      notes: [
        'Goals: ≤ 60 ms besides the hash; other requests are delayed by ≤ 100 ms.',
        `${AT_ONCE} simultaneous sign-ins took ${(took / 1_000).toFixed(1)} s. Hashes run off the main thread, in a queue on all cores except one. The other requests are those of one user in sequence.`,
        'Embedded database, demo school; the client shares the machine.',
      ],
    });
  } finally {
    await portal.stop();
  }
}
