/** Inverts records into a raw segment, words only. `merge` makes it complete. */
import type { SearchRecord } from '../api.ts';
import type { Language } from '../analysis/stem.ts';
import { languageOf } from '../analysis/stem.ts';
import { sortKey } from '../analysis/fold.ts';
import { hash, variantHash } from '../analysis/variants.ts';
import { dictionaryOf, sortStrings } from '../index/dictionary.ts';
import { countAt, impactOf } from '../index/impact.ts';
import type { Interner } from './interner.ts';
import { createInterner } from './interner.ts';
import { PAIR } from '../index/memory.ts';
import { addPosting, newPostings, sortPostings } from './raw-postings.ts';
import type { Fields, Segment } from '../index/segment.ts';
import { ELEMENT_SEPARATOR } from '../index/segment.ts';
import { LONGEST_COMPLETION, textElements } from '../index/stored-text.ts';
import { valueCollector } from './value-index.ts';
import { wordStems } from '../analysis/word-stems.ts';

/** Words further into a field share this position. */
const LAST_POSITION = 0x0fffffff;

/** What stays the same about a word from batch to batch. The numbers are valid only in this process. */
type WordCache = {
  words: Map<Language, Interner<Word>>;
  terms: Map<string, Term>;
  surfaces: Map<string, Surface>;
};

export type Word = { surface: string; written: Surface[] };
export type Surface = { key: string; surface: string; variant: number; term: Term; batch: number; record: number; live: number };
/** `local` is the number in the batch, `slot` in the record at hand. */
type Term = { stem: string; batch: number; local: number; record: number; slot: number };

/** The cache is emptied when it has more words than this. */
const MOST_WORDS = 400_000;

function newWordCache(): WordCache {
  return { words: new Map(), terms: new Map(), surfaces: new Map() };
}

/** Turns records into a raw segment. They must be in the order of their ids, each id once. */
type Inverter = {
  invert(records: readonly SearchRecord[]): Segment;
  words: Words;
  /** Frees the memory of the word cache, which fills again as words come. */
  releaseCache(): void;
};

/** Cuts a text into the words it becomes in the index. Of one word there may be two objects: `Surface.key` says whether they are the same. */
export type Words = (text: string, language: Language, visit: (word: Word) => void) => void;

export function createInverter(fields: Fields): Inverter {
  let lore = newWordCache();
  let batch = 0;
  const keepSmall = (): void => {
    if (lore.surfaces.size > MOST_WORDS) lore = newWordCache();
  };
  return {
    invert(records) {
      keepSmall();
      return invert(records, fields, lore, ++batch);
    },
    words(text, language, visit) {
      keepSmall();
      wordsOf(lore, language).each(text, visit);
    },
    releaseCache() {
      lore = newWordCache();
    },
  };
}

function learnWord(raw: string, language: Language, lore: WordCache): Word {
  const written = wordStems(raw, language).map(({ surface, stem }): Surface => {
    let term = lore.terms.get(stem);
    if (term === undefined) lore.terms.set(stem, (term = { stem, batch: 0, local: 0, record: -1, slot: 0 }));
    const key = `${surface}\u0000${stem}`;
    let known = lore.surfaces.get(key);
    if (known === undefined) {
      const variant = stem.includes("'") ? 0 : variantHash(surface);
      lore.surfaces.set(key, (known = { key, surface, variant, term, batch: 0, record: -1, live: 0 }));
    }
    return known;
  });
  return { surface: written[0]?.surface ?? '', written };
}

function wordsOf(lore: WordCache, language: Language): Interner<Word> {
  let known = lore.words.get(language);
  if (known === undefined) lore.words.set(language, (known = createInterner((raw) => learnWord(raw, language, lore))));
  return known;
}

