/** Inverts records to a raw segment, which only contains words. `merge` adds the compound parts. */
import type { SearchRecord } from '../api.ts';
import type { Language } from '../analysis/stem.ts';
import { languageOf } from '../analysis/stem.ts';
import { sortKey } from '../analysis/fold.ts';
import { hash } from '../analysis/variants.ts';
import { compareStrings, dictionaryOf } from '../index/dictionary.ts';
import { countAt, impactBy, normsOf } from '../index/impact.ts';
import { createOccurrences } from './occurrences.ts';
import { PAIR, sharedWords } from '../index/memory.ts';
import { sortWords } from '../index/sort-words.ts';
import { addPosting, newPostings, sortPostings } from './raw-postings.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { ELEMENT_SEPARATOR } from '../index/segment.ts';
import { MAX_COMPLETION, textElements } from '../index/stored-text.ts';
import { valueCollector } from './value-index.ts';
import { createWordTable, SURFACE, TERM, type WordTable } from './word-table.ts';

/** Maximum position; all words after it have the same position. */
const LAST_POSITION = 0x0fffffff;

/** A folded word of a text with its stem. */
export type Surface = { surface: string; stem: string };

/** Maximum number of words in the cache. A full cache is cleared. */
const MAX_WORDS = 200_000;

/** Converts records to a raw segment. The records must be ordered by identifier without duplicates; they are read one at a time. */
type Inverter = {
  invert(ids: readonly string[], records: Iterable<SearchRecord>): Segment;
  words: Words;
  /** Frees the memory of the word cache. The cache is refilled on use. */
  releaseCache(): void;
};

/** Splits a text into words and passes the folded forms of each word, usually one, to `visit`. Words without a folded form are skipped. */
export type Words = (text: string, language: Language, visit: (written: Surface[]) => void) => void;

export function createInverter(fields: Fields): Inverter {
  let table = createWordTable();
  /** Number of records in earlier batches since the word table was created. */
  let before = 0;
  const read: number[] = [];
  const renew = (): void => {
    table = createWordTable();
    before = 0;
  };
  const keepSmall = (): void => {
    if (table.size() > MAX_WORDS) renew();
  };
  return {
    invert(ids, records) {
      keepSmall();
      const first = before;
      // Counts the records even if inverting fails, because their words are in the table.
      before += ids.length;
      return invert(ids, records, fields, table, first);
    },
    words(text, language, visit) {
      keepSmall();
      const count = table.read(text, language, read);
      const { starts, written, surfaces } = table.rows;
      for (let w = 0; w < count; w++) {
        const several = read[w]! >>> 1;
        const numbers = (read[w]! & 1) === 0 ? [several] : written.array.subarray(starts.array[several], starts.array[several + 1]);
        if (numbers.length === 0) continue;
        visit(
          Array.from(numbers, (number) => ({
            surface: table.surfaces[number]!,
            stem: table.stems[surfaces.array[number * SURFACE.size + SURFACE.term]!]!,
          })),
        );
      }
    },
    releaseCache: renew,
  };
}

/** Content of a segment, collected record by record. */
type Batch = {
  /** Numbers of the stems in the word table, in order of occurrence. */
  terms: number[];
  surfaces: number[];
  languages: string[];
  language: Uint8Array<SharedArrayBuffer>;
  texts: string[];
  titleKeys: string[];
  titlePairs: number[];
  visible: Collector;
  values: Collector[];
  completions: Collector[];
  numbers: Float64Array<SharedArrayBuffer>[];
  postings: ReturnType<typeof newPostings>;
};
type Collector = ReturnType<typeof valueCollector>;

const newBatch = (fields: Fields, size: number): Batch => ({
  terms: [],
  surfaces: [],
  languages: [],
  language: new Uint8Array(new SharedArrayBuffer(size)),
  texts: [],
  titleKeys: [],
  titlePairs: [],
  visible: valueCollector(),
  values: fields.values.map(() => valueCollector()),
  completions: fields.text.map(() => valueCollector()),
  numbers: fields.numbers.map(() => new Float64Array(new SharedArrayBuffer(size * 8)).fill(NaN)),
  postings: newPostings(size * 32),
});

