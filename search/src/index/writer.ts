/** The side that changes the index: new records become small segments, deletions bits, and segments are united as they gather. */
import type { Lexicon } from '../analysis/compounds.ts';
import { learn, lexiconTable } from '../analysis/compounds.ts';
import type { Change, SearchRecord } from '../door.ts';
import { bitWords, countBits, has } from './bits.ts';
import { compareStrings, find, stringAt } from './dictionary.ts';
import { kill } from './delete.ts';
import type { Entry, Generation } from './generation.ts';
import { packLexicon } from './generation.ts';
import { createInverter } from './invert.ts';
import { sharedWords } from './memory.ts';
import type { Source } from './merge.ts';
import { merge } from './merge.ts';
import type { Fields, Segment } from './segment.ts';
import { partsIn } from './vocabulary.ts';

/** A segment is united with its younger neighbours when it is at most this many times as large as all of them. */
const NEIGHBOUR = 4;
/** Everything is united when more than this share of the base is deleted. */
const MOST_DEAD = 0.4;

export type Words = ReadonlyMap<string, number>;

/** What a merge needs to know. `full` unites all segments; the lexicon is learned anew then. */
export type MergePlan = { from: number; entries: Entry[]; full: boolean; words: Words; base: Segment | null };
export type Merged = { segment: Segment; words: Words };

export type Writer = {
  generation(): Generation;
  /** Takes the changes in, in their order; the next generation holds them. */
  apply(changes: readonly Change[]): void;
  /** The merge that is due, if any; none that touches the sources of the one under way. */
  due(underWay: MergePlan | null): MergePlan | null;
  /** Puts the result of a merge in the place of its sources; what was deleted meanwhile is deleted there too. */
  adopt(plan: MergePlan, merged: Merged): void;
};

/** An index as it was kept, with its lexicon. */
export type Kept = { generation: Generation; words: Words };

export function createWriter(fields: Fields, vocabulary: readonly string[], kept?: Kept): Writer {
  const entries: Entry[] = [...(kept?.generation.entries ?? [])];
  let seq = kept?.generation.seq ?? 0;
  let words: Words = kept?.words ?? learn([], vocabulary, 0);
  let lexicon = kept?.generation.lexicon ?? packLexicon(words);
  let current: Generation | null = null;
  let lastId = entries.reduce((most, entry) => Math.max(most, entry.id), 0);

  const invert = createInverter(fields);

  const alive = (entry: Entry): number => entry.segment.size - countBits(entry.dead);
  const entryOf = (segment: Segment): Entry => ({ id: ++lastId, segment, dead: sharedWords(bitWords(segment.size)) });
  const small = (source: Source): Entry =>
    entryOf(runMerge([source], { full: false, words, base: entries[0]!.segment }, fields, vocabulary).segment);

  /** Bits of a published generation stay as they are: a copy is changed. */
  const remove = (id: string, copied: Set<number>): void => {
    for (let e = 0; e < entries.length; e++) {
      const record = find(entries[e]!.segment.ids, id);
      if (record < 0 || has(entries[e]!.dead, record)) continue;
      if (!copied.has(e)) {
        const dead = sharedWords(entries[e]!.dead.length);
        dead.set(entries[e]!.dead);
        entries[e] = { ...entries[e]!, dead };
        copied.add(e);
      }
      kill(entries[e]!, record, fields.text.length);
      return;
    }
  };

  return {
    generation() {
      current ??= { entries: [...entries], records: entries.reduce((sum, entry) => sum + alive(entry), 0), seq, lexicon };
      return current;
    },
    apply(changes) {
      const last = new Map(changes.map((change) => [change.id, change.record]));
      const records: SearchRecord[] = [];
      for (const [id, record] of last) if (record !== null) records.push(record.id === id ? record : { ...record, id });
      records.sort((a, b) => compareStrings(a.id, b.id));
      // A record that cannot be read stops here, before anything is changed.
      const raw: Source | null = records.length > 0 ? { segment: invert(records), dead: null, raw: true } : null;
      const copied = new Set<number>();
      for (const id of last.keys()) remove(id, copied);
      if (raw !== null && entries.length > 0) {
        entries.push(small(raw));
      } else if (raw !== null) {
        const merged = runMerge([raw], { full: true, words, base: null }, fields, vocabulary);
        words = merged.words;
        lexicon = packLexicon(words);
        entries.push(entryOf(merged.segment));
      }
      for (const change of changes) seq = Math.max(seq, change.seq);
      current = null;
    },
    due(underWay) {
      const free = underWay === null ? 0 : underWay.from + underWay.entries.length;
      const sizes = entries.map(alive);
      const plan = (from: number, full: boolean): MergePlan => ({
        from,
        // The counts go on changing while a merge is under way in another thread.
        entries: entries
          .slice(from)
          .map((entry) => ({ ...entry, segment: { ...entry.segment, surfaceLive: entry.segment.surfaceLive.slice() } })),
        full,
        words,
        base: full ? null : entries[0]!.segment,
      });
      if (free === 0 && entries.length > 0) {
        const others = sizes.slice(1).reduce((sum, size) => sum + size, 0);
        const base = entries[0]!.segment.size;
        if ((entries.length > 1 && others >= sizes[0]!) || base - sizes[0]! > base * MOST_DEAD) return plan(0, true);
      }
      let from = entries.length - 1;
      let sum = sizes[from] ?? 0;
      while (from > Math.max(1, free) && sizes[from - 1]! <= NEIGHBOUR * sum) sum += sizes[--from]!;
      return entries.length - from >= 2 ? plan(from, false) : null;
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
        words = merged.words;
        lexicon = packLexicon(words);
        // What came in meanwhile was taken apart by the old lexicon.
        for (let e = 1; e < entries.length; e++) entries[e] = small(entries[e]!);
      }
      current = null;
    },
  };
}

/** Unites segments; in a full merge the lexicon is learned from their words first. */
export function runMerge(
  sources: readonly Source[],
  plan: Pick<MergePlan, 'full' | 'words' | 'base'>,
  fields: Fields,
  vocabulary: readonly string[],
): Merged {
  const words = plan.full ? learnFrom(sources, vocabulary) : plan.words;
  const known = plan.base === null ? undefined : partsIn(plan.base);
  return { segment: merge(sources, fields, tableOf(words), known), words };
}

const tables = new WeakMap<Words, Lexicon>();

function tableOf(words: Words): Lexicon {
  let table = tables.get(words);
  if (table === undefined) tables.set(words, (table = lexiconTable(words)));
  return table;
}

function learnFrom(sources: readonly Source[], vocabulary: readonly string[]): Words {
  const words = new Map<string, number>();
  let records = 0;
  for (const { segment, dead } of sources) {
    records += segment.size - (dead === null ? 0 : countBits(dead));
    for (let s = 0; s < segment.surfaceLive.length; s++) {
      const live = segment.surfaceLive[s]!;
      if (live === 0 || segment.surfaceVariant[s] === 0) continue;
      const word = stringAt(segment.surfaces, s);
      words.set(word, (words.get(word) ?? 0) + live);
    }
  }
  return learn(words, vocabulary, records);
}
