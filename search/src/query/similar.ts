/** Similar records: a list by shared rare words and a list by meaning, fused by rank. */
import type { Hit } from '../api.ts';
import { has } from '../index/bits.ts';
import { find, sizeOf, stringAt } from '../index/dictionary.ts';
import { idf } from '../index/impact.ts';
import { languageOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { storedElements } from '../index/stored-text.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { recordVector } from '../vectors/project.ts';
import { quantiseUnit, scan } from '../vectors/scan.ts';
import { allowedRecords } from './filter.ts';
import { postingOf } from './phrases.ts';
import { recordFrequency, makePlan } from './plan.ts';
import type { Execution } from './tiers.ts';
import { checkTime, requireInteger } from './limits.ts';
import type { ScoredRecord } from './top-hits.ts';
import { createTopHits, minScore, insert, sortedHits } from './top-hits.ts';

/** Number of the record's most significant words that are compared. */
const WORDS = 24;
const USUAL = 12;
const MAX = 100;
/** Number of records of each list that are fused. */
const UNITED = 200;
/** As in semantic.ts. */
const RANK = 20;
/** What a rank by meaning counts beside one by words. */
const MEANING = 0.7;

/** Minimum cosine of a similar record, and of one that also has this share of the words of the best by words. */
const NEAR = 0.4;
const NEAR_BY_WORDS = 0.3;
const WORDS_SHARE = 0.5;

export function similar(query: { id: string; visible: readonly string[]; limit?: number }, { context, deadline }: Execution): Hit[] {
  const { view, fields } = context;
  const limit = requireInteger('limit', query.limit ?? USUAL, MAX);
  const home = view.segments.findIndex(({ segment, deleted }) => {
    const record = find(segment.ids, query.id);
    return record >= 0 && !has(deleted, record);
  });
  if (home < 0) return [];
  const own = find(view.segments[home]!.segment.ids, query.id);
  const words = significantTerms(home, own, context);
  const vectors = view.segments[home]!.vectors;
  const towards = vectors === undefined ? null : recordVector(vectors, own);
  const direction = towards === null ? null : quantiseUnit(towards);
  const everything = makePlan({ items: [], title: null, begins: null, unfinished: false, noTerms: false }, context, false);
  const byWords = createTopHits(UNITED);
  const byMeaning = createTopHits(UNITED);
  view.segments.forEach((live, e) => {
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
    const self = e === home ? own : -1;
    let floor = minScore(byWords);
    for (let record = 0; record < sizeOf(segment.ids); record++) {
      const score = scores[record]!;
      if (score === 0 || score < floor || record === self || !has(allowed, record)) continue;
      insert(byWords, view.segments, e, record, score);
      floor = minScore(byWords);
    }
    if (direction === null || live.vectors?.space !== vectors!.space) return;
    scan(live.vectors, direction, allowed, (record, cosine) => {
      if (cosine > 0 && record !== self && cosine >= minScore(byMeaning)) insert(byMeaning, view.segments, e, record, cosine);
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

/** Reciprocal rank fusion of what is near in meaning; where nothing is known of meaning the scores of the words stay as they are. */
function fuse(byWords: readonly ScoredRecord[], byMeaning: readonly ScoredRecord[]): Iterable<ScoredRecord> {
  if (byMeaning.length === 0) return byWords;
  const all = new Map<string, ScoredRecord>();
  const keyOf = ({ segmentIndex, record }: ScoredRecord): string => `${segmentIndex} ${record}`;
  const take = (found: ScoredRecord, score: number): void => {
    all.set(keyOf(found), { ...found, score: (all.get(keyOf(found))?.score ?? 0) + score });
  };
  byWords.forEach((found, at) => take(found, 1 / (RANK + at + 1)));
  byMeaning.forEach((found, at) => take(found, MEANING / (RANK + at + 1)));
  const words = new Map(byWords.map((found) => [keyOf(found), found.score]));
  const isSimilar = (found: ScoredRecord): boolean =>
    found.score >= NEAR || (found.score >= NEAR_BY_WORDS && (words.get(keyOf(found)) ?? 0) >= WORDS_SHARE * byWords[0]!.score);
  return byMeaning.filter(isSimilar).map((found) => all.get(keyOf(found))!);
}

/** The stems of a record that say most about it: rare, and in weighty fields. */
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
  // A word of this record alone leads nowhere.
  return words
    .filter((word) => word.live > 1)
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, WORDS);
}
