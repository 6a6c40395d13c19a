/**
 * The engine for portals: threads over one copy of the index in shared memory. One thread changes it, the others
 * answer; the calling thread only passes messages on.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Engine, EngineStatus, OpenOptions } from './door.ts';
import { SearchError } from './door.ts';
import { hasMeaning, segmentBytes } from './index/generation.ts';
import type { Segment } from './index/segment.ts';
import { fieldsOf } from './index/segment.ts';
import { TIMEOUT } from './query/answer.ts';
import type { Failure, FromSearcher, FromWriter, Method, Publication, ThreadData, ToSearcher, ToWriter } from './threads/messages.ts';
import { errorOf, packGroups } from './threads/messages.ts';
import { release, YOUNG } from './threads/release.ts';

/** So many milliseconds after its time a thread that does not answer is replaced. */
const GRACE = 250;

type Job = {
  number: number;
  method: Method;
  query: Parameters<Engine[Method]>[0];
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
};

type Searcher = { worker: Worker; job: Job | null };

export async function openPool(options: OpenOptions): Promise<Engine> {
  fieldsOf(options.schema);
  const timeout = options.timeout ?? TIMEOUT;
  const count = Math.max(1, options.workers ?? availableParallelism() - 1);
  const segments = new Map<number, Segment>();
  const waiting: Job[] = [];
  const searchers: Searcher[] = [];
  const changes = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let latest: Publication | null = null;
  let synonyms: string | null = null;
  let lastJob = 0;
  let closed = false;
  let broken: Error | null = null;

  const thread = (role: ThreadData['role']): Worker => {
    const data: ThreadData = { role, options };
    return new Worker(new URL('./threads/thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG });
  };
  const tell = (searcher: Searcher, message: ToSearcher): void => searcher.worker.postMessage(message);

  const spawn = (at: number): void => {
    const searcher: Searcher = { worker: thread('searcher'), job: null };
    searchers[at] = searcher;
    if (latest !== null) tell(searcher, { kind: 'generation', publication: complete(latest, segments) });
    if (synonyms !== null) tell(searcher, { kind: 'synonyms', packed: synonyms });
    searcher.worker.on('message', ({ job, answer, failure }: FromSearcher) => {
      const done = searcher.job;
      if (done?.number !== job) return;
      searcher.job = null;
      settle(done, answer, failure);
      assign();
    });
    searcher.worker.on('error', (error) => replace(searcher, error));
  };
  const settle = (job: Job, answer: unknown, failure: Failure | undefined): void => {
    clearTimeout(job.timer);
    if (failure === undefined) job.resolve(answer);
    else job.reject(errorOf(failure));
  };
  /** A thread that failed or hangs is thrown away with its query. */
  const replace = (searcher: Searcher, error: Error): void => {
    const at = searchers.indexOf(searcher);
    if (at < 0 || closed) return;
    if (searcher.job !== null) {
      clearTimeout(searcher.job.timer);
      searcher.job.reject(error);
    }
    void searcher.worker.terminate();
    spawn(at);
    assign();
  };
  const assign = (): void => {
    for (const searcher of searchers) {
      if (searcher.job !== null) continue;
      const job = waiting.shift();
      if (job === undefined) return;
      searcher.job = job;
      tell(searcher, { kind: 'ask', job: job.number, method: job.method, query: job.query });
    }
  };
  const late = (job: Job): void => {
    const error = new SearchError('timeout', 'the query took too long');
    const searcher = searchers.find((each) => each.job === job);
    if (searcher !== undefined) return replace(searcher, error);
    waiting.splice(waiting.indexOf(job), 1);
    job.reject(error);
  };
  const ask = <Answer>(method: Method, query: Job['query']): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new SearchError('closed', 'the search engine is closed'));
      const job: Job = {
        number: ++lastJob,
        method,
        query,
        resolve: (answer) => resolve(answer as Answer),
        reject,
        timer: setTimeout(() => late(job), timeout + GRACE),
      };
      waiting.push(job);
      assign();
    });

  const writer = thread('writer');
  const order = (message: { kind: 'apply'; changes: Parameters<Engine['apply']>[0] } | { kind: 'save' | 'close' }): Promise<void> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new SearchError('closed', 'the search engine is closed'));
      if (broken !== null) return reject(broken);
      const job = ++lastJob;
      changes.set(job, { resolve, reject });
      writer.postMessage({ ...message, job } satisfies ToWriter);
    });
  const opened = new Promise<void>((resolve, reject) => {
    writer.on('message', (message: FromWriter) => {
      if (message.kind === 'generation') {
        latest = message.publication;
        for (const { id, segment } of latest.entries) if (segment !== null) segments.set(id, segment);
        for (const [id, segment] of segments) {
          if (latest.entries.some((entry) => entry.id === id)) continue;
          segments.delete(id);
          release(segmentBytes(segment));
        }
        for (const searcher of searchers) tell(searcher, { kind: 'generation', publication: latest });
        resolve();
        return;
      }
      const { resolve: done, reject: failed } = changes.get(message.job)!;
      changes.delete(message.job);
      if (message.failure === undefined) done();
      else failed(errorOf(message.failure));
    });
    // Searches go on with what there is; the portal learns from every change that none is taken any more.
    writer.on('error', (error) => {
      broken = error;
      for (const { reject: failed } of changes.values()) failed(error);
      changes.clear();
      reject(error);
    });
  });
  await opened;
  for (let at = 0; at < count; at++) spawn(at);

  return {
    apply: (list) => order({ kind: 'apply', changes: list }),
    search: (query) => ask('search', query),
    semantic: (query) => ask('semantic', query),
    facets: (query) => ask('facets', query),
    suggest: (query) => ask('suggest', query),
    similar: (query) => ask('similar', query),
    ids: (query) => ask('ids', query),
    setSynonyms(groups) {
      synonyms = packGroups(groups);
      for (const searcher of searchers) tell(searcher, { kind: 'synonyms', packed: synonyms });
    },
    status(): EngineStatus {
      return { seq: latest!.seq, records: latest!.records, bytes: latest!.bytes, workers: count, meaning: hasMeaning(latest!) };
    },
    save: () => order({ kind: 'save' }),
    async close() {
      if (closed) return;
      const stopped = order({ kind: 'close' }).catch(() => undefined);
      closed = true;
      for (const job of [...waiting, ...searchers.flatMap((searcher) => searcher.job ?? [])]) {
        clearTimeout(job.timer);
        job.reject(new SearchError('closed', 'the search engine is closed'));
      }
      waiting.length = 0;
      await stopped;
      await Promise.all([writer.terminate(), ...searchers.map((searcher) => searcher.worker.terminate())]);
    },
  };
}

/** A publication for a thread that knows nothing yet. */
function complete(publication: Publication, segments: ReadonlyMap<number, Segment>): Publication {
  return { ...publication, entries: publication.entries.map((entry) => ({ ...entry, segment: entry.segment ?? segments.get(entry.id)! })) };
}