/** Inverts records. `before` is the number of records in earlier batches whose words are in the table. */
function invert(ids: readonly string[], records: Iterable<SearchRecord>, fields: Fields, table: WordTable, before: number): Segment {
  const batch = newBatch(fields, ids.length);
  readRecords(batch, records, fields, table, before);
  return segmentOf(batch, ids, table);
}

function readRecords(batch: Batch, records: Iterable<SearchRecord>, fields: Fields, table: WordTable, before: number): void {
  const { rows } = table;
  const { terms: batchTerms, surfaces: batchSurfaces, languages, language, texts, titleKeys, titlePairs, completions } = batch;
  const occurrences = createOccurrences();
  const addPostings = postingsWriter(batch, occurrences, fields);
  const read: number[] = [];
  const lengths = new Uint32Array(fields.text.length);

  let r = -1;
  for (const record of records) {
    r++;
    language[r] = numberOf(languages, record.language ?? '');
    const rules = languageOf(languages[language[r]!]);
    const now = before + r + 1;
    occurrences.clear();
    let titleKey: string | undefined;
    for (let f = 0; f < fields.text.length; f++) {
      const elements = textElements(record.text[fields.text[f]!.name]);
      texts.push(elements.join(ELEMENT_SEPARATOR));
      let position = 0;
      let length = 0;
      for (const element of elements) {
        const keyed = fields.text[f]!.exact || element.length <= MAX_COMPLETION;
        let folded = '';
        const words = table.read(element, rules, read);
        const starts = rows.starts.array;
        const written = rows.written.array;
        const terms = rows.terms.array;
        const surfaces = rows.surfaces.array;
        for (let w = 0; w < words; w++) {
          // Almost all words have only one form.
          const half = read[w]! >>> 1;
          const several = (read[w]! & 1) === 1;
          const from = several ? starts[half]! : 0;
          const end = several ? starts[half + 1]! : 1;
          if (from === end) continue;
          const first = several ? written[from]! : half;
          if (keyed) folded += folded === '' ? table.surfaces[first]! : ` ${table.surfaces[first]!}`;
          const value = Math.min(position++, LAST_POSITION) * 8 + f;
          length++;
          for (let i = from; i < end; i++) {
            const form = several ? written[i]! : half;
            const surface = form * SURFACE.size;
            const term = surfaces[surface + SURFACE.term]! * TERM.size;
            const seen = terms[term + TERM.seen]!;
            if (seen <= before) terms[term + TERM.local] = batchTerms.push(surfaces[surface + SURFACE.term]!) - 1;
            if (seen !== now) {
              terms[term + TERM.seen] = now;
              terms[term + TERM.slot] = occurrences.open(terms[term + TERM.local]!);
            }
            occurrences.add(terms[term + TERM.slot]!, value);
            const last = surfaces[surface + SURFACE.seen]!;
            if (last === now) continue;
            if (last <= before) {
              batchSurfaces.push(form);
              surfaces[surface + SURFACE.live] = 0;
            }
            surfaces[surface + SURFACE.seen] = now;
            surfaces[surface + SURFACE.live]!++;
          }
        }
        position++;
        if (folded === '') continue;
        if (fields.text[f]!.exact) titlePairs.push(hash(folded) * PAIR + r);
        if (element.length <= MAX_COMPLETION) completions[f]!.add(r, folded);
      }
      if (fields.text[f]!.exact && titleKey === undefined) titleKey = sortKey(elements[0] ?? '');
      lengths[f] = length;
    }
    titleKeys.push(titleKey ?? '');
    addPostings(r, lengths);
    addValues(batch, fields, r, record);
  }
}

/** Returns the number of a language in the segment, which can have at most 255 languages. */
function numberOf(languages: string[], code: string): number {
  const number = languages.indexOf(code);
  if (number >= 0) return number;
  return languages.length < 255 ? languages.push(code) - 1 : 0;
}

