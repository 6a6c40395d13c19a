/**
 * Several segments → one complete segment without the deleted records. Also the only way a raw segment
 * becomes complete: its stems get their compound parts, its spelling variants and its title order here.
 */
import type { Lexicon } from '../analysis/compounds.ts';
import { split } from '../analysis/compounds.ts';
import { stem } from '../analysis/stem.ts';
import { hash, variantKey } from '../analysis/variants.ts';
import { has } from './bits.ts';
import { allStrings, find, sizeOf, sortStrings, stringAt } from './dictionary.ts';
import type { Dictionary } from './dictionary.ts';
import { dictionaryOf } from './invert.ts';
import { growingWords, push, shareWords, sharedBytes, sharedDoubles, sharedWords } from './memory.ts';
import { mergePostings } from './merge-postings.ts';
import type { Fields, Segment } from './segment.ts';
import { mergeValues, withForward } from './value-index.ts';

export type Source = { segment: Segment; dead: Uint32Array | null };

/** The parts a stem had when the lexicon was learned; `null` when it was not known then. */
export type KnownParts = (stem: string) => string[] | null;

const GONE = 0xffffffff;

/** `known` is absent when the lexicon was just learned from these very sources: then all parts are worked out anew. */
export function merge(sources: readonly Source[], fields: Fields, lexicon: Lexicon, known?: KnownParts): Segment {
  const { renumber, from, record } = numberRecords(sources);
  const size = from.length;
  const surfaces = mergeSurfaces(sources);
  const partsOf = compoundParts(surfaces, lexicon, known);
  const termStrings = sortStrings([...new Set([...surfaces.map((entry) => entry.stem), ...[...partsOf.values()].flat()])]);
  const termIds = new Map(termStrings.map((term, at) => [term, at]));
  const parts = { start: sharedWords(termStrings.length + 1), terms: growingWords() };
  termStrings.forEach((term, t) => {
    for (const part of partsOf.get(term) ?? []) push(parts.terms, termIds.get(part)!);
    parts.start[t + 1] = parts.terms.length;
  });
  const partTerms = shareWords(parts.terms.array.subarray(0, parts.terms.length));
  const postings = mergePostings(
    sources.map((source, s) => ({
      postings: source.segment.postings,
      renumber: renumber[s]!,
      terms: Uint32Array.from({ length: sizeOf(source.segment.terms) }, (_, t) => termIds.get(stringAt(source.segment.terms, t)) ?? GONE),
    })),
    termStrings.length,
    { start: parts.start, terms: partTerms },
    size,
  );
  const titleKeys = gather(
    sources.map((source) => source.segment.titleKeys),
    from,
    record,
    1,
  );
  const languages = [...new Set(sources.flatMap((source) => source.segment.languages))].slice(0, 255);
  const language = sharedBytes(size);
  for (let r = 0; r < size; r++) {
    const source = sources[from[r]!]!.segment;
    language[r] = Math.max(0, languages.indexOf(source.languages[source.language[record[r]!]!]!));
  }
  return {
    size,
    languages,
    ids: gather(
      sources.map((source) => source.segment.ids),
      from,
      record,
      1,
    ),
    texts: gather(
      sources.map((source) => source.segment.texts),
      from,
      record,
      fields.text.length,
    ),
    language,
    terms: dictionaryOf(termStrings),
    termLive: shareWords(Uint32Array.from(termStrings, (_, t) => postings.start[t + 1]! - postings.start[t]!)),
    postings,
    parts: { start: parts.start, terms: partTerms },
    surfaces: dictionaryOf(surfaces.map((entry) => entry.surface)),
    surfaceTerm: shareWords(Uint32Array.from(surfaces, (entry) => termIds.get(entry.stem)!)),
    surfaceLive: shareWords(Uint32Array.from(surfaces, (entry) => entry.live)),
    variants: variantsOf(surfaces),
    titles: mergeTitles(sources, renumber),
    titleKeys,
    titleRank: rankTitles(titleKeys),
    values: fields.values.map((field, v) =>
      withForward(
        mergeValues(
          sources.map((source) => source.segment.values[v]!),
          renumber,
        ),
        size,
        field.tree,
      ),
    ),
    visible: withForward(
      mergeValues(
        sources.map((source) => source.segment.visible),
        renumber,
      ),
      size,
      false,
    ),
    completions: fields.text.map((_, f) =>
      mergeValues(
        sources.map((source) => source.segment.completions[f]!),
        renumber,
      ),
    ),
    numbers: fields.numbers.map((_, n) => {
      const numbers = sharedDoubles(size);
      for (let r = 0; r < size; r++) numbers[r] = sources[from[r]!]!.segment.numbers[n]![record[r]!]!;
      return numbers;
    }),
  };
}

