/**
 * A segment: an immutable index of some records. Records are numbered in the order of their identifiers, which is also the order of ties. All data is
 * in arrays in shared memory, which are passed between threads without copying.
 */
import type { Schema } from '../api.ts';
import type { Dictionary } from './dictionary.ts';
import { toBuffer } from './dictionary.ts';

/** Records by value. `live` counts the records that are not deleted, whereas the lists may contain deleted ones. */
export type ValueIndex = {
  dictionary: Dictionary;
  live: Uint32Array;
  /** Start of the records with value `v` in `records`. They end before `start[v + 1]` and are ascending. */
  start: Uint32Array;
  records: Uint32Array;
  /** Number of each record's combination of values. */
  combination: Uint32Array;
  /** Start of the values of combination `c` in `forward`, including ancestors in trees. */
  forwardStart: Uint32Array;
  forward: Uint32Array;
};

/**
 * Records by stem, with impacts and positions. If `masks[p]` is 0, the stem only occurs as part of a compound. Otherwise, bit `f` is set if text
 * field `f` contains the stem as a word.
 */
export type Postings = {
  start: Uint32Array;
  records: Uint32Array;
  /** Impact from 1 to 255 of the stem as a word or as part of a compound, whichever is higher (`Wasser` in the title `Der Wasserkreislauf`). */
  impacts: Uint8Array;
  /** Impact of the stem as a word; 0 if it only occurs in compounds. Merges recompute `impacts` from it. */
  wordImpacts: Uint8Array;
  masks: Uint8Array;
  /** Offset in `bytes` at which the positions of every eighth posting start. */
  blocks: Uint32Array;
  /**
   * For each posting, its length in bytes (255 if four further bytes contain the length) and its ascending positions, as differences in groups of
   * seven bits.
   */
  bytes: Uint8Array;
};

export type Segment = {
  size: number;
  languages: string[];
  ids: Dictionary;
  /** Texts of the records. Entry `r * fields + f` is text field `f` of record `r`; list elements are joined with `ELEMENT_SEPARATOR`. */
  texts: Dictionary;
  language: Uint8Array;
  terms: Dictionary;
  /** Number of records, excluding deleted ones, that contain each stem as a word or as part of a compound. */
  termLive: Uint32Array;
  postings: Postings;
  /** Stems that are parts of stem `t`. They start at `terms[start[t]]`. */
  parts: { start: Uint32Array; terms: Uint32Array };
  /** Folded words, each with its stem, sorted by word and then by stem. */
  surfaces: Dictionary;
  surfaceTerm: Uint32Array;
  surfaceLive: Uint32Array;
  /** Letter set of each folded word (see `lettersOf`). */
  surfaceLetters: Uint32Array;
  /** Hash of the variant key of each folded word; 0 if it has none. */
  surfaceVariant: Uint32Array;
  /** Folded words in the order of their variant hashes. */
  variants: Uint32Array;
  /** Hashes of complete titles in ascending order, with their records. */
  titles: { hashes: Uint32Array; records: Uint32Array };
  titleKeys: Dictionary;
  titleRank: Uint32Array;
  values: ValueIndex[];
  visible: ValueIndex;
  /** Folded short texts of each text field, used for completions. */
  completions: ValueIndex[];
  numbers: Float64Array[];
};

/** Separator between list elements in a stored text. */
export const ELEMENT_SEPARATOR = '\u001f';

/** Fields of the schema in the order of their numbers, with data for scoring. */
export type Fields = {
  schema: Schema;
  text: { name: string; weight: number; exact: boolean; typical: number }[];
  values: { name: string; tree: boolean }[];
  numbers: string[];
  heaviest: number;
};

const MAX_TEXT_FIELDS = 8;

export function fieldsOf(schema: Schema): Fields {
  const text = Object.entries(schema.text).map(([name, field]) => ({
    name,
    weight: field.weight,
    exact: field.exact === true,
    typical: field.exact === true ? 6 : 24,
  }));
  if (text.length > MAX_TEXT_FIELDS) throw new RangeError(`the schema has more than ${MAX_TEXT_FIELDS} text fields`);
  return {
    schema,
    text,
    values: Object.entries(schema.values).map(([name, field]) => ({ name, tree: field.tree === true })),
    numbers: Object.keys(schema.numbers),
    heaviest: Math.max(1e-6, ...text.map((field) => field.weight)),
  };
}

type Tree = { [key: string]: Tree } | Tree[] | ArrayBufferView | number | string;

/** Calls `visit` for every array of a segment with its path, in a fixed order. */
export function eachArray(segment: Segment, visit: (path: string, array: ArrayBufferView) => void): void {
  const walk = (path: string, node: Tree): void => {
    if (ArrayBuffer.isView(node)) visit(path, node);
    else if (Array.isArray(node)) node.forEach((child, index) => walk(`${path}.${index}`, child));
    else if (typeof node === 'object') for (const [key, child] of Object.entries(node)) walk(path === '' ? key : `${path}.${key}`, child);
  };
  walk('', segment as unknown as Tree);
}

/** Restores the buffers of a segment, which another thread sent as plain byte arrays. */
export function revive(segment: Segment): Segment {
  const dictionary = (d: Dictionary): Dictionary => ({ bytes: toBuffer(d.bytes), offsets: d.offsets });
  const valueIndex = (v: ValueIndex): ValueIndex => ({ ...v, dictionary: dictionary(v.dictionary) });
  return {
    ...segment,
    ids: dictionary(segment.ids),
    texts: dictionary(segment.texts),
    terms: dictionary(segment.terms),
    surfaces: dictionary(segment.surfaces),
    titleKeys: dictionary(segment.titleKeys),
    values: segment.values.map(valueIndex),
    visible: valueIndex(segment.visible),
    completions: segment.completions.map(valueIndex),
  };
}
