/** The catalogue's index: which fields there are and how they weigh; the own engine behind the interface every driver has. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, Schema } from '@fundus/search/door';
import { openPool } from '@fundus/search/pool';

export type SearchIndex = Pick<
  Engine,
  'apply' | 'search' | 'semantic' | 'facets' | 'suggest' | 'similar' | 'ids' | 'setSynonyms' | 'status' | 'save' | 'close'
>;

/** Weights of behaviour.md 5.15: exact title > title words > keywords and subjects > descriptions > captions. */
export const SCHEMA: Schema = {
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
    lizenz: {},
  },
  numbers: { published: { unit: 'days' }, used: {}, recommended: {}, rated: {} },
};

export type SearchIndexOptions = {
  /** Absent: nothing is kept. */
  dataDir: string | undefined;
  workers: number;
  vocabulary: readonly string[];
  /** The space of the vectors that records bring with them; absent: meaning is learned from the catalogue. */
  space: string | undefined;
};

/** Part of the snapshot's name: counts up when records are put into the index in another way, so that it is built anew. */
const EDITION = 4;

/** Opens the own engine; a snapshot that does not fit is ignored and the feed builds anew. */
export async function openSearchIndex({ dataDir, workers, vocabulary, space }: SearchIndexOptions): Promise<SearchIndex> {
  if (dataDir) mkdirSync(join(dataDir, 'search'), { recursive: true });
  return openPool({
    schema: SCHEMA,
    workers,
    vocabulary,
    ...(space !== undefined && { space }),
    ...(dataDir && { snapshot: join(dataDir, 'search', `catalogue-${EDITION}.index`) }),
  });
}
