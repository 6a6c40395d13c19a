/**
 * Driver for a local model: a JavaScript module of the operator, such as an ONNX runtime, that exports `embed(texts, kind)`. It runs in a worker
 * thread so that it does not block requests. The thread is terminated if it hangs.
 */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Driver, EmbeddingError } from './driver.ts';

type Waiting = { resolve: (vectors: unknown) => void; reject: (error: Error) => void };
export type FromModule = { job: number; vectors?: unknown; error?: string };

export function moduleDriver(path: string, model: string): Driver {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let lastJob = 0;

  const end = (error: EmbeddingError): void => {
    void worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = (): Worker => {
    const thread = new Worker(new URL('./module-thread.ts', import.meta.url), { workerData: { url: pathToFileURL(path).href } });
    thread.unref();
    thread.on('message', ({ job, vectors, error }: FromModule) => {
      const { resolve, reject } = waiting.get(job)!;
      waiting.delete(job);
      if (error === undefined) resolve(vectors);
      else reject(new EmbeddingError('refused', error));
    });
    // The next call starts a new thread.
    thread.on('error', (error) => thread === worker && end(new EmbeddingError('unreachable', error.message)));
    return thread;
  };

  return {
    name: `module ${model || path.split('/').at(-1)}`,
    embed: (texts, kind, signal) =>
      new Promise((resolve, reject) => {
        const job = ++lastJob;
        waiting.set(job, { resolve, reject });
        signal.addEventListener('abort', () => waiting.has(job) && end(new EmbeddingError('timeout', 'the module took too long')), {
          once: true,
        });
        (worker ??= start()).postMessage({ job, texts, kind });
      }),
    close: async () => {
      const thread = worker;
      end(new EmbeddingError('unreachable', 'closed'));
      await thread?.terminate();
    },
  };
}
