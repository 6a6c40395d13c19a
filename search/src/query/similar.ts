/** Records that share rare words with a record, and records that lie near to it in meaning: two lists united by rank. */
import type { Hit } from '../door.ts';
import { has } from '../index/bits.ts';
import { find, sizeOf, stringAt } from '../index/dictionary.ts';
import { rarity } from '../index/impact.ts';
import { languageOf } from '../analysis/stem.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { storedElements } from '../index/delete.ts';
import { wordStems } from '../index/words.ts';
import { allowedIn } from './filter.ts';
import { postingOf } from './match.ts';
import { liveRecords, makePlan } from './plan.ts';
import type { Run } from './run.ts';
import { checkTime } from './run.ts';
import { whole } from './search.ts';
import type { Found } from './top.ts';
import { createTop, floorOf, offer, sorted } from './top.ts';
import { directionOf } from '../vectors/fold.ts';
import { directionFrom, scan } from '../vectors/scan.ts';

/** So many of the record's weightiest words are compared. */
const WORDS = 24;
const USUAL = 12;
const MOST = 100;
/** So many of each list are united. */
const UNITED = 200;
/** As in semantic.ts. */
const RANK = 20;
/** What a place by meaning counts beside one by words. */
const MEANING = 0.7;

export function similar(query: { id: string; visible: readonly string[]; limit?: number }, { context, deadline }: Run): Hit[] {
  const { generation, fields } = context;
  const limit = whole('limit', query.limit ?? USUAL, MOST);
  const home = generation.entries.findIndex(({ segment, dead }) => {
    const record = find(segment.ids, query.id);
    return record >= 0 && !has(dead, record);
  });
  if (home < 0) return [];
  const own = find(generation.entries[home]!.segment.ids, query.id);
  const words = weightiest(home, own, context);
  const vectors = generation.entries[home]!.vectors;
  const towards = vectors === undefined ? null : directionOf(vectors, own);
  const direction = towards === null ? null : directionFrom(towards);
  const everything = makePlan({ items: [], title: null, unfinished: false, nothing: false }, context, false);
  const byWords = createTop(UNITED);
  const byMeaning = createTop(UNITED);
  generation.entries.forEach((entry, e) => {
    checkTime(deadline);
    const { segment } = entry;
    const allowed = allowedIn(entry, query.visible, undefined, everything, fields);
    const scores = new Float64Array(segment.size);
    for (const { stem, weight } of words) {
      const term = find(segment.terms, stem);
      if (term < 0) continue;
      for (let p = segment.postings.start[term]!; p < segment.postings.start[term + 1]!; p++) {
        scores[segment.postings.records[p]!]! += weight * segment.postings.impacts[p]!;
      }
    }
    const self = e === home ? own : -1;
    for (let record = 0; record < sizeOf(segment.ids); record++) {
      if (scores[record]! > 0 && record !== self && has(allowed, record)) offer(byWords, generation.entries, e, record, scores[record]!);
    }
    if (direction === null || entry.vectors?.space !== vectors!.space) return;
    scan(entry.vectors, direction, allowed, (record, cosine) => {
      if (cosine > 0 && record !== self && cosine >= floorOf(byMeaning)) offer(byMeaning, generation.entries, e, record, cosine);
    });
  });
  const top = createTop(limit);
  for (const { entry, record, score } of united(sorted(byWords, generation.entries), sorted(byMeaning, generation.entries))) {
    offer(top, generation.entries, entry, record, score);
  }
  return sorted(top, generation.entries).map(({ entry, record, score }) => ({
    id: stringAt(generation.entries[entry]!.segment.ids, record),
    score,
    partial: false,
  }));
}

/** Reciprocal rank fusion; where nothing is known of meaning the scores of the words stay as they are. */
function united(byWords: readonly Found[], byMeaning: readonly Found[]): Iterable<Found> {
  if (byMeaning.length === 0) return byWords;
  const all = new Map<string, Found>();
  const take = (found: Found, score: number): void => {
    const key = `${found.entry} ${found.record}`;
    all.set(key, { ...found, score: (all.get(key)?.score ?? 0) + score });
  };
  byWords.forEach((found, at) => take(found, 1 / (RANK + at + 1)));
  byMeaning.forEach((found, at) => take(found, MEANING / (RANK + at + 1)));
  return all.values();
}

/** The stems of a record that say most about it: rare, and in weighty fields. */
function weightiest(home: number, record: number, { generation, fields }: Run['context']): { stem: string; weight: number }[] {
  const { segment } = generation.entries[home]!;
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
    const live = liveRecords(stem, generation);
    return { stem, live, weight: (segment.postings.impacts[posting]! * rarity(live, generation.records)) / 255 };
  });
  // A word of this record alone leads nowhere.
  return words
    .filter((word) => word.live > 1)
    .sort((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1))
    .slice(0, WORDS);
}
