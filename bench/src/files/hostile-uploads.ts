/**
 * Measures whether files that are costly to parse delay other requests. Sends each kind 20 times in parallel while a second client reads the
 * configuration.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import { startPortal } from '@fundus/e2e/portal';
import { storeTable, percentile } from '../measure/table.ts';

const UPLOADS = 20;
/** Interval in milliseconds between the requests of the second client. */
const EVERY = 50;
const CONTROL_MS = 10_000;
/** Minimum duration in milliseconds of each measurement, because jobs continue after the uploads. */
const MIN_MS = 10_000;
const MAX_MS = 240_000;
const GOAL = 250;

const CONFIG = '/api/v1/config/frontend';

const COMMENTS = Buffer.from(`${'<!---->'.repeat(40)}x`);
const SUBRIP = Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${'<'.repeat(150_000)}`);
const WEBVTT = Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${'<'.repeat(60_000)}\n`);
const NESTED = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="1" height="1"/>${'<g>'.repeat(160_000)}`,
);

/** Harmless files of the same size, uploaded 20 times in parallel as the baseline. */
const PLAIN = Buffer.from('Wasser '.repeat(40));
const CUES = Buffer.from(`WEBVTT\n\n${'00:00.000 --> 00:01.000\nDas Wasser verdunstet.\n\n'.repeat(1_200)}`);
const DRAWING = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="1" height="1"/><!--${'x'.repeat(480_000)}--></svg>`,
);

type Client = { url: string; headers: Record<string, string> };

async function signIn(url: string, kind: string): Promise<Client> {
  const { login } = DEMO_ACCOUNTS.find((account) => account.kind === kind)!;
  const tokenOf = async (cookie: string) => (await fetch(url + CONFIG, { headers: { cookie } })).headers.get('x-csrf-token') ?? '';
  const reply = await fetch(`${url}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': await tokenOf('') },
    body: JSON.stringify({ login, password: DEMO_PASSWORD }),
  });
  if (!reply.ok) throw new Error(`${reply.status} for ${login}`);
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return { url, headers: { cookie, 'x-csrf-token': await tokenOf(cookie) } };
}

async function call<T>({ url, headers }: Client, method: string, path: string, body?: object): Promise<{ status: number; reply: T }> {
  const more = body && { body: JSON.stringify(body) };
  const reply = await fetch(url + path, { method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, ...more });
  return { status: reply.status, reply: (await reply.json()) as T };
}

/** Uploads a file to a teacher's own material and waits until the portal accepts or refuses it. Returns the final state. */
async function uploadOwn(teacher: Client, name: string, role: string, bytes: Buffer): Promise<string> {
  const record = { fn_titel: 'Arbeitsblatt', fn_typ: role === 'caption' ? '49' : '79' };
  const medium = await call<{ identifier: string }>(teacher, 'POST', '/api/v1/own-material', { record, rights: null });
  const announced = { name, bytes: bytes.length, role, language: 'de' };
  const { reply } = await call<{ id: string }>(teacher, 'POST', `/api/v1/media/${medium.reply.identifier}/uploads`, announced);
  await fetch(`${teacher.url}/api/v1/uploads/${reply.id}/bytes`, {
    method: 'PATCH',
    headers: { ...teacher.headers, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
  await call(teacher, 'POST', `/api/v1/uploads/${reply.id}/finish`, {});
  for (let waited = 0; waited < MAX_MS; waited += 500) {
    const found = await call<{ state: string }>(teacher, 'GET', `/api/v1/uploads/${reply.id}`);
    if (found.reply.state !== 'checking') return found.reply.state;
    await pause(500);
  }
  return 'checking';
}

/** Returns the response times in milliseconds that the second client sees until `work` is done. */
async function timesDuring(url: string, work: Promise<unknown>): Promise<number[]> {
  let done = false;
  const end = () => (done = true);
  work.then(end, end);
  const times: number[] = [];
  while (!done) {
    const start = performance.now();
    const reply = await fetch(url + CONFIG, { signal: AbortSignal.timeout(MAX_MS) });
    await reply.arrayBuffer();
    times.push(performance.now() - start);
    await pause(EVERY);
  }
  await work;
  return times;
}

/** Calls `send` 20 times in parallel. Returns how often each outcome occurred. */
async function repeat(send: () => Promise<string | number>): Promise<string> {
  const [outcomes] = await Promise.all([Promise.all(Array.from({ length: UPLOADS }, send)), pause(MIN_MS)]);
  const counts = new Map<string | number, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
}

export async function hostileUploadsBench(): Promise<void> {
  const portal = await startPortal();
  try {
    const { url } = portal;
    const [teacher, admin] = [await signIn(url, 'teacher'), await signIn(url, 'schoolAdmin')];
    const attachment = { kind: 'attachment', name: 'x.pdf', content: COMMENTS.toString('base64') };
    const logo = async (file: Buffer) => {
      const { reply } = await call<{ version: number }>(admin, 'GET', '/api/v1/schools/school-1');
      const body = { version: reply.version, content: file.toString('base64') };
      return (await call(admin, 'PUT', '/api/v1/schools/school-1/logo', body)).status;
    };
    const kinds: [string, () => Promise<string | number>][] = [
      ['own material, comments', () => uploadOwn(teacher, 'blatt.txt', 'material', COMMENTS)],
      ['captions, SubRip', () => uploadOwn(teacher, 'u.srt', 'caption', SUBRIP)],
      ['captions, WebVTT', () => uploadOwn(teacher, 'u.vtt', 'caption', WEBVTT)],
      ['news attachment, comments', async () => (await call(admin, 'POST', '/api/v1/news/files', attachment)).status],
      ['school logo, nested SVG', () => logo(NESTED)],
      ['harmless: own material', () => uploadOwn(teacher, 'blatt.txt', 'material', PLAIN)],
      ['harmless: captions, WebVTT', () => uploadOwn(teacher, 'u.vtt', 'caption', CUES)],
      ['harmless: school logo', () => logo(DRAWING)],
    ];
    const rows: (string | number)[][] = [];
    const outcomes: string[] = [];
    const add = (what: string, times: readonly number[]) =>
      rows.push([what, times.length, percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)]);
    add('control, no uploads', await timesDuring(url, pause(CONTROL_MS)));
    for (const [what, send] of kinds) {
      const work = repeat(send);
      add(what, await timesDuring(url, work));
      outcomes.push(`${what}: ${await work}`);
    }
    storeTable({
      name: 'hostile-uploads',
      title: `GET ${CONFIG} during ${UPLOADS} hostile uploads of a kind, ms`,
      head: ['uploads', 'count', 'p50', 'p99', 'max'],
      rows,
      notes: [
        `Goal: p99 < ${GOAL} ms.`,
        `Outcomes: ${outcomes.join('; ')}.`,
        'Embedded database, demo school; both clients share the machine.',
      ],
    });
  } finally {
    await portal.stop();
  }
}
