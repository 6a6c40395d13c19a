/** Worker thread of the viewers. Each viewer requests ranges of the film at a fixed interval, from a different position. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export type ViewerLoad = { url: string; viewers: number; bytes: number; piece: number; everyMs: number };

const { url, viewers, bytes, piece, everyMs } = workerData as ViewerLoad;
const agent = new Agent({ keepAlive: true, maxSockets: viewers });
let received = 0;
let late = 0;
let first: number[] = [];

/** Requests a range. Resolves with the time to its first byte in milliseconds. */
function requestRange(start: number): Promise<number> {
  const begun = performance.now();
  return new Promise((done, fail) => {
    let waited = 0;
    get(url, { agent, headers: { range: `bytes=${start}-${start + piece - 1}` } }, (reply) => {
      if (reply.statusCode !== 206) fail(new Error(`${reply.statusCode} for a piece`));
      reply.on('data', (part: Buffer) => {
        waited ||= performance.now() - begun;
        received += part.length;
      });
      reply.on('end', () => done(waited));
    }).on('error', fail);
  });
}

async function watch(number: number): Promise<void> {
  let at = Math.floor((bytes / viewers) * number);
  await new Promise((passed) => setTimeout(passed, (everyMs * number) / viewers));
  for (;;) {
    const begun = performance.now();
    first.push(await requestRange(at));
    at = at + 2 * piece < bytes ? at + piece : 0;
    const rest = everyMs - (performance.now() - begun);
    if (rest < 0) late += 1;
    await new Promise((passed) => setTimeout(passed, Math.max(0, rest)));
  }
}

for (let number = 0; number < viewers; number++) watch(number).catch((error: unknown) => parentPort?.postMessage({ error: String(error) }));
setInterval(() => {
  parentPort?.postMessage({ received, late, first });
  received = 0;
  late = 0;
  first = [];
}, 1_000);
