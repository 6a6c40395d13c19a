/** Search index of the catalogue: its fields with their weights, and a common interface for the built-in engine and a cluster. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FilterField } from '@fundus/contract/catalogue/search-words';
import type { Engine, EngineStatus, Schema } from '@fundus/search/api';
import { openEngine } from '@fundus/search/engine';
import { openPool } from '@fundus/search/pool';
import type { ClusterSettings, ClusterStatus } from './cluster/client.ts';

export type SearchIndex = Pick<
  Engine,
  'apply' | 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids' | 'compare' | 'setSynonyms' | 'save' | 'close'
> & {
  /** Returns the status of the index. `cluster` is set if the index is in a cluster. */
  status(): EngineStatus & { cluster?: ClusterStatus };
  /** Checks whether the index can be reached, and updates `status`. */
  reach(): Promise<boolean>;
  /** Starts a rebuild. The changes applied until `save` are the whole catalogue. A cluster builds a new version in parallel to the current one. */
  renew(): Promise<void>;
};

/** Weights as described in docs/behaviour/search.md#order: exact title, then title words, keywords and subjects, descriptions, and captions. */
export const SCHEMA = {
  text: {
    fn_titel: { weight: 8, exact: true },
    fn_schlag: { weight: 4 },
    subjects: { weight: 3 },
    fn_kurztext: { weight: 2.5 },
    fn_prodname: { weight: 1.5 },
    fn_text: { weight: 1 },
    captions: { weight: 0.5 },
  },
  values: {
    fn_geb: { tree: true },
    fn_sprache: {},
    fn_typ: {},
    fn_adressat: {},
    fn_schlag: {},
    fn_prodname: {},
    kind: {},
    meets: {},
    lizenz: {},
    minutes: {},
  },
  numbers: { published: { unit: 'days' }, used: {}, recommended: {}, rated: {} },
} satisfies Schema;

/** Field of the index that is matched exactly. Its values are derived from the medium. */
export type ValueField = keyof typeof SCHEMA.values;

/** Index field that each filter uses. */
export const FIELD_OF_FILTER: Record<FilterField, ValueField> = {
  fn_geb: 'fn_geb',
  fn_sprache: 'fn_sprache',
  fn_typ: 'fn_typ',
  fn_adressat: 'fn_adressat',
  fn_schlag: 'fn_schlag',
  fn_prodname: 'fn_prodname',
  lizenzen: 'lizenz',
  meets: 'meets',
  dauer: 'minutes',
};

type SearchIndexOptions = {
  /** Folder for snapshots. If undefined, nothing is stored. */
  dataDir: string | undefined;
  /** Number of search threads. If it is 0, as in tests, searches run in the calling thread. */
  workers: number;
  vocabulary: readonly string[];
  /** Vector space of the vectors supplied with records. If undefined, similarity is learned from the catalogue. */
  space: string | undefined;
  /** Settings of the cluster. If undefined, the built-in engine is used. */
  cluster?: ClusterSettings | undefined;
};

/** Version of the records. Increasing it rebuilds the index. */
const INDEX_VERSION = 12;

/** Opens the index. If a snapshot or cluster index has another version, it is ignored, and the index is rebuilt. */
export async function openSearchIndex({ dataDir, workers, vocabulary, space, cluster }: SearchIndexOptions): Promise<SearchIndex> {
  if (cluster) {
    const { openClusterIndex } = await import('./cluster/cluster-index.ts');
    return openClusterIndex(cluster, { schema: SCHEMA, edition: INDEX_VERSION, vocabulary, space });
  }
  if (dataDir) mkdirSync(join(dataDir, 'search'), { recursive: true });
  const engine = await (workers === 0 ? openEngine : openPool)({
    schema: SCHEMA,
    workers,
    vocabulary,
    ...(space !== undefined && { space }),
    ...(dataDir && { snapshot: join(dataDir, 'search', `catalogue-${INDEX_VERSION}.index`) }),
  });
  return { ...engine, reach: async () => true, renew: async () => {} };
}
