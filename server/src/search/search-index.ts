/** The catalogue's index: which fields there are and how they weigh; the own engine or a cluster behind one interface. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilterField } from '@fundus/contract/catalogue/search-words';
import type { Engine, EngineStatus, Schema } from '@fundus/search/api';
import { openEngine } from '@fundus/search/engine';
import { openPool } from '@fundus/search/pool';
import type { ClusterSettings, ClusterState, Problem } from './cluster/client.ts';
import { openClusterIndex } from './cluster/cluster-index.ts';

/** How the cluster fares, why, what it says itself, and whether the index is there. */
export type ClusterStatus = {
  state: ClusterState;
  reason: string | null;
  problem: Problem | null;
  health: 'green' | 'yellow' | 'red' | null;
  built: boolean;
};

export type SearchIndex = Pick<
  Engine,
  'apply' | 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids' | 'compare' | 'setSynonyms' | 'save' | 'close'
> & {
  /** `cluster`: where the index is in one. */
  status(): EngineStatus & { cluster?: ClusterStatus };
  /** Whether the index can be reached; `status` says then what is there. */
  reach(): Promise<boolean>;
  /** What is applied from here to `save` is the whole catalogue. Where it costs a gap otherwise, it is built beside what is there. */
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

/** The fields of the index that hold values, each to be filled from a medium. */
export type ValueField = keyof typeof SCHEMA.values;

/** Where the index finds the values of each filter. */
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
  /** Absent: nothing is kept. */
  dataDir: string | undefined;
  /** Threads that answer; 0 searches in the calling thread (tests). */
  workers: number;
  vocabulary: readonly string[];
  /** The space of the vectors supplied with records; absent: meaning is learned from the catalogue. */
  space: string | undefined;
  /** Absent: the own engine. */
  cluster?: ClusterSettings | undefined;
};

/** Counts up when records are put into the index in another way, so that it is built anew. */
const INDEX_VERSION = 10;

/** Opens the index; a snapshot that does not fit, and an index of the cluster that does not, is ignored and the feed builds anew. */
export async function openSearchIndex({ dataDir, workers, vocabulary, space, cluster }: SearchIndexOptions): Promise<SearchIndex> {
  if (cluster) {
    const folder = dataDir ? join(dataDir, 'search') : tmpdir();
    return openClusterIndex(cluster, { schema: SCHEMA, edition: INDEX_VERSION, vocabulary, space, folder });
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
