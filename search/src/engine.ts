/** The engine in the calling thread, for tests and small tools; `openPool` is for portals. */
import type { Engine, OpenOptions } from './door.ts';
import { SearchError } from './door.ts';
import { bytesOf, hasMeaning } from './index/generation.ts';
import { fieldsOf } from './index/segment.ts';
import { loadSnapshot, saveSnapshot, schemaHash } from './index/snapshot.ts';
import { createWriter, runMerge } from './index/writer.ts';
import { carryOut } from './vectors/lessons.ts';
import { answer } from './query/answer.ts';
import type { Context } from './query/plan.ts';
import { createScratch } from './query/scratch.ts';
import { synonymsOf } from './query/synonyms.ts';

export async function openEngine(options: OpenOptions): Promise<Engine> {
  const fields = fieldsOf(options.schema);
  let synonyms = synonymsOf(options.synonyms ?? []);
  const vocabulary = options.vocabulary ?? [];
  const schema = schemaHash(options.schema, vocabulary, options.space);
  const scratch = createScratch();
  const kept = options.snapshot === undefined ? undefined : loadSnapshot(options.snapshot, schema);
  const writer = createWriter(fields, vocabulary, kept, options.space);
  /** In this thread meaning is learned when it is first asked for. */
  const learned = (): Context => {
    open();
    const lesson = writer.lesson();
    if (lesson !== null) writer.teach(lesson, carryOut(lesson));
    return context();
  };
  let closed = false;
  const open = (): void => {
    if (closed) throw new SearchError('closed', 'the search engine is closed');
  };
  const context = (): Context => {
    open();
    return { generation: writer.generation(), fields, synonyms };
  };
  return {
    async apply(changes) {
      open();
      writer.apply(changes);
      for (let plan = writer.due(null); plan !== null; plan = writer.due(null))
        writer.adopt(plan, runMerge(plan.entries, plan, fields, vocabulary));
    },
    search: async (query) => answer('search', query, context(), scratch, options.timeout),
    semantic: async (query) => answer('semantic', query, learned(), scratch, options.timeout),
    facets: async (query) => answer('facets', query, query.semantic === true ? learned() : context(), scratch, options.timeout),
    suggest: async (query) => answer('suggest', query, context(), scratch, options.timeout),
    similar: async (query) => answer('similar', query, context(), scratch, options.timeout),
    ids: async (query) => answer('ids', query, context(), scratch, options.timeout),
    setSynonyms(groups) {
      synonyms = synonymsOf(groups);
    },
    status() {
      const generation = writer.generation();
      return {
        seq: generation.seq,
        records: generation.records,
        bytes: bytesOf(generation),
        workers: 0,
        meaning: hasMeaning(generation),
      };
    },
    async save() {
      open();
      if (options.snapshot !== undefined) saveSnapshot(options.snapshot, writer.generation(), schema);
    },
    async close() {
      closed = true;
    },
  };
}
