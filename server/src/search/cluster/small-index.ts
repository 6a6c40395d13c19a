/**
 * Small indexes in memory, in which the engine's own code works on what the cluster gave: words of the catalogue with their frequencies, so
 * that a query gets the plan the own engine would make, and a handful of records, so that they are ordered, marked and counted by the same
 * rules. Frequencies are those of the whole catalogue.
 */
import type { Lexicon } from '@fundus/search/analysis/compounds';
import { compareStrings, dictionaryOf, sortStrings } from '@fundus/search/index/dictionary';
import type { IndexView, LiveSegment } from '@fundus/search/index/index-view';
import { lettersOf } from '@fundus/search/index/letters';
import type { Model } from '@fundus/search/index/model';
import type { Fields, Segment } from '@fundus/search/index/segment';
import { suppliedVectors } from '@fundus/search/index/vector-rows';
import { bitWords } from '@fundus/search/index/bits';
import { variantHash } from '@fundus/search/analysis/variants';
import { projectSegment } from '@fundus/search/vectors/project';
import { createInverter } from '@fundus/search/writer/invert';
import { merge } from '@fundus/search/writer/merge';
import type { DictionaryWord, StoredRecord } from './documents.ts';

/** What is known of the whole catalogue. */
export type Catalogue = {
  records: number;
  lexicon: IndexView['lexicon'];
  lookUp: Lexicon;
  model: Model | null;
  /** The space of vectors that come with records. */
  space: string | undefined;
};

/** Words and stems with the number of records that have them. */
export type Frequencies = { words: readonly DictionaryWord[]; stems: ReadonlyMap<string, number> };

type Inverter = ReturnType<typeof createInverter>;
const inverters = new WeakMap<Fields, Inverter>();

function inverterOf(fields: Fields): Inverter {
  let inverter = inverters.get(fields);
  if (inverter === undefined) inverters.set(fields, (inverter = createInverter(fields)));
  return inverter;
}

/** A view of these records as if they stood in the whole catalogue. */
export function smallView(catalogue: Catalogue, frequencies: Frequencies, records: readonly StoredRecord[], fields: Fields): IndexView {
  const { lexicon, model } = catalogue;
  const segments: LiveSegment[] = [];
  if (records.length > 0) segments.push(recordSegment(catalogue, records, fields));
  segments.push({ id: 2, segment: wordSegment(frequencies, fields), deleted: new Uint32Array(0) });
  return { segments, records: catalogue.records, seq: 0, lexicon, model, changes: 0 };
}

function recordSegment({ lookUp, model, space }: Catalogue, records: readonly StoredRecord[], fields: Fields): LiveSegment {
  const sorted = records.map(({ record }) => record).sort((a, b) => compareStrings(a.id, b.id));
  const ids = sorted.map(({ id }) => id);
  const parts = new Map(records.flatMap((each) => each.parts));
  const known = (stem: string): string[] => [...(parts.get(stem) ?? [])];
  const { segment } = merge([{ segment: inverterOf(fields).invert(ids, sorted), deleted: null, raw: true }], fields, lookUp, known);
  // What is frequent is said by the other segment.
  segment.termLive.fill(0);
  segment.surfaceLive.fill(0);
  const vectors =
    space !== undefined
      ? suppliedVectors(
          sorted.map(({ vector }) => vector),
          space,
        )
      : model !== null
        ? projectSegment(segment, model)
        : undefined;
  return { id: 1, segment, deleted: new Uint32Array(bitWords(sorted.length)), vectors };
}

/** A segment without records. */
function wordSegment({ words, stems }: Frequencies, fields: Fields): Segment {
  const terms = sortStrings([...new Set([...stems.keys(), ...words.map(({ stem }) => stem)])]);
  const numbers = new Map(terms.map((term, t) => [term, t]));
  const termLive = Uint32Array.from(terms, (term) => stems.get(term) ?? 0);
  const sorted = words.toSorted((a, b) => compareStrings(a.surface, b.surface) || compareStrings(a.stem, b.stem));
  const surfaces = dictionaryOf(sorted.map(({ surface }) => surface));
  const surfaceVariant = Uint32Array.from(sorted, ({ surface, stem }) => (stem.includes("'") ? 0 : variantHash(surface)));
  const variants = Uint32Array.from(sorted.keys()).filter((s) => surfaceVariant[s] !== 0);
  const nothing = (): Segment['visible'] => ({
    dictionary: dictionaryOf([]),
    live: new Uint32Array(0),
    start: new Uint32Array(1),
    records: new Uint32Array(0),
    combination: new Uint32Array(0),
    forwardStart: new Uint32Array(1),
    forward: new Uint32Array(0),
  });
  return {
    size: 0,
    languages: [],
    ids: dictionaryOf([]),
    texts: dictionaryOf([]),
    language: new Uint8Array(0),
    terms: dictionaryOf(terms),
    termLive,
    postings: {
      start: new Uint32Array(terms.length + 1),
      records: new Uint32Array(0),
      impacts: new Uint8Array(0),
      wordImpacts: new Uint8Array(0),
      masks: new Uint8Array(0),
      blocks: new Uint32Array(0),
      bytes: new Uint8Array(0),
    },
    parts: { start: new Uint32Array(terms.length + 1), terms: new Uint32Array(0) },
    surfaces,
    surfaceTerm: Uint32Array.from(sorted, ({ stem }) => numbers.get(stem)!),
    surfaceLive: Uint32Array.from(sorted, ({ stem }) => stems.get(stem) ?? 0),
    surfaceLetters: Uint32Array.from(sorted.keys(), (s) => lettersOf(surfaces.bytes, surfaces.offsets[s]!, surfaces.offsets[s + 1]!)),
    surfaceVariant,
    variants: variants.sort((a, b) => surfaceVariant[a]! - surfaceVariant[b]! || a - b),
    titles: { hashes: new Uint32Array(0), records: new Uint32Array(0) },
    titleKeys: dictionaryOf([]),
    titleRank: new Uint32Array(0),
    values: fields.values.map(nothing),
    visible: nothing(),
    completions: fields.text.map(nothing),
    numbers: fields.numbers.map(() => new Float64Array(0)),
  };
}
