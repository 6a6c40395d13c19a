/**
 * A segment: an immutable index over some records. Records are numbered in the order of their identifiers, so ascending record numbers are
 * also the order of ties. All data are arrays in shared memory, which threads pass to each other without copying.
 */
import type { Schema } from '../api.ts';
import type { Dictionary } from './dictionary.ts';
import { asBuffer } from './dictionary.ts';

/** The records of each value. `live` counts the records that are not deleted; the lists may contain deleted ones. */
export type ValueIndex = {
  dictionary: Dictionary;
  live: Uint32Array;
  /** Records of value `v`: `records[start[v]] … records[start[v + 1] - 1]`, ascending. */
  start: Uint32Array;
  records: Uint32Array;
  /** Number of the combination of values of each record. */
  combination: Uint32Array;
  /** The values of combination `c`, including ancestors in trees: `forward[forwardStart[c]] …`. */
  forwardStart: Uint32Array;
  forward: Uint32Array;
};

/**
 * The records of each stem, with impacts and positions. A posting with `masks[p] === 0` is a stem that is only part of a compound;
 * otherwise bit `f` is set if text field `f` contains the stem as a word.
 */
export type Postings = {
  start: Uint32Array;
  records: Uint32Array;
  /** Impact from 1 to 255, as a word or as part of a compound, whichever is higher (`Wasser` in the title `Der Wasserkreislauf`). */
  impacts: Uint8Array;
  /** Impact as a word only, 0 if it is none; merges start from it. */
  wordImpacts: Uint8Array;
  masks: Uint8Array;
  /** Offset in `bytes` of the positions of every eighth posting. */
  blocks: Uint32Array;
  /**
   * For each posting its length in bytes (255 if four more bytes contain it) and the ascending positions, as differences in groups of seven
   * bits.
   */
  bytes: Uint8Array;
};

export type Segment = {
  size: number;
  languages: string[];
  ids: Dictionary;
  /** The text of field `f` of record `r` at `r * fields + f`, elements of lists joined by `ELEMENT_SEPARATOR`. */
  texts: Dictionary;
  language: Uint8Array;
  terms: Dictionary;
  /** Number of records, not deleted, that contain the stem, also as part of a compound. */
  termLive: Uint32Array;
  postings: Postings;
  /** The stems that are parts of stem `t`: `terms[start[t]] …`. */
  parts: { start: Uint32Array; terms: Uint32Array };
  /** Folded words, each with its stem, sorted by word, then by stem. */
  surfaces: Dictionary;
  surfaceTerm: Uint32Array;
  surfaceLive: Uint32Array;
  /** Letter set of each surface (see `lettersOf`). */
  surfaceLetters: Uint32Array;
  /** Hash of the variant key of each surface, 0 if it has none. */
  surfaceVariant: Uint32Array;
  /** The surfaces ordered by these hashes. */
  variants: Uint32Array;
  /** Hashes of whole titles, ascending. */
  titles: { hashes: Uint32Array; records: Uint32Array };
  titleKeys: Dictionary;
  titleRank: Uint32Array;
  values: ValueIndex[];
  visible: ValueIndex;
  /** Short texts of each text field, folded, for completions. */
  completions: ValueIndex[];
  numbers: Float64Array[];
};

/** Separator of the elements of a list in a stored text. */
export const ELEMENT_SEPARATOR = '\u001f';

/** The fields of the schema in the order of their numbers, with data for scoring. */
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

/** Calls `visit` with the path of every array of a segment, in a fixed order. */
export function eachArray(segment: Segment, visit: (path: string, array: ArrayBufferView) => void): void {
  const walk = (path: string, node: Tree): void => {
    if (ArrayBuffer.isView(node)) visit(path, node);
    else if (Array.isArray(node)) node.forEach((child, index) => walk(`${path}.${index}`, child));
    else if (typeof node === 'object') for (const [key, child] of Object.entries(node)) walk(path === '' ? key : `${path}.${key}`, child);
  };
  walk('', segment as unknown as Tree);
}

/** Restores the buffers of a segment that another thread sent as plain byte arrays. */
export function revive(segment: Segment): Segment {
  const dictionary = (d: Dictionary): Dictionary => ({ bytes: asBuffer(d.bytes), offsets: d.offsets });
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
