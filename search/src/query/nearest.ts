/** The records nearest to a query in the space of a language model. */
import { add, bitWords } from '../index/bits.ts';
import type { IndexView } from '../index/index-view.ts';
import type { QuantisedVector } from '../vectors/scan.ts';
import { quantiseUnit, scan } from '../vectors/scan.ts';
import { checkTime } from './limits.ts';
import type { RankedRecord } from './score.ts';
import type { Execution } from './tiers.ts';
import { createTopHits, insert, minScore, sortedHits } from './top-hits.ts';

/** Maximum number of records retrieved by meaning. */
const MAX = 500;
/** All cosines are high: the minimum is this share of the way from the mean to the best. */
const WAY = 0.7;
/** Number of records the mean is taken of. */
const SAMPLE = 2_000;

/** Best first, of the records that are open in each segment. */
export function nearestRecords(vector: Float32Array, open: readonly Uint32Array[], { context, deadline }: Execution): RankedRecord[] {
  const { view } = context;
  const { segments } = view;
  const direction = quantiseUnit(vector);
  const floor = meanCosine(direction, view);
  const top = createTopHits(Math.min(MAX, Math.max(1, view.records)));
  segments.forEach(({ vectors }, e) => {
    checkTime(deadline);
    if (vectors === undefined) return;
    scan(vectors, direction, open[e]!, (record, cosine) => {
      if (cosine > floor && cosine >= minScore(top)) insert(top, segments, e, record, cosine);
    });
  });
  const found = sortedHits(top, segments);
  const least = floor + WAY * ((found[0]?.score ?? 0) - floor);
  return found
    .filter(({ score }) => score >= least)
    .map((each) => ({ ...each, evidence: 'near' as const, cosine: Math.max(0, each.score) }));
}

/** The mean cosine of all records. */
function meanCosine(direction: QuantisedVector, { segments }: IndexView): number {
  const size = segments.reduce((sum, { segment }) => sum + segment.size, 0);
  const step = Math.max(1, Math.floor(size / SAMPLE));
  let count = 0;
  let sum = 0;
  for (const { segment, vectors } of segments) {
    if (vectors === undefined) continue;
    const some = new Uint32Array(bitWords(segment.size));
    for (let record = 0; record < segment.size; record += step) add(some, record);
    scan(vectors, direction, some, (_, cosine) => {
      count++;
      sum += cosine;
    });
  }
  return count === 0 ? 1 : sum / count;
}
