/** Finds similar records: merges the best records by shared rare words and by meaning (reciprocal rank fusion). */
import type { Hit } from '../../api.ts';
import { has } from '../../index/bits.ts';
import { find, sizeOf, stringAt } from '../../index/dictionary.ts';
import { idf } from '../../index/impact.ts';
import { languageOf } from '../../analysis/stem.ts';
import { isStopWord } from '../../analysis/stop-words.ts';
import { tokenise } from '../../analysis/tokenise.ts';
import { storedElements } from '../../index/stored-text.ts';
import { wordStems } from '../../analysis/word-stems.ts';
import { recordVector } from '../../vectors/project.ts';
import { quantiseUnit, scan } from '../../vectors/scan.ts';
import { allowedRecords } from '../filter.ts';
import { checkTime, requireInteger } from '../limits.ts';
import type { Execution } from '../match.ts';
import { recordFrequency, makePlan } from '../plan.ts';
import { postingOf } from '../postings.ts';
import type { ScoredRecord } from '../top-hits.ts';
import { createTopHits, minScore, insert, sortedHits } from '../top-hits.ts';
import { WEIGHTS } from '../weights.ts';

/** Maximum number of words of the record that are used for comparison. */
const MAX_WORDS = 24;
const DEFAULT_LIMIT = 12;
const MAX_LIMIT = 100;
/** Maximum number of records retrieved by words and by meaning. */
const MAX_RETRIEVED = 200;
/** Minimum cosine of a similar record. A lower minimum applies to records with at least `MIN_WORDS_SHARE` of the best score by words. */
const MIN_COSINE = 0.4;
const MIN_COSINE_WITH_WORDS = 0.3;
const MIN_WORDS_SHARE = 0.5;
const { rank: RANK, similarMeaning: MEANING } = WEIGHTS.fusion;

/** Returns the most similar records, best first; none if the given record is not in the index. */
export function similar(query: { id: string; visible: readonly string[]; limit?: number }, { context, deadline }: Execution): Hit[] {
  const { view, fields } = context;
  const limit = requireInteger('limit', query.limit ?? DEFAULT_LIMIT, MAX_LIMIT);
  const home = view.segments.findIndex(({ segment, deleted }) => {
    const record = find(segment.ids, query.id);
    return record >= 0 && !has(deleted, record);
  });
  if (home < 0) return [];
  const own = find(view.segments[home]!.segment.ids, query.id);
  const words = significantTerms(home, own, context);
  const vectors = view.segments[home]!.vectors;
  const vector = vectors === undefined ? null : recordVector(vectors, own);
  const direction = vector === null ? null : quantiseUnit(vector);
  const everything = makePlan({ items: [], title: null, titleKey: null, unfinished: false, noTerms: false }, context, false);
  const byWords = createTopHits(MAX_RETRIEVED);
  const byMeaning = createTopHits(MAX_RETRIEVED);
  view.segments.forEach((live, segmentIndex) => {
    checkTime(deadline);
    const { segment } = live;
    const allowed = allowedRecords(live, query.visible, undefined, everything, fields);
    const scores = new Float64Array(segment.size);
    for (const { stem, weight } of words) {
      const term = find(segment.terms, stem);
      if (term < 0) continue;
      for (let p = segment.postings.start[term]!; p < segment.postings.start[term + 1]!; p++) {
        scores[segment.postings.records[p]!]! += weight * segment.postings.impacts[p]!;
      }
    }
    const self = segmentIndex === home ? own : -1;
    let floor = minScore(byWords);
    for (let record = 0; record < sizeOf(segment.ids); record++) {
      const score = scores[record]!;
      if (score === 0 || score < floor || record === self || !has(allowed, record)) continue;
      insert(byWords, view.segments, segmentIndex, record, score);
      floor = minScore(byWords);
    }
    if (direction === null || live.vectors?.space !== vectors!.space) return;
    scan(live.vectors, direction, allowed, (record, cosine) => {
      if (cosine > 0 && record !== self && cosine >= minScore(byMeaning)) insert(byMeaning, view.segments, segmentIndex, record, cosine);
    });
  });
  const top = createTopHits(limit);
  for (const { segmentIndex, record, score } of fuse(sortedHits(byWords, view.segments), sortedHits(byMeaning, view.segments))) {
    insert(top, view.segments, segmentIndex, record, score);
  }
  return sortedHits(top, view.segments).map(({ segmentIndex, record, score }) => ({
    id: stringAt(view.segments[segmentIndex]!.segment.ids, record),
    score,
    partial: false,
  }));
}

/** Merges two ranked lists and removes records that are not similar in meaning. Without a list by meaning, returns the list by words. */
function fuse(byWords: readonly ScoredRecord[], byMeaning: readonly ScoredRecord[]): Iterable<ScoredRecord> {
  if (byMeaning.length === 0) return byWords;
  const all = new Map<string, ScoredRecord>();
  const keyOf = ({ segmentIndex, record }: ScoredRecord): string => `${segmentIndex} ${record}`;
  const take = (hit: ScoredRecord, score: number): void => {
    all.set(keyOf(hit), { ...hit, score: (all.get(keyOf(hit))?.score ?? 0) + score });
  };
  byWords.forEach((hit, at) => take(hit, 1 / (RANK + at + 1)));
  byMeaning.forEach((hit, at) => take(hit, MEANING / (RANK + at + 1)));
  const words = new Map(byWords.map((hit) => [keyOf(hit), hit.score]));
  const isSimilar = (hit: ScoredRecord): boolean =>
    hit.score >= MIN_COSINE ||
    (hit.score >= MIN_COSINE_WITH_WORDS && (words.get(keyOf(hit)) ?? 0) >= MIN_WORDS_SHARE * (byWords[0]?.score ?? Infinity));
  return byMeaning.filter(isSimilar).map((hit) => all.get(keyOf(hit))!);
}

/** Returns the most significant stems of a record: rare stems in fields with a high weight. */
function significantTerms(home: number, record: number, { view, fields }: Execution['context']): { stem: string; weight: number }[] {
  const { segment } = view.segments[home]!;
  const language = languageOf(segment.languages[segment.language[record]!]);
  const stems = new Set<string>();
  fields.text.forEach((_, f) => {
    for (const element of storedElements(segment, record, f, fields.text.length)) {
      tokenise(element, (raw) => {
        for (const { surface, stem } of wordStems(raw, language)) if (!isStopWord(surface)) stems.add(stem);
      });
    }
  });
  const words = [...stems].map((stem) => {
    const posting = postingOf(segment.postings, find(segment.terms, stem), record);
    const live = recordFrequency(stem, view);
    return { stem, live, weight: (segment.postings.impacts[posting]! * idf(live, view.records)) / 255 };
  });
  // Excludes words that occur only in this record, because they cannot match another one.
  return words
    .filter((word) => word.live > 1)
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, MAX_WORDS);
}
