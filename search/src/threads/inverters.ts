/** Pool of threads that invert the parts of a batch. */
import { Worker } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { revive, type Segment } from '../index/segment.ts';
import { errorOf, type FromInverter, type ThreadData, type ToInverter } from './messages.ts';
import { memoryOf, type PackedRecords } from './pack.ts';
import { THREAD_LIMITS } from './release.ts';

type Inverters = {
  /** Inverts each part in the thread with the fewest pending tasks. Each thread processes its parts in order. */
  invert(parts: readonly PackedRecords[]): Promise<Segment>[];
  /** Terminates the threads to free their memory. New threads are started on demand. */
  end(): void;
};

type Task = { resolve: (segment: Segment) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; tasks: Task[] };

/** Creates a pool of at most `max` threads. */
export function startInverters(options: OpenOptions, max: number): Inverters {
  let threads: Thread[] = [];
  const start = (): Thread => {
    const data: ThreadData = { role: 'inverter', options };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: THREAD_LIMITS });
    const thread: Thread = { worker, tasks: [] };
    worker.on('message', ({ segment, failure }: FromInverter) => {
      const { resolve, reject } = thread.tasks.shift()!;
      if (segment === undefined) reject(errorOf(failure!));
      else resolve(revive(segment));
    });
    worker.on('error', (error) => fail(thread, error as Error));
    worker.unref();
    return thread;
  };
  const fail = (thread: Thread, error: Error): void => {
    threads = threads.filter((each) => each !== thread);
    for (const { reject } of thread.tasks.splice(0)) reject(error);
  };
  const leastBusy = (): Thread => {
    const thread = threads.reduce<Thread | null>(
      (idlest, each) => (idlest && idlest.tasks.length <= each.tasks.length ? idlest : each),
      null,
    );
    if (thread && (thread.tasks.length === 0 || threads.length >= max)) return thread;
    const another = start();
    threads.push(another);
    return another;
  };
  return {
    invert: (parts) =>
      parts.map(
        ({ vectors: _, ...part }) =>
          new Promise((resolve, reject) => {
            const { worker, tasks } = leastBusy();
            tasks.push({ resolve, reject });
            worker.postMessage(part satisfies ToInverter, memoryOf([part]));
          }),
      ),
    end() {
      for (const thread of threads) {
        fail(thread, new Error('the thread was stopped'));
        void thread.worker.terminate();
      }
    },
  };
}
