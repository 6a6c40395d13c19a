/** The catalogue's index: which fields there are and how they weigh; the own engine behind the interface every driver has. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FilterField } from '@fundus/contract/catalogue/search-words';
import type { Engine, Schema } from '@fundus/search/api';
import { openEngine } from '@fundus/search/engine';
import { openPool } from '@fundus/search/pool';

export type SearchIndex = Pick<
  Engine,
  'apply' | 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids' | 'compare' | 'setSynonyms' | 'status' | 'save' | 'close'
>;

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
};

type SearchIndexOptions = {
  /** Absent: nothing is kept. */
  dataDir: string | undefined;
  /** Threads that answer; 0 searches in the calling thread (tests). */
  workers: number;
  vocabulary: readonly string[];
  /** The space of the vectors supplied with records; absent: meaning is learned from the catalogue. */
  space: string | undefined;
};

/** Part of the snapshot's name: counts up when records are put into the index in another way, so that it is built anew. */
const INDEX_VERSION = 7;

/** Opens the own engine; a snapshot that does not fit is ignored and the feed builds anew. */
export async function openSearchIndex({ dataDir, workers, vocabulary, space }: SearchIndexOptions): Promise<SearchIndex> {
  if (dataDir) mkdirSync(join(dataDir, 'search'), { recursive: true });
  return (workers === 0 ? openEngine : openPool)({
    schema: SCHEMA,
    workers,
    vocabulary,
    ...(space !== undefined && { space }),
    ...(dataDir && { snapshot: join(dataDir, 'search', `catalogue-${INDEX_VERSION}.index`) }),
  });
}
