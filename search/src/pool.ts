/**
 * Search engine for portals: threads that share an index in memory. One thread writes, the others search. The calling thread only passes messages.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Engine, EngineStatus, OpenOptions } from './api.ts';
import { hasMeaning } from './index/index-view.ts';
import { fieldsOf } from './index/segment.ts';
import { TIMEOUT } from './query/execute.ts';
import { readPieces } from './writer/batch.ts';
import type { ThreadData, ToSearcher } from './threads/messages.ts';
import { packSynonyms } from './threads/messages.ts';
import { createPacker, memoryOf } from './threads/pack.ts';
import { createPublications } from './threads/publications.ts';
import { releaseMemory, THREAD_LIMITS } from './threads/release.ts';
import { startSearchers } from './threads/searchers.ts';
import { connectWriter } from './threads/writer-client.ts';

export async function openPool(options: OpenOptions): Promise<Engine> {
  fieldsOf(options.schema);
  const count = Math.max(1, options.workers ?? availableParallelism() - 1);
  const publications = createPublications();
  let synonyms: string | null = null;
  let closing: Promise<void> | null = null;

  const startThread = (role: ThreadData['role']): Worker => {
    const data: ThreadData = { role, options };
    return new Worker(new URL('./threads/thread.ts', import.meta.url), { workerData: data, resourceLimits: THREAD_LIMITS });
  };
  const searchers = startSearchers({
    count,
    timeout: options.timeout ?? TIMEOUT,
    startThread: () => startThread('searcher'),
    firstMessages() {
      const messages: ToSearcher[] = [];
      const publication = publications.complete();
      if (publication !== null) messages.push({ kind: 'view', publication });
      if (synonyms !== null) messages.push({ kind: 'synonyms', packed: synonyms });
      return messages;
    },
  });
  const writer = connectWriter(startThread('writer'), (publication) => {
    publications.accept(publication);
    searchers.sendToAll({ kind: 'view', publication });
  });
  const close = (): Promise<void> => (closing ??= Promise.all([writer.close(), searchers.close()]).then(() => undefined));
  try {
    await writer.opened;
  } catch (error) {
    await close();
    throw error;
  }
  await searchers.started;

  let applying = 0;
  let written = 0;
  /** Frees the memory that was used to write changes, after the last pending change and before merges, which need the most memory. */
  const finishApplying = (): void => {
    if (--applying > 0) return;
    releaseMemory(written);
    written = 0;
  };
  return {
    async apply(changes) {
      const failures = writer.failures();
      const packer = createPacker();
      for await (const piece of readPieces(changes)) packer.add(piece);
      const packed = packer.finish(applying > 0);
      applying++;
      written += packed.parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
      await writer.send({ kind: 'apply', changes: packed, failures }, memoryOf(packed.parts)).finally(finishApplying);
    },
    search: (query) => searchers.ask('search', query),
    semantic: (query) => searchers.ask('semantic', query),
    facets: (query) => searchers.ask('facets', query),
    suggest: (query) => searchers.ask('suggest', query),
    similar: (query) => searchers.ask('similar', query),
    ids: (query) => searchers.ask('ids', query),
    compare: (query) => searchers.ask('compare', query),
    setSynonyms(groups, useInstead) {
      synonyms = packSynonyms(groups, useInstead);
      searchers.sendToAll({ kind: 'synonyms', packed: synonyms });
    },
    status(): EngineStatus {
      const { seq, records, bytes, ...rest } = publications.latest!;
      return { seq, records, bytes, workers: count, meaning: hasMeaning(rest) };
    },
    save: () => writer.send({ kind: 'save' }),
    close,
  };
}
