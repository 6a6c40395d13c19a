/** The second driver: the catalogue's index in an OpenSearch cluster that others run (docs/operate/search-cluster.md). */
import { createHash } from 'node:crypto';
import type { Schema } from '@fundus/search/api';
import { fieldsOf } from '@fundus/search/index/segment';
import { ANALYSER, schemaHash } from '@fundus/search/writer/snapshot';
import type { ClusterStatus, SearchIndex } from '../search-index.ts';
import { makeAnswers } from './answers.ts';
import { connect, type ClusterSettings } from './client.ts';
import { makeNeighbours } from './neighbours.ts';
import { makeStore } from './store.ts';
import { makeSuggest } from './suggestions.ts';

/** In milliseconds: so often the cluster is looked at where nobody asks it anything. */
const LOOK_EVERY = 5_000;
/** Counts up when documents are made in another way. */
const DOCUMENTS = 2;

type Options = {
  schema: Schema;
  edition: number;
  vocabulary: readonly string[];
  space: string | undefined;
  /** Where records lie while an index is built from them. */
  folder: string;
  synonyms?: readonly (readonly string[])[];
};

export async function openClusterIndex(settings: ClusterSettings, options: Options): Promise<SearchIndex> {
  const { schema, vocabulary, space, folder } = options;
  const client = connect(settings);
  const fields = fieldsOf(schema);
  const edition = createHash('sha256')
    .update(JSON.stringify([DOCUMENTS, ANALYSER, options.edition, schemaHash(schema, vocabulary, space)]))
    .digest('hex')
    .slice(0, 16);
  const prefix = new URL(settings.url).pathname.replaceAll('/', '') || 'fundus';
  const store = makeStore({ client, fields, prefix, edition, building: { schema, vocabulary, space, folder } });
  const answers = makeAnswers(client, store, fields, options.synonyms ?? []);
  const neighbours = makeNeighbours(client, store, fields, answers);
  let health: ClusterStatus['health'] = null;
  /** The portal's user may not be allowed to ask. */
  const askHealth = async (): Promise<ClusterStatus['health']> => {
    const path = `/_cluster/health/${store.names.media}?filter_path=status`;
    const { status } = await client.ask<{ status?: ClusterStatus['health'] }>('GET', path, undefined, { also: [401, 403, 404, 408] });
    return typeof status === 'string' ? status : null;
  };
  const reach = async (): Promise<boolean> => {
    try {
      await store.look();
      return true;
    } catch {
      return false;
    }
  };
  await reach();
  const beat = async (): Promise<void> => {
    health = (await reach()) && store.there() ? await askHealth().catch(() => null) : null;
  };
  const heartbeat = setInterval(() => void beat(), LOOK_EVERY).unref();
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
      cluster: { ...client.state(), health, built: store.there() },
    }),
    save: () => store.save(),
    close() {
      clearInterval(heartbeat);
      return store.close();
    },
  };
}
