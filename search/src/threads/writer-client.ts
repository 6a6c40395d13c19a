/** Sends messages to the writer thread. */
import type { Worker } from 'node:worker_threads';
import { SearchError } from '../api.ts';
import type { FromWriter, Publication, ToWriter } from './messages.ts';
import { errorOf } from './messages.ts';

type WithoutJob<Message> = Message extends { job: number } ? Omit<Message, 'job'> : never;

type WriterClient = {
  /** Resolves when the thread has published the index for the first time. */
  opened: Promise<void>;
  /** Sends a message and resolves when the thread has processed it. `memory` is transferred to the thread. */
  send(message: WithoutJob<ToWriter>, memory?: readonly ArrayBuffer[]): Promise<void>;
  /** Returns the number of failed changes that the thread has reported. */
  failures(): number;
  /** Terminates the thread after its current task. No message may be sent afterwards. */
  close(): Promise<void>;
};

export function connectWriter(worker: Worker, publish: (publication: Publication) => void): WriterClient {
  const pending = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let lastJob = 0;
  let failures = 0;
  let closed = false;
  let broken: Error | null = null;

  const send: WriterClient['send'] = (message, memory = []) =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new SearchError('closed', 'the search engine is closed'));
      if (broken !== null) return reject(broken);
      const job = ++lastJob;
      pending.set(job, { resolve, reject });
      worker.postMessage({ ...message, job } satisfies ToWriter, memory);
    });
  const opened = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWriter) => {
      if (message.kind === 'view') {
        publish(message.publication);
        return resolve();
      }
      const { resolve: succeed, reject: fail } = pending.get(message.job)!;
      pending.delete(message.job);
      failures = message.failures;
      if (message.failure === undefined) succeed();
      else fail(errorOf(message.failure));
    });
    // Searches continue with the last index, but all further changes are rejected.
    worker.on('error', (error) => {
      broken = error;
      for (const { reject: fail } of pending.values()) fail(error);
      pending.clear();
      reject(error);
    });
  });
  return {
    opened,
    send,
    failures: () => failures,
    async close() {
      const stopped = send({ kind: 'close' }).catch(() => undefined);
      closed = true;
      await stopped;
      await worker.terminate();
    },
  };
}
