/** The search index in an OpenSearch cluster (docs/operate/search-cluster.md). */
import { createHash } from 'node:crypto';
import type { Engine, EngineStatus, Schema } from '@fundus/search/api';
import { fieldsOf } from '@fundus/search/index/segment';
import { makeAnswers } from './answers.ts';
import { connect, type ClusterSettings, type ClusterStatus } from './client.ts';
import { synonymRules } from './mapping.ts';
import { makeRecords } from './records.ts';
import { makeSearches } from './requests.ts';
import { makeStore } from './store.ts';
import { createSuggester } from './suggestions.ts';

/** Interval in milliseconds between checks of a cluster that receives no requests. */
const HEARTBEAT = 5_000;
/** Version of the document format and the index template. Increasing it rebuilds the index. */
const DOCUMENTS = 5;

type Options = {
  schema: Schema;
  /** Version of the records. */
  edition: number;
  vocabulary: readonly string[];
  space: string | undefined;
  synonyms?: readonly (readonly string[])[];
};

export type ClusterIndex = Omit<Engine, 'status'> & {
  status(): EngineStatus & { cluster: ClusterStatus };
  reach(): Promise<boolean>;
  renew(): Promise<void>;
};

export async function openClusterIndex(settings: ClusterSettings, options: Options): Promise<ClusterIndex> {
  const { schema, vocabulary, space, synonyms = [] } = options;
  const fields = fieldsOf(schema);
  const edition = createHash('sha256')
    .update(JSON.stringify([DOCUMENTS, options.edition, schema, vocabulary, space]))
    .digest('hex')
    .slice(0, 16);
  const cluster = connect(settings);
  const store = makeStore({ cluster, settings, schema, fields, edition, vocabulary, space });
  store.setRules(synonymRules(synonyms, []));
  const searches = makeSearches(cluster, store);
  let health: ClusterStatus['health'] = null;
  /** Returns the health of the cluster, which the portal's user may not be permitted to read. */
  const readHealth = async (): Promise<ClusterStatus['health']> => {
    const options = { ignore: [401, 403, 404, 408] };
    const reply = await cluster.send<{ status?: unknown }>((to) => to.cluster.health({ index: store.names.alias }, options));
    return typeof reply.status === 'string' ? (reply.status as ClusterStatus['health']) : null;
  };
  const reach = (): Promise<boolean> =>
    store.look().then(
      () => true,
      () => false,
    );
  const beat = async (): Promise<void> => {
    health = (await reach()) && store.built() ? await readHealth().catch(() => null) : null;
    await store.updateRules().catch(() => undefined);
  };
  await reach();
  const heartbeat = setInterval(() => void beat(), HEARTBEAT).unref();
  return {
    ...makeAnswers(store, searches, fields),
    ...makeRecords(cluster, store, searches, fields),
    suggest: createSuggester(searches, fields),
    reach,
    renew: () => store.renew(),
    apply: (changes) => store.apply(changes),
    setSynonyms(groups, useInstead = []) {
      store.setRules(synonymRules(groups, useInstead));
      void store.updateRules().catch(() => undefined);
    },
    status: () => ({
      seq: store.seq(),
      records: store.records(),
      bytes: 0,
      workers: 0,
      meaning: store.dimensions() > 0,
      cluster: { ...cluster.status(), health, built: store.built() },
    }),
    save: () => store.save(),
    close() {
      clearInterval(heartbeat);
      return store.close();
    },
  };
}
