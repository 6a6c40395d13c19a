/** The writer's side of the threads that invert parts of many records. */
import { Worker } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { revive, type Segment } from '../index/segment.ts';
import { errorOf, type FromInverter, type ThreadData, type ToInverter } from './messages.ts';
import { memoryOf, type PackedRecords } from './pack.ts';
import { YOUNG } from './release.ts';

type Inverters = {
  /** Each part is given to the thread that has least to do; parts are done in the order in which they come to it. */
  invert(parts: readonly PackedRecords[]): Promise<Segment>[];
  /** Ends the threads, which gives their memory back; others are started when they are needed. */
  end(): void;
};

type Task = { resolve: (segment: Segment) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; tasks: Task[] };

/** `most` threads at a time. */
export function startInverters(options: OpenOptions, most: number): Inverters {
  let threads: Thread[] = [];
  const start = (): Thread => {
    const data: ThreadData = { role: 'inverter', options };
    const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG });
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
    const thread = threads.reduce<Thread | null>((least, each) => (least && least.tasks.length <= each.tasks.length ? least : each), null);
    if (thread && (thread.tasks.length === 0 || threads.length >= most)) return thread;
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
        fail(thread, new Error('the thread was ended'));
        void thread.worker.terminate();
      }
    },
  };
}
