/**
 * Measures search times while many viewers stream a film. All processes share the machine, so the viewers first stream from a plain server in a
 * separate process. Only the difference is caused by the portal.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { startPortal } from '@fundus/e2e/portal';
import { resetPeakMemory, hrefOf, MB, readMemory, signIn, upload } from './files.ts';
import { timeRequest } from '../portal/http.ts';
import { percentile, type Table } from '../measure/table.ts';
import type { ViewerLoad } from './viewers.ts';

const BYTES = 300 * MB;
const PIECE = 1_048_576;
const WORDS = ['Wasser', 'Vulkan', 'Bruch', 'Herz', 'Photosynthese', 'Strom', 'Alpen', 'Musik', 'Gesetz', 'Zelle'];

/** Measurements of a portal: times in milliseconds, `cpu` in cores, `sent` in bytes per second. */
type Seen = { search: number[]; first: number[]; late: number; sent: number; cpu: number; delay: { p50: number; p99: number } };

/** Returns the CPU time in seconds that a process and all its threads have used. */
function processor(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the event loop delay in milliseconds since the last call, less the 10 ms that an idle loop reports. */
async function loopDelay(url: string): Promise<Seen['delay']> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (share: string) => Number(new RegExp(`^nodejs_eventloop_lag_${share}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1000 - 10;
  return { p50: Math.max(0, of('p50')), p99: Math.max(0, of('p99')) };
}

/** Sends ten searches per second, as a class would. Returns their times in milliseconds. */
async function search(url: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const found: number[] = [];
  for (let i = 0; i < seconds * 10; i++) {
    const begun = performance.now();
    found.push(await timeRequest(`${url}/api/v1/media/search?q=${WORDS[i % WORDS.length]}&limit=${20 + (i % 7)}`, agent));
    await new Promise((passed) => setTimeout(passed, Math.max(0, 100 - (performance.now() - begun))));
  }
  agent.destroy();
  return found;
}

/** Measures searches for `seconds` while `viewers` watch `film`. If `film` is `null`, there are no viewers. */
async function searchDuringStreams(
  portal: { url: string; pid: number },
  seconds: number,
  film: string | null,
  viewers: number,
): Promise<Seen> {
  const seen: Seen = { search: [], first: [], late: 0, sent: 0, cpu: 0, delay: { p50: 0, p99: 0 } };
  const problems: string[] = [];
  let counting = false;
  const watching: ViewerLoad = { url: film ?? '', viewers, bytes: BYTES, piece: PIECE, everyMs: 2_000 };
  const worker = film === null ? null : new Worker(new URL('./viewers.ts', import.meta.url), { workerData: watching });
  worker?.on('message', (said: { received?: number; late?: number; first?: number[]; error?: string }) => {
    if (said.error) problems.push(said.error);
    else if (counting) {
      seen.sent += (said.received ?? 0) / seconds;
      seen.late += said.late ?? 0;
      seen.first.push(...(said.first ?? []));
    }
  });
  await search(portal.url, 3);
  await loopDelay(portal.url);
  const [begun, used] = [performance.now(), processor(portal.pid)];
  counting = true;
  seen.search = await search(portal.url, seconds);
  seen.cpu = ((processor(portal.pid) - used) / (performance.now() - begun)) * 1000;
  seen.delay = await loopDelay(portal.url);
  await worker?.terminate();
  if (problems.length) throw new Error(problems[0]);
  return seen;
}

async function plainServer(path: string): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, 'plain-server.ts'), path, String(BYTES)]);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, url: `http://127.0.0.1:${port.toString().trim()}/` };
}

/** Measures the time to the first byte of a seek: requests ranges far apart in sequence, without other load. */
async function seeks(url: string): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < 40; i++) {
    const begun = performance.now();
    const start = Math.floor(((i * 37) % 40) * (BYTES / 41));
    await new Promise<void>((done, fail) => {
      get(url, { headers: { range: `bytes=${start}-` } }, (reply) => {
        reply.once('data', () => {
          found.push(performance.now() - begun);
          reply.destroy();
          done();
        });
      }).on('error', fail);
    });
  }
  return found;
}

/** Measures ten searches per second while `viewers` stream a film at 4 Mbit/s each. */
export async function streamBench(viewers: number): Promise<Table> {
  const portal = await startPortal({ config: { SearchNotLoggedIn: true } });
  const film = join(tmpdir(), `fundus-bench-${process.pid}.bin`);
  try {
    const editor = await signIn(portal);
    const { identifier } = await upload(editor, BYTES, []);
    const url = portal.url + (await hrefOf(editor, identifier));
    await search(portal.url, 3);
    const alone = await searchDuringStreams(portal, 10, null, 0);
    writeFileSync(film, Buffer.alloc(BYTES, 7));
    const plain = await plainServer(film);
    const elsewhere = await searchDuringStreams(portal, 10, plain.url, viewers);
    plain.process.kill();
    resetPeakMemory(portal.pid);
    const seeking = await seeks(url);
    const here = await searchDuringStreams(portal, 12, url, viewers);
    const most = readMemory(portal.pid, 'VmHWM');
    const rows: (string | number)[][] = [];
    const row = (name: string, times: readonly number[]) => rows.push([name, percentile(times, 0.5), percentile(times, 0.95)]);
    row('search, no viewers', alone.search);
    row(`search, ${viewers} watching on a bare server`, elsewhere.search);
    row(`search, ${viewers} watching on the portal`, here.search);
    row('first byte, bare server', elsewhere.first);
    row('first byte, portal', here.first);
    row('first byte after a seek, no viewers', seeking);
    const ms = (delay: Seen['delay']) => `${delay.p50.toFixed(1)} ms p50, ${delay.p99.toFixed(1)} ms p99`;
    const cores = (seen: Seen) => seen.cpu.toFixed(2);
    return {
      name: `stream-${viewers}`,
      title: `${viewers} viewers of one process, ms`,
      head: ['', 'p50', 'p95'],
      rows,
      notes: [
        'Goal: viewers delay searches by at most 20 ms p95; a seek responds within 300 ms.',
        `Each viewer requests 1 MiB every two seconds: ${Math.round(here.sent / MB)} MB per second in total; ${here.late} of ${here.first.length} requests took longer. Maximum memory of the portal: ${most} MB.`,
        `Viewers, searcher and portal share the machine; the delay by viewers of the bare server in another process is caused by the machine. Event loop delay of the portal: ${ms(alone.delay)} alone, ${ms(elsewhere.delay)} with the bare server, ${ms(here.delay)} with the viewers. Processor of the portal: ${cores(alone)}, ${cores(elsewhere)}, ${cores(here)} cores.`,
      ],
    };
  } finally {
    rmSync(film, { force: true });
    await portal.stop();
  }
}