/** The new order of the records: `from[r]` is the source and `record[r]` the number there. */
function numberRecords(sources: readonly Source[]): { renumber: Uint32Array[]; from: Uint16Array; record: Uint32Array } {
  const renumber = sources.map((source) => new Uint32Array(source.segment.size).fill(GONE));
  const rows: { s: number; next: number; id: string }[] = [];
  const advance = (row: { s: number; next: number; id: string }): boolean => {
    const { segment, dead } = sources[row.s]!;
    while (row.next < segment.size && dead !== null && has(dead, row.next)) row.next++;
    if (row.next >= segment.size) return false;
    if (sources.length > 1) row.id = stringAt(segment.ids, row.next);
    return true;
  };
  sources.forEach((_, s) => {
    const row = { s, next: 0, id: '' };
    if (advance(row)) rows.push(row);
  });
  const total = sources.reduce((sum, source) => sum + source.segment.size, 0);
  const from = new Uint16Array(total);
  const record = new Uint32Array(total);
  let n = 0;
  while (rows.length > 0) {
    let least = 0;
    for (let i = 1; i < rows.length; i++) if (before(rows[i]!.id, rows[least]!.id)) least = i;
    const row = rows[least]!;
    renumber[row.s]![row.next] = n;
    from[n] = row.s;
    record[n++] = row.next++;
    if (!advance(row)) rows.splice(least, 1);
  }
  return { renumber, from: from.subarray(0, n), record: record.subarray(0, n) };
}

function before(a: string, b: string): boolean {
  return sortStrings([a, b])[0] === a && a !== b;
}

/** Picks the entries of the surviving records, `each` per record, in their new order. */
function gather(dictionaries: readonly Dictionary[], from: Uint16Array, record: Uint32Array, each: number): Dictionary {
  const offsets = sharedWords(from.length * each + 1);
  for (let r = 0, n = 0; r < from.length; r++) {
    const old = dictionaries[from[r]!]!.offsets;
    for (let f = 0; f < each; f++, n++) {
      const at = record[r]! * each + f;
      offsets[n + 1] = offsets[n]! + old[at + 1]! - old[at]!;
    }
  }
  const bytes = sharedBytes(offsets[offsets.length - 1]!);
  for (let r = 0; r < from.length; r++) {
    const source = dictionaries[from[r]!]!;
    const at = record[r]! * each;
    source.bytes.copy(bytes, offsets[r * each]!, source.offsets[at]!, source.offsets[at + each]!);
  }
  return { bytes: Buffer.from(bytes.buffer), offsets };
}

type Surface = { surface: string; stem: string; live: number };

function mergeSurfaces(sources: readonly Source[]): Surface[] {
  const merged = new Map<string, Surface>();
  for (const { segment } of sources) {
    const stems = allStrings(segment.terms);
    for (let i = 0; i < segment.surfaceLive.length; i++) {
      const live = segment.surfaceLive[i]!;
      if (live === 0) continue;
      const surface = stringAt(segment.surfaces, i);
      const stemOf = stems[segment.surfaceTerm[i]!]!;
      const key = `${surface}\u0000${stemOf}`;
      const entry = merged.get(key);
      if (entry === undefined) merged.set(key, { surface, stem: stemOf, live });
      else entry.live += live;
    }
  }
  return sortStrings([...merged.keys()]).map((key) => merged.get(key)!);
}

