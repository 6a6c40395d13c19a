/** The second driver: the catalogue's index in an OpenSearch cluster that others run (docs/operate/search-cluster.md). */
import { createHash } from 'node:crypto';
import type { Schema } from '@fundus/search/api';
import { fieldsOf } from '@fundus/search/index/segment';
import { ANALYSER, schemaHash } from '@fundus/search/writer/snapshot';
import type { SearchIndex } from '../search-index.ts';
import { makeAnswers } from './answers.ts';
import { connect, type ClusterSettings } from './client.ts';
import { makeNeighbours } from './neighbours.ts';
import { makeStore } from './store.ts';
import { makeSuggest } from './suggestions.ts';

/** In milliseconds: so often the cluster is looked at where nobody asks it anything. */
const LOOK_EVERY = 5_000;
/** Counts up when documents are made in another way. */
const DOCUMENTS = 1;

type Options = {
  schema: Schema;
  edition: number;
  vocabulary: readonly string[];
  space: string | undefined;
  synonyms?: readonly (readonly string[])[];
};

export async function openClusterIndex(settings: ClusterSettings, options: Options): Promise<SearchIndex> {
  const { schema, vocabulary, space } = options;
  const client = connect(settings);
  const fields = fieldsOf(schema);
  const edition = createHash('sha256')
    .update(JSON.stringify([DOCUMENTS, ANALYSER, options.edition, schemaHash(schema, vocabulary, space)]))
    .digest('hex')
    .slice(0, 16);
  const prefix = new URL(settings.url).pathname.replaceAll('/', '') || 'fundus';
  const store = makeStore({ client, fields, prefix, edition, vocabulary, space });
  const answers = makeAnswers(client, store, fields, options.synonyms ?? []);
  const neighbours = makeNeighbours(client, store, fields, answers);
  const reach = async (): Promise<boolean> => {
    try {
      await store.look();
      return true;
    } catch {
      return false;
    }
  };
  await reach();
  const heartbeat = setInterval(() => void reach(), LOOK_EVERY).unref();
  return {
    reach,
    renew: () => store.renew(),
    apply: (changes) => store.apply(changes),
    search: answers.search,
    semantic: answers.semantic,
    facets: answers.facets,
    suggest: makeSuggest(answers, fields),
    ...neighbours,
    setSynonyms: answers.setSynonyms,
    status: () => ({
      seq: store.seq(),
      records: store.catalogue().records,
      bytes: 0,
      workers: 0,
      meaning: store.catalogue().model !== null || space !== undefined,
      cluster: { ...client.state(), built: store.there() },
    }),
    save: () => store.save(),
    close() {
      clearInterval(heartbeat);
      return store.close();
    },
  };
}
