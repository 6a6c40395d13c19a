/** The side that changes the index: new records become small segments, deletions bits, and segments are united as they gather. */
import { learn } from '../analysis/compounds.ts';
import type { Change, SearchRecord } from '../door.ts';
import { bitWords, countBits, has } from './bits.ts';
import { compareStrings, find, stringAt } from './dictionary.ts';
import { kill } from './delete.ts';
import type { Entry, Generation } from './generation.ts';
import { packLexicon } from './generation.ts';
import { invert } from './invert.ts';
import { sharedWords } from './memory.ts';
import type { Source } from './merge.ts';
import { merge, partsIn } from './merge.ts';
import type { Fields, Segment } from './segment.ts';

/** A segment is united with its younger neighbours when it is at most this many times as large as all of them. */
const NEIGHBOUR = 4;
/** Everything is united when more than this share of the base is deleted. */
const MOST_DEAD = 0.4;

/** Unite the entries from `from` on, as they were then; `full` when that is all of them and the lexicon is learned anew. */
export type MergePlan = { from: number; entries: Entry[]; full: boolean };
export type Merged = { segment: Segment; lexicon: ReadonlyMap<string, number> };

export type Writer = {
  generation(): Generation;
  /** Takes the changes in, in their order; the next generation holds them. */
  apply(changes: readonly Change[]): void;
  /** The merge that is due, if any. */
  due(): MergePlan | null;
  /** Puts the result of a merge in the place of its sources; what was deleted meanwhile is deleted there too. */
  adopt(plan: MergePlan, merged: Merged): void;
  lexicon(): ReadonlyMap<string, number>;
};

export function createWriter(
  fields: Fields,
  vocabulary: readonly string[],
  start?: Generation & { learned: ReadonlyMap<string, number> },
): Writer {
  let entries: Entry[] = start === undefined ? [] : [...start.entries];
  let seq = start?.seq ?? 0;
  let lexicon: ReadonlyMap<string, number> = start?.learned ?? learn([], vocabulary, 0);
  let packed = start?.lexicon ?? packLexicon(lexicon);
  let current: Generation | null = null;

  const alive = (entry: Entry): number => entry.segment.size - countBits(entry.dead);

  /** Bits of a published generation stay as they are: a copy is changed. */
  const remove = (id: string, copied: Set<number>): void => {
    for (let e = 0; e < entries.length; e++) {
      const record = find(entries[e]!.segment.ids, id);
      if (record < 0 || has(entries[e]!.dead, record)) continue;
      if (!copied.has(e)) {
        const dead = sharedWords(entries[e]!.dead.length);
        dead.set(entries[e]!.dead);
        entries[e] = { segment: entries[e]!.segment, dead };
        copied.add(e);
      }
      kill(entries[e]!, record, fields.text.length);
      return;
    }
  };

  return {
    generation() {
      current ??= { entries: [...entries], records: entries.reduce((sum, entry) => sum + alive(entry), 0), seq, lexicon: packed };
      return current;
    },
    apply(changes) {
      const last = new Map<string, SearchRecord | null>();
      const copied = new Set<number>();
      for (const change of changes) {
        last.set(change.id, change.record);
        seq = Math.max(seq, change.seq);
      }
      for (const id of last.keys()) remove(id, copied);
      const records: SearchRecord[] = [];
      for (const [id, record] of last) if (record !== null) records.push(record.id === id ? record : { ...record, id });
      records.sort((a, b) => compareStrings(a.id, b.id));
      if (records.length > 0) {
        const raw: Source = { segment: invert(records, fields), dead: null };
        const known = entries.reduce((sum, entry) => sum + entry.segment.size, 0);
        if (records.length >= known) {
          const merged = runMerge([...entries, raw], true, fields, vocabulary, lexicon, null);
          entries = [entryOf(merged.segment)];
          lexicon = merged.lexicon;
          packed = packLexicon(lexicon);
        } else {
          entries.push(entryOf(runMerge([raw], false, fields, vocabulary, lexicon, entries[0]!.segment).segment));
        }
      }
      current = null;
    },
    due() {
      if (entries.length === 0) return null;
      const sizes = entries.map(alive);
      const others = sizes.slice(1).reduce((sum, size) => sum + size, 0);
      const base = entries[0]!.segment.size;
      if ((entries.length > 1 && others >= sizes[0]!) || base - sizes[0]! > base * MOST_DEAD)
        return { from: 0, entries: [...entries], full: true };
      let from = entries.length - 1;
      let sum = sizes[from]!;
      while (from > 1 && sizes[from - 1]! <= NEIGHBOUR * sum) sum += sizes[--from]!;
      return entries.length - from >= 2 ? { from, entries: entries.slice(from), full: false } : null;
    },
    adopt(plan, merged) {
      const entry = entryOf(merged.segment);
      plan.entries.forEach((old, i) => {
        const now = entries[plan.from + i]!;
        for (let record = 0; record < old.segment.size; record++) {
          if (!has(now.dead, record) || has(old.dead, record)) continue;
          kill(entry, find(entry.segment.ids, stringAt(old.segment.ids, record)), fields.text.length);
        }
      });
      entries.splice(plan.from, plan.entries.length, entry);
      if (plan.full) {
        lexicon = merged.lexicon;
        packed = packLexicon(lexicon);
      }
      current = null;
    },
    lexicon: () => lexicon,
  };
}

/** Unites segments; when all of them, the lexicon is learned from their words first. */
export function runMerge(
  sources: readonly Source[],
  full: boolean,
  fields: Fields,
  vocabulary: readonly string[],
  lexicon: ReadonlyMap<string, number>,
  base: Segment | null,
): Merged {
  const learned = full ? learnFrom(sources, vocabulary) : lexicon;
  const segment = merge(sources, fields, { frequency: (word) => learned.get(word) ?? 0 }, base === null ? undefined : partsIn(base));
  return { segment, lexicon: learned };
}

function learnFrom(sources: readonly Source[], vocabulary: readonly string[]): Map<string, number> {
  const words = new Map<string, number>();
  let records = 0;
  for (const { segment, dead } of sources) {
    records += segment.size - (dead === null ? 0 : countBits(dead));
    for (let s = 0; s < segment.surfaceLive.length; s++) {
      const live = segment.surfaceLive[s]!;
      if (live === 0 || stringAt(segment.terms, segment.surfaceTerm[s]!).includes("'")) continue;
      const word = stringAt(segment.surfaces, s);
      words.set(word, (words.get(word) ?? 0) + live);
    }
  }
  return learn(words, vocabulary, records);
}

function entryOf(segment: Segment): Entry {
  return { segment, dead: sharedWords(bitWords(segment.size)) };
}