/**
 * Which stems are compounds of which. All words with the same stem share their parts, and a stem known to the
 * lexicon keeps those it had when it was learned: so the answer depends on the stem alone, not on its segment.
 */
function compoundParts(surfaces: readonly Surface[], lexicon: Lexicon, known: KnownParts | undefined): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  for (const { surface, stem: whole } of surfaces) {
    if (known !== undefined) {
      if (parts.has(whole)) continue;
      const old = known(whole) ?? stemParts(whole, whole, lexicon);
      parts.set(whole, old);
      continue;
    }
    const found = stemParts(surface, whole, lexicon);
    const before = parts.get(whole);
    parts.set(whole, before === undefined ? found : [...new Set([...before, ...found])]);
  }
  return parts;
}

/** The stems of a German word's parts. */
export function stemParts(word: string, whole: string, lexicon: Lexicon): string[] {
  if (whole.includes("'")) return [];
  const stems = new Set(split(word, lexicon).map((part) => stem(part, 'de')));
  stems.delete(whole);
  return [...stems];
}

/** The parts of a stem in the segment that was made when the lexicon was learned. */
export function partsIn(segment: Segment): KnownParts {
  return (stemOf) => {
    const term = find(segment.terms, stemOf);
    if (term < 0) return null;
    const found: string[] = [];
    for (let p = segment.parts.start[term]!; p < segment.parts.start[term + 1]!; p++)
      found.push(stringAt(segment.terms, segment.parts.terms[p]!));
    return found;
  };
}

function variantsOf(surfaces: readonly Surface[]): Segment['variants'] {
  const pairs: bigint[] = [];
  surfaces.forEach((entry, at) => {
    const key = entry.stem.includes("'") ? null : variantKey(entry.surface);
    if (key !== null) pairs.push((BigInt(hash(key)) << 32n) | BigInt(at));
  });
  const { high, low } = sortPairs(pairs);
  return { hashes: high, surfaces: low };
}

/** Pairs of numbers, the first in the upper half, in order. */
function sortPairs(pairs: bigint[]): { high: Uint32Array; low: Uint32Array } {
  const sorted = BigUint64Array.from(pairs).sort();
  return {
    high: shareWords(Uint32Array.from(sorted, (pair) => Number(pair >> 32n))),
    low: shareWords(Uint32Array.from(sorted, (pair) => Number(pair & 0xffffffffn))),
  };
}

function mergeTitles(sources: readonly Source[], renumber: readonly Uint32Array[]): Segment['titles'] {
  const pairs: bigint[] = [];
  sources.forEach(({ segment }, s) => {
    segment.titles.hashes.forEach((value, i) => {
      const record = renumber[s]![segment.titles.records[i]!]!;
      if (record !== GONE) pairs.push((BigInt(value) << 32n) | BigInt(record));
    });
  });
  const { high, low } = sortPairs(pairs);
  return { hashes: high, records: low };
}

/** The place of every record in the order of titles; equal titles keep the order of their ids. */
function rankTitles(keys: Dictionary): Uint32Array {
  const size = sizeOf(keys);
  const first = new Float64Array(size);
  for (let r = 0; r < size; r++) {
    const start = keys.offsets[r]!;
    const length = Math.min(6, keys.offsets[r + 1]! - start);
    for (let i = 0; i < 6; i++) first[r] = first[r]! * 256 + (i < length ? keys.bytes[start + i]! : 0);
  }
  const order = Uint32Array.from({ length: size }, (_, r) => r).sort(
    (a, b) =>
      first[a]! - first[b]! ||
      keys.bytes.compare(keys.bytes, keys.offsets[b]!, keys.offsets[b + 1]!, keys.offsets[a]!, keys.offsets[a + 1]!) ||
      a - b,
  );
  const rank = sharedWords(size);
  order.forEach((r, at) => (rank[r] = at));
  return rank;
}
