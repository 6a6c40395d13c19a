/** Pool of threads that execute queries. Assigns queued queries to free threads and aborts them after the timeout. */
import type { Worker } from 'node:worker_threads';
import type { Engine } from '../api.ts';
import { SearchError } from '../api.ts';
import { createAnswerCache, keyOf } from './answer-cache.ts';
import type { Failure, FromSearcher, Method, ToSearcher } from './messages.ts';
import { errorOf } from './messages.ts';

/** Time in milliseconds after the timeout at which an unresponsive thread is replaced. */
const GRACE = 250;

type AnyQuery = Parameters<Engine[Method]>[0];

type Job = {
  number: number;
  method: Method;
  query: AnyQuery;
  /** Cache key of the answer; null if it is not cached. `turn` is the state of the index to which the answer belongs. */
  key: string | null;
  turn: number;
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
};

/** A search thread. `ready` is true once it has received an index; earlier queries would only time out. */
type Searcher = { worker: Worker; job: Job | null; ready: boolean };

type Searchers = {
  /** Resolves when all threads can execute queries. */
  started: Promise<void>;
  ask<Answer>(method: Method, query: AnyQuery): Promise<Answer>;
  sendToAll(message: ToSearcher): void;
  /** Rejects all queries and terminates the threads. */
  close(): Promise<void>;
};

type SearchersOptions = {
  count: number;
  timeout: number;
  startThread(): Worker;
  /** Returns the messages that initialise a new thread. */
  firstMessages(): ToSearcher[];
};

export function startSearchers({ count, timeout, startThread, firstMessages }: SearchersOptions): Searchers {
  const waiting: Job[] = [];
  const searchers: Searcher[] = [];
  const cache = createAnswerCache();
  let lastJob = 0;
  let closed = false;
  let allReady: () => void;
  const started = new Promise<void>((resolve) => (allReady = resolve));

  const send = (searcher: Searcher, message: ToSearcher): void => searcher.worker.postMessage(message);

  const start = (at: number): void => {
    const searcher: Searcher = { worker: startThread(), job: null, ready: false };
    searchers[at] = searcher;
    for (const message of firstMessages()) send(searcher, message);
    searcher.worker.on('message', (message: FromSearcher) => {
      if (message.kind === 'ready') {
        searcher.ready = true;
        if (searchers.length === count && searchers.every(({ ready }) => ready)) allReady();
      } else if (searcher.job?.number === message.job) {
        const { job } = searcher;
        searcher.job = null;
        finish(job, message.answer, message.failure);
      }
      assignJobs();
    });
    searcher.worker.on('error', (error) => replace(searcher, error));
  };
  const finish = (job: Job, answer: string | undefined, failure: Failure | undefined): void => {
    clearTimeout(job.timer);
    if (failure !== undefined) return job.reject(errorOf(failure));
    if (job.key !== null) cache.store(job.key, answer!, job.turn);
    job.resolve(JSON.parse(answer!));
  };
  /** Terminates a thread that failed or hangs, rejects its query and starts a new thread. */
  const replace = (searcher: Searcher, error: Error): void => {
    const at = searchers.indexOf(searcher);
    if (at < 0 || closed) return;
    if (searcher.job !== null) {
      clearTimeout(searcher.job.timer);
      searcher.job.reject(error);
    }
    void searcher.worker.terminate();
    start(at);
  };
  const assignJobs = (): void => {
    for (const searcher of searchers) {
      if (searcher.job !== null || !searcher.ready) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      searcher.job = job;
      send(searcher, { kind: 'ask', job: job.number, method: job.method, query: job.query });
    }
  };
  const cutOff = (job: Job): void => {
    const error = new SearchError('timeout', 'the query took too long');
    const searcher = searchers.find((each) => each.job === job);
    if (searcher !== undefined) return replace(searcher, error);
    waiting.splice(waiting.indexOf(job), 1);
    job.reject(error);
  };
  for (let at = 0; at < count; at++) start(at);

  return {
    started,
    ask: <Answer>(method: Method, query: AnyQuery) =>
      new Promise<Answer>((resolve, reject) => {
        if (closed) return reject(new SearchError('closed', 'the search engine is closed'));
        const key = keyOf(method, query);
        const known = key === null ? undefined : cache.find(key);
        if (known !== undefined) return resolve(JSON.parse(known) as Answer);
        const job: Job = {
          number: ++lastJob,
          method,
          query,
          key,
          turn: cache.turn,
          resolve: (answer) => resolve(answer as Answer),
          reject,
          timer: setTimeout(() => cutOff(job), timeout + GRACE),
        };
        waiting.push(job);
        assignJobs();
      }),
    sendToAll(message) {
      cache.clear();
      for (const searcher of searchers) send(searcher, message);
    },
    async close() {
      closed = true;
      for (const job of [...waiting, ...searchers.flatMap((searcher) => searcher.job ?? [])]) {
        clearTimeout(job.timer);
        job.reject(new SearchError('closed', 'the search engine is closed'));
      }
      waiting.length = 0;
      await Promise.all(searchers.map((searcher) => searcher.worker.terminate()));
    },
  };
}
