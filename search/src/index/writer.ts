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
import type { Learned, Lesson } from '../vectors/lessons.ts';
import { lessonFor } from '../vectors/lessons.ts';
import { foldSegment } from '../vectors/fold.ts';
import type { Model, Vectors } from '../vectors/model.ts';
import { broughtBy } from '../vectors/rows.ts';
import { sharedWords } from './memory.ts';
import type { Source } from './merge.ts';
import { merge } from './merge.ts';
import type { Fields, Segment } from './segment.ts';
import { partsIn } from './vocabulary.ts';

/** At rest a segment is united with its younger neighbours when it is at most this many times as large as all of them. */
const NEIGHBOUR = 4;
/** While changes come in quickly, so many segments of about one size are waited for. */
const ROW = 4;
/** Everything is united when there is as much beside the base as in it; in a larger catalogue three times as much. */
const LARGE_BASE = 20_000;
const BESIDE_LARGE = 3;
/** Everything is united when more than this share of the base is deleted. */
const MOST_DEAD = 0.4;

/** The meaning of more new records than this is worked out beside, when changes come to rest. */
const FOLDED_AT_ONCE = 1_000;

export type Words = ReadonlyMap<string, number>;

/** What a merge needs to know. `full` unites all segments; the lexicon is learned anew then. */
export type MergePlan = { from: number; entries: Entry[]; full: boolean; words: Words; base: Segment | null };
export type Merged = { segment: Segment; vectors: Vectors | undefined; words: Words };

export type Writer = {
  generation(): Generation;
  /** Takes the changes in, in their order; the next generation holds them. */
  apply(changes: readonly Change[]): void;
  /** The merge that is due, if any; none that touches the sources of the one under way. `busy`: more changes are on their way. */
  due(underWay: MergePlan | null, busy?: boolean): MergePlan | null;
  /** Puts the result of a merge in the place of its sources; what was deleted meanwhile is deleted there too. */
  adopt(plan: MergePlan, merged: Merged): void;
  /** For when changes have come to rest: gives back what only helps while more are coming. */
  rest(): void;
  /** What is to be learned of the meaning of records; `null` when everything is known, or the records bring it with them. */
  lesson(): Lesson | null;
  /** Takes in what was learned. Segments that are gone meanwhile do not matter. */
  teach(lesson: Lesson, learned: Learned): void;
};

/** An index as it was kept, with its lexicon. */
export type Kept = { generation: Generation; words: Words };

/** `space`: records bring vectors of this space with them; otherwise their meaning is learned. */
export function createWriter(fields: Fields, vocabulary: readonly string[], kept?: Kept, space?: string): Writer {
  const entries: Entry[] = [...(kept?.generation.entries ?? [])];
  let seq = kept?.generation.seq ?? 0;
  let words: Words = kept?.words ?? learn([], vocabulary, 0);
  let lexicon = kept?.generation.lexicon ?? packLexicon(words);
  let current: Generation | null = null;
  let model: Model | null = kept?.generation.model ?? null;
  let changes = kept?.generation.changes ?? 0;
  /** The number of changes at which there was nothing to learn. */
  let barren = -1;
  let lastId = entries.reduce((most, entry) => Math.max(most, entry.id), 0);

  const inverter = createInverter(fields);

  const alive = (entry: Entry): number => entry.segment.size - countBits(entry.dead);
  const entryOf = ({ segment, vectors }: Pick<Merged, 'segment' | 'vectors'>): Entry => {
    const own = vectors?.space === (space ?? model?.space) ? vectors : undefined;
    const folded = own === undefined && model !== null && segment.size <= FOLDED_AT_ONCE ? foldSegment(segment, model) : own;
    return { id: ++lastId, segment, dead: sharedWords(bitWords(segment.size)), vectors: folded };
  };
  const small = (source: Source): Entry =>
    entryOf(runMerge([source], { full: false, words, base: entries[0]!.segment }, fields, vocabulary));

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

  const generation = (): Generation => {
    current ??= { entries: [...entries], records: entries.reduce((sum, entry) => sum + alive(entry), 0), seq, lexicon, model, changes };
    return current;
  };

  return {
    generation,
    apply(list) {
      const last = new Map(list.map((change) => [change.id, change.record]));
      const records: SearchRecord[] = [];
      for (const [id, record] of last) if (record !== null) records.push(record.id === id ? record : { ...record, id });
      records.sort((a, b) => compareStrings(a.id, b.id));
      // A record that cannot be read stops here, before anything is changed.
      const vectors = space === undefined ? undefined : broughtBy(records, space);
      const raw: Source | null = records.length > 0 ? { segment: inverter.invert(records), dead: null, vectors, raw: true } : null;
      const copied = new Set<number>();
      for (const id of last.keys()) remove(id, copied);
      if (raw !== null && entries.length > 0) {
        entries.push(small(raw));
      } else if (raw !== null) {
        const merged = runMerge([raw], { full: true, words, base: null }, fields, vocabulary);
        words = merged.words;
        lexicon = packLexicon(words);
        entries.push(entryOf(merged));
      }
      changes += last.size;
      for (const change of list) seq = Math.max(seq, change.seq);
      current = null;
    },
    due(underWay, busy = false) {
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
        const enough = sizes[0]! * (sizes[0]! >= LARGE_BASE ? BESIDE_LARGE : 1);
        if ((entries.length > 1 && others >= enough) || base - sizes[0]! > base * MOST_DEAD) return plan(0, true);
      }
      let from = entries.length - 1;
      let sum = sizes[from] ?? 0;
      const last = sum;
      const near = (size: number): boolean => size <= (busy ? 2 * last : NEIGHBOUR * sum);
      while (from > Math.max(1, free) && near(sizes[from - 1]!)) sum += sizes[--from]!;
      return entries.length - from >= (busy ? ROW : 2) ? plan(from, false) : null;
    },
    adopt(plan, merged) {
      const entry = entryOf(merged);
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
    rest: () => inverter.forget(),
    lesson: () => (space === undefined && changes !== barren ? lessonFor(generation()) : null),
    teach(lesson, learned) {
      if (learned.model === null) {
        barren = lesson.changes;
        return;
      }
      if (lesson.model === null) changes -= lesson.changes;
      model = learned.model;
      const vectors = new Map(learned.vectors.map((each) => [each.id, each.vectors]));
      entries.forEach((entry, e) => {
        const own = vectors.get(entry.id);
        if (own !== undefined) entries[e] = { ...entry, vectors: own };
        else if (entry.vectors?.space !== model!.space && entry.segment.size <= FOLDED_AT_ONCE)
          entries[e] = { ...entry, vectors: foldSegment(entry.segment, model!) };
      });
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
  return { ...merge(sources, fields, tableOf(words), known), words };
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
