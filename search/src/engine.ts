/** The engine in the calling thread, for tests and small tools; `openPool` is for portals. */
import type { Engine, OpenOptions } from './door.ts';
import { SearchError } from './door.ts';
import { bytesOf } from './index/generation.ts';
import { fieldsOf } from './index/segment.ts';
import type { Writer } from './index/writer.ts';
import { createWriter, runMerge } from './index/writer.ts';
import { facets } from './query/facets.ts';
import type { Run } from './query/run.ts';
import { createScratch } from './query/scratch.ts';
import { search } from './query/search.ts';
import { similar } from './query/similar.ts';
import { suggest } from './query/suggest.ts';
import { synonymsOf } from './query/synonyms.ts';

const TIMEOUT = 2000;

/** Carries out every merge that is due. */
export function tidy(writer: Writer, options: OpenOptions, fields: ReturnType<typeof fieldsOf>): void {
  for (let plan = writer.due(); plan !== null; plan = writer.due()) {
    const base = plan.full ? null : writer.generation().entries[0]!.segment;
    const merged = runMerge(plan.entries, plan.full, fields, options.vocabulary ?? [], writer.lexicon(), base);
    writer.adopt(plan, merged);
  }
}

export async function openEngine(options: OpenOptions): Promise<Engine> {
  const fields = fieldsOf(options.schema);
  const synonyms = synonymsOf(options.synonyms ?? []);
  const scratch = createScratch();
  const writer = createWriter(fields, options.vocabulary ?? []);
  let closed = false;
  const open = (): void => {
    if (closed) throw new SearchError('closed', 'the search engine is closed');
  };
  const job = (): Run => {
    open();
    return {
      context: { generation: writer.generation(), fields, synonyms },
      scratch,
      deadline: performance.now() + (options.timeout ?? TIMEOUT),
    };
  };
  return {
    async apply(changes) {
      open();
      writer.apply(changes);
      tidy(writer, options, fields);
    },
    search: async (query) => search(query, job()),
    facets: async (query) => facets(query, job()),
    suggest: async (query) => suggest(query, job()),
    similar: async (query) => similar(query, job()),
    status() {
      const generation = writer.generation();
      return { seq: generation.seq, records: generation.records, bytes: bytesOf(generation), workers: 0 };
    },
    async save() {
      open();
    },
    async close() {
      closed = true;
    },
  };
}
