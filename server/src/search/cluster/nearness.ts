/** Vectors for the k-NN of the cluster, where it has that: numbers of one byte, as the own engine keeps them. */
import type { SearchRecord } from '@fundus/search/api';
import { quantise } from '@fundus/search/index/vector-rows';
import { projectTerms } from '@fundus/search/vectors/project';
import type { Catalogue } from './small-index.ts';

/** What a record means, by its stems and how much they count in it; null where nobody knows. */
export type VectorOf = (record: SearchRecord, impacts: ReadonlyMap<string, number>) => number[] | null;

/** As the own engine works them out: of the stems, or of the vector that comes with the record. */
export function vectorsBy({ model, space }: Pick<Catalogue, 'model' | 'space'>, dimensions: number): VectorOf {
  return ({ vector }, impacts) => {
    if (dimensions === 0) return null;
    const own =
      model === null
        ? vector?.space === space && vector?.values
        : projectTerms(
            Array.from(impacts, ([stem, impact]) => ({ stem, weight: Math.sqrt(impact) })),
            model,
          );
    return own && own.length === dimensions ? bytesOf(own) : null;
  };
}

/** Whole numbers up to 127; null without a direction. */
export function bytesOf(vector: ArrayLike<number>): number[] | null {
  const bytes = new Int8Array(vector.length);
  return quantise(vector, bytes) > 0 ? [...bytes] : null;
}
