/** Measures a large upload to a portal on the embedded database and the local disk. The connection breaks twice. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { get, request } from 'node:http';
import { startPortal, type Portal } from '@fundus/e2e/portal';
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import type { Table } from '../measure/table.ts';

export const MB = 1_000_000;
const PIECE = 1_048_576;

export const readMemory = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
  Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Resets the peak memory of a process, because loading the demo school uses more memory than any upload. */
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

/** Address of the portal and request headers of a signed-in editor. */
export type Editor = { url: string; headers: Record<string, string> };

export async function signIn({ url }: Pick<Portal, 'url'>): Promise<Editor> {
  const token = async (cookie: string) =>
    (await fetch(`${url}/api/v1/user/userinfo`, { headers: { cookie } })).headers.get('x-csrf-token') ?? '';
  const body = JSON.stringify({ login: 'kreisadmin@demo.example', password: DEMO_PASSWORD });
  const headers = { 'content-type': 'application/json', 'x-csrf-token': await token('') };
  const reply = await fetch(`${url}/api/v1/user/login`, { method: 'POST', headers, body });
  const cookie = reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return { url, headers: { cookie, 'x-csrf-token': await token(cookie) } };
}

export async function ask<T>({ url, headers }: Editor, path: string, data?: object): Promise<T> {
  const more = data && { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(data) };
  const reply = await fetch(url + path, { headers, ...more });
  if (!reply.ok) throw new Error(`${reply.status} for ${path}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** Yields the bytes of a PDF of incompressible noise, the same ones on each call. */
function* noise(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(PIECE);
  let seed = 1;
  for (let at = 0; at < bytes; at += PIECE) {
    for (let i = 0; i < PIECE; i += 4) block.writeUInt32LE((seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0), i);
    const piece = Buffer.from(block.subarray(0, Math.min(PIECE, bytes - at)));
    if (at === 0) piece.write('%PDF-1.7\n');
    if (at + PIECE >= bytes) piece.write('\ntrailer<</Root 1 0 R>>\n%%EOF\n', piece.length - 31);
    yield piece;
  }
}

/** Sends the file from `offset`; drops the connection at byte `cut` of the file. */
function patch({ url, headers }: Editor, href: string, bytes: number, offset: number, cut: number): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0', 'upload-offset': String(offset), 'content-length': String(bytes - offset) };
  return new Promise((done, fail) => {
    const sending = request(
      url + href,
      { method: 'PATCH', headers: { ...headers, ...tus, 'content-type': 'application/offset+octet-stream' } },
      (reply) => {
        reply.resume();
        reply.on('end', () => (reply.statusCode === 204 ? done() : fail(new Error(`${reply.statusCode} for bytes`))));
      },
    );
    sending.on('error', (error) => (cut < bytes - offset ? done() : fail(error)));
    void (async () => {
      let sent = -offset;
      for (const piece of noise(bytes)) {
        const from = Math.max(0, -sent);
        sent += piece.length;
        if (from >= piece.length) continue;
        if (sent > cut) return void sending.destroy();
        if (!sending.write(piece.subarray(from))) await new Promise((ready) => sending.once('drain', ready));
      }
      sending.end();
    })();
  });
}

const offsetOf = (editor: Editor, href: string): Promise<number> =>
  new Promise((done, fail) => {
    const asking = request(editor.url + href, { method: 'HEAD', headers: { ...editor.headers, 'tus-resumable': '1.0.0' } }, (reply) =>
      done(Number(reply.headers['upload-offset'])),
    );
    asking.on('error', fail).end();
  });

/** Uploads a file and waits until the portal has stored it. `breaks` lists the shares of the file at which the connection is dropped. */
export async function upload(
  editor: Editor,
  bytes: number,
  breaks: readonly number[],
): Promise<{ identifier: string; seconds: number; settled: number }> {
  const record = { fn_titel: `Messung ${bytes}`, fn_typ: '79', published: '2026-11-01', free: true };
  const { identifier } = await ask<{ identifier: string }>(editor, '/api/v1/editing/media', { record });
  const { id, href } = await ask<{ id: string; href: string }>(editor, `/api/v1/media/${identifier}/uploads`, {
    name: 'gross.pdf',
    bytes,
    role: 'main',
  });
  const hash = createHash('sha256');
  for (const piece of noise(bytes)) hash.update(piece);
  const begun = performance.now();
  for (const share of [...breaks, Infinity]) {
    await patch(editor, href, bytes, await offsetOf(editor, href), bytes * share);
    await new Promise((passed) => setTimeout(passed, 300));
  }
  const seconds = (performance.now() - begun) / 1000;
  await ask(editor, `/api/v1/uploads/${id}/finish`, { sha256: hash.digest('hex') });
  for (;;) {
    const { state, problem } = await ask<{ state: string; problem: unknown }>(editor, `/api/v1/uploads/${id}`);
    if (state === 'done') return { identifier, seconds, settled: (performance.now() - begun) / 1000 - seconds };
    if (state === 'refused') throw new Error(`refused: ${JSON.stringify(problem)}`);
    await new Promise((passed) => setTimeout(passed, 200));
  }
}

/** Downloads a file and returns its SHA-256 hash. */
async function hashOf(url: string): Promise<string> {
  const hash = createHash('sha256');
  await new Promise<void>((done, fail) => {
    get(url, (reply) => {
      reply.on('data', (part: Buffer) => hash.update(part));
      reply.on('end', () => done());
    }).on('error', fail);
  });
  return hash.digest('hex');
}

export const hrefOf = async (editor: Editor, identifier: string): Promise<string> =>
  (await ask<{ files: { href: string }[] }>(editor, `/api/v1/media/${identifier}`)).files[0]!.href;

/** Measures an upload of `megabytes` over a connection that breaks twice. Throws if the stored file differs from the sent one. */
export async function uploadBench(megabytes: number): Promise<Table> {
  const portal = await startPortal();
  try {
    const editor = await signIn(portal);
    await new Promise((passed) => setTimeout(passed, 3_000));
    resetPeakMemory(portal.pid);
    const before = readMemory(portal.pid, 'VmRSS');
    const bytes = megabytes * MB;
    const { identifier, seconds, settled } = await upload(editor, bytes, [0.3, 0.65]);
    const most = readMemory(portal.pid, 'VmHWM');
    const sent = createHash('sha256');
    for (const piece of noise(bytes)) sent.update(piece);
    const same = (await hashOf(portal.url + (await hrefOf(editor, identifier)))) === sent.digest('hex');
    if (!same) throw new Error('the downloaded bytes differ from the uploaded ones');
    return {
      name: `upload-${megabytes}`,
      title: `An upload of ${megabytes.toLocaleString('en')} MB over a connection that breaks twice`,
      head: ['', 'value'],
      rows: [
        ['sending, s', seconds],
        ['MB a second', Math.round(megabytes / seconds)],
        ['checksum, content, storing, s', settled],
        ['memory of the portal before, MB', before],
        ['most memory of the portal meanwhile, MB', most],
      ],
      notes: ['The file read through its signed address is identical. Client and portal share the machine.'],
    };
  } finally {
    await portal.stop();
  }
}