/** Returns a function that adds the postings of a record. `lengths` contains the number of words in each field. */
function postingsWriter({ postings }: Batch, occurrences: ReturnType<typeof createOccurrences>, fields: Fields) {
  const positions: number[] = [];
  const norms = new Float64Array(fields.text.length);
  const counts = new Float64Array(fields.text.length);
  return (record: number, lengths: Uint32Array): void => {
    normsOf(fields, lengths, norms);
    for (let s = 0; s < occurrences.count(); s++) {
      const places = occurrences.read(s, positions);
      for (let f = 0; f < counts.length; f++) counts[f] = 0;
      let mask = 0;
      for (let p = 0; p < places; p++) {
        const value = positions[p]!;
        counts[value & 7]! += countAt(value >>> 3);
        mask |= 1 << (value & 7);
      }
      addPosting(postings, occurrences.term(s), record, impactBy(fields, counts, norms), mask, positions, places);
    }
  };
}

function addValues({ values, visible, numbers }: Batch, fields: Fields, r: number, record: SearchRecord): void {
  fields.values.forEach((field, v) => {
    for (const value of record.values[field.name] ?? []) values[v]!.add(r, value);
  });
  for (const token of record.visible) visible.add(r, token);
  fields.numbers.forEach((name, n) => {
    numbers[n]![r] = record.numbers[name] ?? NaN;
  });
}

/** Returns the segment of a batch with sorted stems and folded words. */
function segmentOf(batch: Batch, ids: readonly string[], table: WordTable): Segment {
  const { rows } = table;
  const localOf = (term: number): number => rows.terms.array[term * TERM.size + TERM.local]!;
  const terms = sortWords(batch.terms, table.keys.terms.array, (a, b) => compareStrings(table.stems[a]!, table.stems[b]!));
  /** Rank of each stem by its number in the batch. */
  const rank = new Uint32Array(batch.terms.length);
  terms.forEach((term, at) => (rank[localOf(term)] = at));
  const titles = Float64Array.from(batch.titlePairs).sort();
  return {
    size: ids.length,
    languages: batch.languages,
    ids: dictionaryOf(ids),
    texts: dictionaryOf(batch.texts),
    language: batch.language,
    terms: dictionaryOf(Array.from(terms, (term) => table.stems[term]!)),
    termLive: new Uint32Array(0),
    postings: sortPostings(terms.length, rank, batch.postings),
    parts: { start: new Uint32Array(terms.length + 1), terms: new Uint32Array(0) },
    ...surfacesOf(batch, table, (term) => rank[localOf(term)]!),
    surfaceLetters: new Uint32Array(0),
    variants: new Uint32Array(0),
    titles: {
      hashes: Uint32Array.from(titles, (pair) => Math.floor(pair / PAIR)),
      records: Uint32Array.from(titles, (pair) => pair % PAIR),
    },
    titleKeys: dictionaryOf(batch.titleKeys),
    titleRank: new Uint32Array(0),
    values: batch.values.map((collector) => collector.finish()),
    visible: batch.visible.finish(),
    completions: batch.completions.map((collector) => collector.finish()),
    numbers: batch.numbers,
  };
}

/** Returns the folded words of a batch with their stems, record counts and variant keys. */
function surfacesOf(batch: Batch, table: WordTable, rankOf: (term: number) => number) {
  const { surfaces: rows, variants } = table.rows;
  const rowOf = (surface: number): number => surface * SURFACE.size;
  const termOf = (surface: number): number => rows.array[rowOf(surface) + SURFACE.term]!;
  const sorted = sortWords(
    batch.surfaces,
    table.keys.surfaces.array,
    (a, b) => compareStrings(table.surfaces[a]!, table.surfaces[b]!) || compareStrings(table.stems[termOf(a)]!, table.stems[termOf(b)]!),
  );
  const surfaceTerm = sharedWords(sorted.length);
  const surfaceLive = sharedWords(sorted.length);
  const surfaceVariant = sharedWords(sorted.length);
  for (let s = 0; s < sorted.length; s++) {
    surfaceTerm[s] = rankOf(termOf(sorted[s]!));
    surfaceLive[s] = rows.array[rowOf(sorted[s]!) + SURFACE.live]!;
    surfaceVariant[s] = variants.array[sorted[s]!]!;
  }
  return { surfaces: dictionaryOf(Array.from(sorted, (surface) => table.surfaces[surface]!)), surfaceTerm, surfaceLive, surfaceVariant };
}
