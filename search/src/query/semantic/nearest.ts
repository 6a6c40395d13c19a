/** Finds the records nearest to a query in the vector space of a language model. */
import { add, bitWords } from '../../index/bits.ts';
import type { IndexView } from '../../index/index-view.ts';
import type { QuantisedVector } from '../../vectors/scan.ts';
import { quantiseUnit, scan } from '../../vectors/scan.ts';
import type { RankedRecord } from '../complete.ts';
import { checkTime } from '../limits.ts';
import type { Execution } from '../match.ts';
import { createTopHits, insert, minScore, sortedHits } from '../top-hits.ts';

/** Maximum number of records retrieved by similarity. */
const MAX_RECORDS = 500;
/**
 * Minimum cosine, relative to the mean (0) and the maximum (1). An absolute minimum is useless, because language models yield high cosines for all
 * records.
 */
const MIN_POSITION = 0.7;
/** Number of sampled records from which the mean cosine is computed. */
const SAMPLE_SIZE = 2_000;

/** Returns the nearest candidates, best first. `candidates` contains a bitmap for each segment. */
export function nearestRecords(vector: Float32Array, candidates: readonly Uint32Array[], { context, deadline }: Execution): RankedRecord[] {
  const { view } = context;
  const { segments } = view;
  const direction = quantiseUnit(vector);
  const mean = meanCosine(direction, view);
  const top = createTopHits(Math.min(MAX_RECORDS, Math.max(1, view.records)));
  segments.forEach(({ vectors }, segmentIndex) => {
    checkTime(deadline);
    if (vectors === undefined) return;
    scan(vectors, direction, candidates[segmentIndex]!, (record, cosine) => {
      if (cosine > mean && cosine >= minScore(top)) insert(top, segments, segmentIndex, record, cosine);
    });
  });
  const nearest = sortedHits(top, segments);
  const minCosine = mean + MIN_POSITION * ((nearest[0]?.score ?? 0) - mean);
  return nearest.filter(({ score }) => score >= minCosine).map((each) => ({ ...each, evidence: 'near', cosine: Math.max(0, each.score) }));
}

/** Returns the mean cosine of a sample of records; 1 if no record has a vector. */
function meanCosine(direction: QuantisedVector, { segments }: IndexView): number {
  const size = segments.reduce((sum, { segment }) => sum + segment.size, 0);
  const step = Math.max(1, Math.floor(size / SAMPLE_SIZE));
  let count = 0;
  let sum = 0;
  for (const { segment, vectors } of segments) {
    if (vectors === undefined) continue;
    const sample = new Uint32Array(bitWords(segment.size));
    for (let record = 0; record < segment.size; record += step) add(sample, record);
    scan(vectors, direction, sample, (_, cosine) => {
      count++;
      sum += cosine;
    });
  }
  return count === 0 ? 1 : sum / count;
}
