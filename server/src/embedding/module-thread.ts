/** Worker thread that runs the operator's module and processes calls sequentially. */
import { parentPort, workerData } from 'node:worker_threads';
import type { FromModule } from './module.ts';
import type { TextKind } from './driver.ts';

type EmbedModule = { embed?: (texts: readonly string[], kind: TextKind) => unknown };

const port = parentPort!;
const { url } = workerData as { url: string };
const loading = import(url) as Promise<EmbedModule>;
let before: Promise<unknown> = Promise.resolve();

async function work(job: number, texts: readonly string[], kind: TextKind): Promise<FromModule> {
  try {
    const { embed } = await loading;
    if (typeof embed !== 'function') return { job, error: 'the module exports no function embed' };
    return { job, vectors: await embed(texts, kind) };
  } catch (error) {
    return { job, error: error instanceof Error ? error.message : String(error) };
  }
}

// `work` handles loading errors. Without this handler, an unhandled rejection would end the thread before the first call.
loading.catch(() => undefined);
port.on('message', ({ job, texts, kind }: { job: number; texts: readonly string[]; kind: TextKind }) => {
  before = before.then(async () => port.postMessage(await work(job, texts, kind)));
});