function invert(records: readonly SearchRecord[], fields: Fields, lore: WordCache, batch: number): Segment {
  const batchTerms: Term[] = [];
  const batchSurfaces: Surface[] = [];
  const languages: string[] = [];
  const language = new Uint8Array(new SharedArrayBuffer(records.length));
  const texts: string[] = [];
  const titleKeys: string[] = [];
  const titlePairs: number[] = [];
  const visible = valueCollector();
  const values = fields.values.map(() => valueCollector());
  const completions = fields.text.map(() => valueCollector());
  const numbers = fields.numbers.map(() => new Float64Array(new SharedArrayBuffer(records.length * 8)).fill(NaN));
  const postings = newPostings(records.length * 32);
  const slots: { term: number; positions: number[] }[] = [];
  const lengths = new Uint32Array(fields.text.length);
  const counts = new Float64Array(fields.text.length);

  for (let r = 0; r < records.length; r++) {
    const record = records[r]!;
    const code = record.language ?? '';
    let number = languages.indexOf(code);
    if (number < 0) number = languages.length < 255 ? languages.push(code) - 1 : 0;
    language[r] = number;
    const known = wordsOf(lore, languageOf(languages[number]));
    let used = 0;
    let titleKey: string | undefined;
    for (let f = 0; f < fields.text.length; f++) {
      const elements = textElements(record.text[fields.text[f]!.name]);
      texts.push(elements.join(ELEMENT_SEPARATOR));
      let position = 0;
      let length = 0;
      for (const element of elements) {
        const keyed = fields.text[f]!.exact || element.length <= LONGEST_COMPLETION;
        let folded = '';
        known.each(element, (word) => {
          if (word.surface === '') return;
          if (keyed) folded += folded === '' ? word.surface : ` ${word.surface}`;
          const value = Math.min(position++, LAST_POSITION) * 8 + f;
          length++;
          for (const surface of word.written) {
            const { term } = surface;
            if (term.batch !== batch) {
              term.batch = batch;
              term.record = -1;
              term.local = batchTerms.push(term) - 1;
            }
            if (term.record !== r) {
              term.record = r;
              term.slot = used;
              const slot = slots[used] ?? (slots[used] = { term: 0, positions: [] });
              slot.term = term.local;
              slot.positions.length = 0;
              used++;
            }
            slots[term.slot]!.positions.push(value);
            if (surface.batch !== batch) {
              surface.batch = batch;
              surface.record = -1;
              surface.live = 0;
              batchSurfaces.push(surface);
            }
            if (surface.record !== r) {
              surface.record = r;
              surface.live++;
            }
          }
        });
        position++;
        if (folded === '') continue;
        if (fields.text[f]!.exact) titlePairs.push(hash(folded) * PAIR + r);
        if (element.length <= LONGEST_COMPLETION) completions[f]!.add(r, folded);
      }
      if (fields.text[f]!.exact && titleKey === undefined) titleKey = sortKey(elements[0] ?? '');
      lengths[f] = length;
    }
    titleKeys.push(titleKey ?? '');
    for (let s = 0; s < used; s++) {
      const slot = slots[s]!;
      if (slot.positions.length > 1) slot.positions.sort((a, b) => a - b);
      counts.fill(0);
      let mask = 0;
      for (const value of slot.positions) {
        counts[value & 7]! += countAt(value >>> 3);
        mask |= 1 << (value & 7);
      }
      addPosting(postings, slot.term, r, impactOf(fields, counts, lengths), mask, slot.positions);
    }
    fields.values.forEach((field, v) => {
      for (const value of record.values[field.name] ?? []) values[v]!.add(r, value);
    });
    for (const token of record.visible) visible.add(r, token);
    fields.numbers.forEach((name, n) => {
      numbers[n]![r] = record.numbers[name] ?? NaN;
    });
  }

  const rank = new Uint32Array(batchTerms.length);
  const terms = sortStrings(batchTerms.map((term) => term.stem));
  terms.forEach((term, at) => (rank[lore.terms.get(term)!.local] = at));
  const surfaces = sortStrings(batchSurfaces.map((surface) => surface.key)).map((key) => lore.surfaces.get(key)!);
  const titles = Float64Array.from(titlePairs).sort();
  return {
    size: records.length,
    languages,
    ids: dictionaryOf(records.map((record) => record.id)),
    texts: dictionaryOf(texts),
    language,
    terms: dictionaryOf(terms),
    termLive: new Uint32Array(0),
    postings: sortPostings(terms.length, rank, postings),
    parts: { start: new Uint32Array(terms.length + 1), terms: new Uint32Array(0) },
    surfaces: dictionaryOf(surfaces.map((surface) => surface.surface)),
    surfaceTerm: Uint32Array.from(surfaces, (surface) => rank[surface.term.local]!),
    surfaceLive: Uint32Array.from(surfaces, (surface) => surface.live),
    surfaceLetters: new Uint32Array(0),
    surfaceVariant: Uint32Array.from(surfaces, (surface) => surface.variant),
    variants: new Uint32Array(0),
    titles: {
      hashes: Uint32Array.from(titles, (pair) => Math.floor(pair / PAIR)),
      records: Uint32Array.from(titles, (pair) => pair % PAIR),
    },
    titleKeys: dictionaryOf(titleKeys),
    titleRank: new Uint32Array(0),
    values: values.map((collector) => collector.finish()),
    visible: visible.finish(),
    completions: completions.map((collector) => collector.finish()),
    numbers,
  };
}
