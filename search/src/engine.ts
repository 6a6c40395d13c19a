/** Search engine that runs in the calling thread, for tests and tools. Portals use `openPool`. */
import type { Engine, OpenOptions } from './api.ts';
import { SearchError } from './api.ts';
import { bytesOf, hasMeaning } from './index/index-view.ts';
import { fieldsOf } from './index/segment.ts';
import { loadSnapshot, saveSnapshot, schemaHash } from './writer/snapshot.ts';
import { collectChanges } from './writer/batch.ts';
import { createSequencer } from './writer/in-turn.ts';
import { runMerge } from './writer/run-merge.ts';
import { Writer } from './writer/writer.ts';
import { train } from './vectors/training.ts';
import { execute } from './query/execute.ts';
import type { Context } from './query/plan.ts';
import { createScratch } from './query/scratch.ts';
import { synonymsOf } from './query/synonyms.ts';

export async function openEngine(options: OpenOptions): Promise<Engine> {
  const fields = fieldsOf(options.schema);
  let synonyms = synonymsOf(options.synonyms ?? []);
  const vocabulary = options.vocabulary ?? [];
  const schema = schemaHash(options.schema, vocabulary, options.space);
  const scratch = createScratch();
  const stored = options.snapshot === undefined ? undefined : loadSnapshot(options.snapshot, schema);
  const writer = new Writer(fields, vocabulary, stored, options.space);
  /** Returns the context including the model, which is trained if necessary. */
  const contextWithMeaning = (): Context => {
    open();
    const set = writer.trainingSet();
    if (set !== null) writer.installTraining(set, train(set));
    return context();
  };
  const inTurn = createSequencer();
  let closed = false;
  const open = (): void => {
    if (closed) throw new SearchError('closed', 'the search engine is closed');
  };
  const context = (): Context => {
    open();
    return { view: writer.view(), fields, synonyms };
  };
  return {
    apply: (changes) =>
      inTurn(async (before) => {
        open();
        const all = await collectChanges(changes);
        await before;
        writer.apply(all);
        for (let plan = writer.nextMerge(null); plan !== null; plan = writer.nextMerge(null))
          writer.applyMerge(plan, runMerge(plan.segments, plan, fields, vocabulary));
      }),
    search: async (query) => execute('search', query, contextWithMeaning(), scratch, options.timeout),
    semantic: async (query) => execute('semantic', query, contextWithMeaning(), scratch, options.timeout),
    facets: async (query) => execute('facets', query, contextWithMeaning(), scratch, options.timeout),
    suggest: async (query) => execute('suggest', query, context(), scratch, options.timeout),
    similar: async (query) => execute('similar', query, context(), scratch, options.timeout),
    ids: async (query) => execute('ids', query, context(), scratch, options.timeout),
    compare: async (query) => execute('compare', query, context(), scratch, options.timeout),
    setSynonyms(groups, useInstead) {
      synonyms = synonymsOf(groups, useInstead);
    },
    status() {
      const view = writer.view();
      return {
        seq: view.seq,
        records: view.records,
        bytes: bytesOf(view),
        workers: 0,
        meaning: hasMeaning(view),
      };
    },
    async save() {
      open();
      if (options.snapshot !== undefined) saveSnapshot(options.snapshot, writer.view(), schema);
    },
    async close() {
      closed = true;
    },
  };
}
