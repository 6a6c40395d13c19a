/**
 * A segment: an index over some records that is never changed, only replaced. Records are numbered in the
 * order of their ids, so an ascending list of numbers is also in the order in which ties are broken. Everything
 * is arrays over shared memory; threads hand segments to each other without copying.
 */
import type { Schema } from '../api.ts';
import type { Dictionary } from './dictionary.ts';
import { asBuffer } from './dictionary.ts';

/** Which records carry a value. `live` counts the records not deleted; the lists may name deleted ones. */
export type ValueIndex = {
  dictionary: Dictionary;
  live: Uint32Array;
  /** Records of value `v`: `records[start[v]] … records[start[v + 1] - 1]`, ascending. */
  start: Uint32Array;
  records: Uint32Array;
  /** Records with the same values have the same combination. */
  combination: Uint32Array;
  /** The values of combination `c`, in trees with their ancestors: `forward[forwardStart[c]] …`. */
  forwardStart: Uint32Array;
  forward: Uint32Array;
};

/**
 * Who contains which stem, where, and how much that counts. A posting with `masks[p] === 0` stands for a stem
 * that is only part of a compound there; otherwise bit `f` says that text field `f` contains the stem as a word.
 */
export type Postings = {
  start: Uint32Array;
  records: Uint32Array;
  /** Share of the score, 1 to 255: as a word or as part of a compound, whichever is more (`Wasser` under the title `Der Wasserkreislauf`). */
  impacts: Uint8Array;
  /** The share as a word alone, 0 where it is none: merges start from it. */
  wordImpacts: Uint8Array;
  masks: Uint8Array;
  /** Where in `bytes` the positions of every eighth posting begin. */
  blocks: Uint32Array;
  /** For each posting its length in bytes (255: four more bytes say it) and the ascending positions, as differences in groups of seven bits. */
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
  /** Records not deleted that contain the stem, also as part of a compound. */
  termLive: Uint32Array;
  postings: Postings;
  /** The stems that are parts of stem `t`: `terms[start[t]] …`. */
  parts: { start: Uint32Array; terms: Uint32Array };
  /** Folded words as written, each with its stem; sorted by word, then stem. */
  surfaces: Dictionary;
  surfaceTerm: Uint32Array;
  surfaceLive: Uint32Array;
  /** Which letters each surface has (see `lettersOf`). */
  surfaceLetters: Uint32Array;
  /** Hash of the variant key of each surface, 0 where it has none. */
  surfaceVariant: Uint32Array;
  /** The surfaces in the order of these hashes. */
  variants: Uint32Array;
  /** Hashes of whole titles, ascending. */
  titles: { hashes: Uint32Array; records: Uint32Array };
  titleKeys: Dictionary;
  titleRank: Uint32Array;
  values: ValueIndex[];
  visible: ValueIndex;
  /** Short texts of each text field, folded, for suggestions. */
  completions: ValueIndex[];
  numbers: Float64Array[];
};

/** Stands between the elements of a list in a stored text. */
export const ELEMENT_SEPARATOR = '\u001f';

/** The names of the schema's fields in the order in which segments number them, and what counting needs. */
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
  if (text.length > MAX_TEXT_FIELDS) throw new RangeError(`a schema has at most ${MAX_TEXT_FIELDS} text fields`);
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

/** Gives a segment that came from another thread its buffers back (they arrive as plain byte arrays). */
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
