/** The catalogue's index: its fields and their weights; the built-in engine or a cluster behind one interface. */
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
  /** `cluster` is set if the index is in a cluster. */
  status(): EngineStatus & { cluster?: ClusterStatus };
  /** Returns whether the index can be reached, and updates `status`. */
  reach(): Promise<boolean>;
  /** Starts a rebuild: the changes applied from here to `save` are the whole catalogue. A cluster builds a new version beside the current one. */
  renew(): Promise<void>;
};

/** Weights of docs/behaviour/search.md#order: exact title > title words > keywords and subjects > descriptions > captions. */
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

/** Fields of the index that hold values, each filled from a medium. */
export type ValueField = keyof typeof SCHEMA.values;

/** Field of the index for each filter. */
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
  /** If absent, nothing is stored. */
  dataDir: string | undefined;
  /** Number of search threads; 0 searches in the calling thread (tests). */
  workers: number;
  vocabulary: readonly string[];
  /** Space of the vectors supplied with records; if absent, meaning is learned from the catalogue. */
  space: string | undefined;
  /** If absent, the built-in engine is used. */
  cluster?: ClusterSettings | undefined;
};

/** Raised when records change, so that the index is rebuilt. */
const INDEX_VERSION = 11;

/** Opens the index. A snapshot or cluster index of another version is ignored, and the feed rebuilds it. */
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
