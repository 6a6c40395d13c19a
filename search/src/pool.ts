/**
 * The engine for portals: threads over one copy of the index in shared memory. One thread changes it, the others
 * answer; the calling thread only passes messages on.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Engine, EngineStatus, OpenOptions } from './api.ts';
import { SearchError } from './api.ts';
import { hasMeaning, segmentBytes } from './index/generation.ts';
import type { Segment } from './index/segment.ts';
import { fieldsOf } from './index/segment.ts';
import { TIMEOUT } from './query/execute.ts';
import type { FromWriter, Publication, ThreadData, ToSearcher, ToWriter } from './threads/messages.ts';
import { errorOf, packGroups } from './threads/messages.ts';
import { release, YOUNG } from './threads/release.ts';
import { startSearchers } from './threads/searchers.ts';

type WithoutJob<Message> = Message extends { job: number } ? Omit<Message, 'job'> : never;

export async function openPool(options: OpenOptions): Promise<Engine> {
  fieldsOf(options.schema);
  const count = Math.max(1, options.workers ?? availableParallelism() - 1);
  /** All segments of the last publication: a new thread needs those that the others have. */
  const segments = new Map<number, Segment>();
  const pending = new Map<number, { resolve(): void; reject(error: Error): void }>();
  let latest: Publication | null = null;
  let synonyms: string | null = null;
  let lastJob = 0;
  let closed = false;
  let broken: Error | null = null;

  const startThread = (role: ThreadData['role']): Worker => {
    const data: ThreadData = { role, options };
    return new Worker(new URL('./threads/thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG });
  };
  const searchers = startSearchers({
    count,
    timeout: options.timeout ?? TIMEOUT,
    startThread: () => startThread('searcher'),
    firstMessages() {
      const messages: ToSearcher[] = [];
      if (latest !== null) messages.push({ kind: 'generation', publication: complete(latest, segments) });
      if (synonyms !== null) messages.push({ kind: 'synonyms', packed: synonyms });
      return messages;
    },
  });

  const writer = startThread('writer');
  const sendToWriter = (message: WithoutJob<ToWriter>): Promise<void> =>
    new Promise((resolve, reject) => {
      if (closed) return reject(new SearchError('closed', 'the search engine is closed'));
      if (broken !== null) return reject(broken);
      const job = ++lastJob;
      pending.set(job, { resolve, reject });
      writer.postMessage({ ...message, job } satisfies ToWriter);
    });
  const take = (publication: Publication): void => {
    latest = publication;
    for (const { id, segment } of publication.entries) if (segment !== null) segments.set(id, segment);
    for (const [id, segment] of segments) {
      if (publication.entries.some((entry) => entry.id === id)) continue;
      segments.delete(id);
      release(segmentBytes(segment));
    }
    searchers.sendToAll({ kind: 'generation', publication });
  };
  const opened = new Promise<void>((resolve, reject) => {
    writer.on('message', (message: FromWriter) => {
      if (message.kind === 'generation') {
        take(message.publication);
        return resolve();
      }
      const { resolve: done, reject: failed } = pending.get(message.job)!;
      pending.delete(message.job);
      if (message.failure === undefined) done();
      else failed(errorOf(message.failure));
    });
    // Searches go on with what there is; the portal learns from every change that none is taken any more.
    writer.on('error', (error) => {
      broken = error;
      for (const { reject: failed } of pending.values()) failed(error);
      pending.clear();
      reject(error);
    });
  });
  const close = async (): Promise<void> => {
    if (closed) return;
    const stopped = sendToWriter({ kind: 'close' }).catch(() => undefined);
    closed = true;
    const ended = searchers.close();
    await stopped;
    await Promise.all([writer.terminate(), ended]);
  };
  try {
    await opened;
  } catch (error) {
    await close();
    throw error;
  }
  await searchers.started;

  return {
    apply: (changes) => sendToWriter({ kind: 'apply', changes }),
    search: (query) => searchers.ask('search', query),
    semantic: (query) => searchers.ask('semantic', query),
    facets: (query) => searchers.ask('facets', query),
    suggest: (query) => searchers.ask('suggest', query),
    similar: (query) => searchers.ask('similar', query),
    ids: (query) => searchers.ask('ids', query),
    setSynonyms(groups) {
      synonyms = packGroups(groups);
      searchers.sendToAll({ kind: 'synonyms', packed: synonyms });
    },
    status(): EngineStatus {
      return { seq: latest!.seq, records: latest!.records, bytes: latest!.bytes, workers: count, meaning: hasMeaning(latest!) };
    },
    save: () => sendToWriter({ kind: 'save' }),
    close,
  };
}

/** A publication for a thread that knows nothing yet. */
function complete(publication: Publication, segments: ReadonlyMap<number, Segment>): Publication {
  return { ...publication, entries: publication.entries.map((entry) => ({ ...entry, segment: entry.segment ?? segments.get(entry.id)! })) };
}
