/** The writer's side of the threads that invert parts of many records. */
import { Worker } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { revive, type Segment } from '../index/segment.ts';
import { errorOf, type FromInverter, type PackedRecords, type ThreadData, type ToInverter } from './messages.ts';
import { YOUNG } from './release.ts';

type Inverters = {
  /** One thread for each part. */
  invert(parts: readonly PackedRecords[]): Promise<Segment>[];
  /** Ends the threads, which gives their memory back; others are started when they are needed. */
  end(): void;
};

type Thread = { worker: Worker; done: (reply: FromInverter) => void; fail: (error: Error) => void };

export function startInverters(options: OpenOptions): Inverters {
  let threads: Thread[] = [];
  const start = (): Thread => {
    const data: ThreadData = { role: 'inverter', options };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG });
    const thread: Thread = { worker, done: () => {}, fail: () => {} };
    worker.on('message', (reply: FromInverter) => thread.done(reply));
    worker.on('error', (error) => {
      threads = threads.filter((each) => each !== thread);
      thread.fail(error as Error);
    });
    worker.unref();
    return thread;
  };
  const ask = (thread: Thread, { ids, texts }: PackedRecords): Promise<Segment> =>
    new Promise((resolve, reject) => {
      thread.done = ({ segment, failure }) => (segment === undefined ? reject(errorOf(failure!)) : resolve(revive(segment)));
      thread.fail = reject;
      thread.worker.postMessage({ ids, texts } satisfies ToInverter);
    });
  return {
    invert(parts) {
      while (threads.length < parts.length) threads.push(start());
      return parts.map((part, i) => ask(threads[i]!, part));
    },
    end() {
      for (const { worker, fail } of threads) {
        fail(new Error('the thread was ended'));
        void worker.terminate();
      }
      threads = [];
    },
  };
}
