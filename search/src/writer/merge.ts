/**
 * Merges segments into one complete segment without the deleted records. Only this step adds compound parts, spelling variants and the
 * title order to a raw segment.
 */
import type { Lexicon } from '../analysis/compounds.ts';
import { has } from '../index/bits.ts';
import { toBuffer, compareStrings, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Dictionary } from '../index/dictionary.ts';
import type { Vectors } from '../index/model.ts';
import { gatherVectors } from '../index/vector-rows.ts';
import { PAIR, shareWords, sharedBytes, sharedDoubles, sharedWords } from '../index/memory.ts';
import { mergePostings } from './merge-postings.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { mergeValues, addForwardIndex } from './value-index.ts';
import type { KnownParts } from './vocabulary.ts';
import { GONE, mergeVocabulary } from './vocabulary.ts';
import type { Source } from './source.ts';

/** Merges the sources. If `known` is absent, the lexicon was just learned from these sources, and the parts of all stems are computed again. */
export function merge(
  sources: readonly Source[],
  fields: Fields,
  lexicon: Lexicon,
  known?: KnownParts,
): { segment: Segment; vectors: Vectors | undefined } {
  const { renumber, from, record } = numberRecords(sources);
  const size = from.length;
  const { renumber: terms, ...vocabulary } = mergeVocabulary(sources, lexicon, known);
  const count = sizeOf(vocabulary.terms);
  const postings = mergePostings(
    sources.map((source, s) => ({ postings: source.segment.postings, renumber: renumber[s]!, terms: terms[s]! })),
    count,
    vocabulary.parts,
    size,
  );
  const titleKeys = copySurvivors(
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
  const segment: Segment = {
    size,
    languages,
    ids: copySurvivors(
      sources.map((source) => source.segment.ids),
      from,
      record,
      1,
    ),
    texts: copySurvivors(
      sources.map((source) => source.segment.texts),
      from,
      record,
      fields.text.length,
    ),
    language,
    ...vocabulary,
    termLive: shareWords(Uint32Array.from({ length: count }, (_, t) => postings.start[t + 1]! - postings.start[t]!)),
    postings,
    titles: mergeTitles(sources, renumber),
    titleKeys,
    titleRank: rankTitles(titleKeys),
    values: fields.values.map((field, v) =>
      addForwardIndex(
        mergeValues(
          sources.map((source) => source.segment.values[v]!),
          renumber,
        ),
        size,
        field.tree,
      ),
    ),
    visible: addForwardIndex(
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
  const vectors = gatherVectors(
    sources.map((source) => source.vectors),
    from,
    record,
  );
  return { segment, vectors };
}

/** Numbers the surviving records: record `r` of the result is record `record[r]` of source `from[r]`. */
function numberRecords(sources: readonly Source[]): { renumber: Uint32Array[]; from: Uint16Array; record: Uint32Array } {
  const renumber = sources.map((source) => new Uint32Array(source.segment.size).fill(GONE));
  const rows: { s: number; next: number; id: string }[] = [];
  const advance = (row: { s: number; next: number; id: string }): boolean => {
    const { segment, deleted } = sources[row.s]!;
    while (row.next < segment.size && deleted !== null && has(deleted, row.next)) row.next++;
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
    let first = 0;
    for (let i = 1; i < rows.length; i++) if (compareStrings(rows[i]!.id, rows[first]!.id) < 0) first = i;
    const row = rows[first]!;
    renumber[row.s]![row.next] = n;
    from[n] = row.s;
    record[n++] = row.next++;
    if (!advance(row)) rows.splice(first, 1);
  }
  return { renumber, from: from.subarray(0, n), record: record.subarray(0, n) };
}

/** Copies the dictionary entries of the surviving records in their new order. Each record has `each` entries. */
function copySurvivors(dictionaries: readonly Dictionary[], from: Uint16Array, record: Uint32Array, each: number): Dictionary {
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
  return { bytes: toBuffer(bytes), offsets };
}

function mergeTitles(sources: readonly Source[], renumber: readonly Uint32Array[]): Segment['titles'] {
  const pairs = new Float64Array(sources.reduce((sum, source) => sum + source.segment.titles.hashes.length, 0));
  let n = 0;
  sources.forEach(({ segment }, s) => {
    segment.titles.hashes.forEach((value, i) => {
      const record = renumber[s]![segment.titles.records[i]!]!;
      if (record !== GONE) pairs[n++] = value * PAIR + record;
    });
  });
  const sorted = pairs.subarray(0, n).sort();
  return {
    hashes: shareWords(Uint32Array.from(sorted, (pair) => Math.floor(pair / PAIR))),
    records: shareWords(Uint32Array.from(sorted, (pair) => pair % PAIR)),
  };
}

/** Returns the rank of each record when sorted by title. Records with equal titles are sorted by identifier. */
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
