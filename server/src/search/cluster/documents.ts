/**
 * A record as the cluster keeps it. All words are made here by the engine's own analysis, with their impacts: the cluster keeps them as
 * they are and only adds up. So both drivers find the same, and the cluster needs no German.
 */
import type { SearchRecord } from '@fundus/search/api';
import { sortKey, withoutArticle } from '@fundus/search/analysis/fold';
import { languageOf } from '@fundus/search/analysis/stem';
import { tokenise } from '@fundus/search/analysis/tokenise';
import { hash, variantHash } from '@fundus/search/analysis/variants';
import { wordStems } from '@fundus/search/analysis/word-stems';
import { countAt, impactOf, partImpact } from '@fundus/search/index/impact';
import type { Fields } from '@fundus/search/index/segment';
import { completionKey, MAX_COMPLETION, textElements } from '@fundus/search/index/stored-text';
import type { VectorOf } from './nearness.ts';

/** A word of the catalogue: as written, folded, and its stem. */
export type DictionaryWord = { surface: string; stem: string };

export type Document = { body: Record<string, unknown>; words: DictionaryWord[] };

/** To be kept as the record itself; vectors travel as text. */
export type KeptRecord = Omit<SearchRecord, 'vector'> & { vector?: { space: string; values: string } };

export function keep({ vector, ...record }: SearchRecord): KeptRecord {
  if (vector === undefined) return record;
  const values = vector.values instanceof Int8Array ? vector.values : Int8Array.from(unitBytes(vector.values));
  return {
    ...record,
    vector: { space: vector.space, values: Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64') },
  };
}

/** A record as it comes back, with the parts of its compounds. */
export type StoredRecord = { record: SearchRecord; parts: readonly (readonly [stem: string, parts: readonly string[]])[] };

export const stored = ({ r, p }: { r: KeptRecord; p?: StoredRecord['parts'] }): StoredRecord => ({ record: unkeep(r), parts: p ?? [] });

export function unkeep({ vector, ...record }: KeptRecord): SearchRecord {
  if (vector === undefined) return record;
  const bytes = Buffer.from(vector.values, 'base64');
  return { ...record, vector: { space: vector.space, values: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) } };
}

function unitBytes(values: Float32Array): number[] {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return Array.from(values, (value) => (most === 0 ? 0 : Math.round((value / most) * 127)));
}

/** The stems a compound is made of. */
export type PartsOf = (word: DictionaryWord) => readonly string[];

export function documentOf(record: SearchRecord, seq: number, fields: Fields, partsOf: PartsOf, vectorOf: VectorOf = () => null): Document {
  const language = languageOf(record.language ?? '');
  const counts = new Map<string, Float64Array>();
  const words = new Map<string, DictionaryWord>();
  const lengths = new Uint32Array(fields.text.length);
  const body: Record<string, unknown> = {};
  const hashes: string[] = [];
  let titleKey: string | undefined;
  fields.text.forEach((field, f) => {
    const lines: string[] = [];
    const completions = new Set<string>();
    let position = 0;
    for (const element of textElements(record.text[field.name])) {
      const line: string[] = [];
      tokenise(element, (raw) => {
        const written = wordStems(raw, language);
        if (written.length === 0) return;
        lengths[f]!++;
        for (const { surface, stem } of written) {
          let count = counts.get(stem);
          if (count === undefined) counts.set(stem, (count = new Float64Array(fields.text.length)));
          count[f]! += countAt(position);
          words.set(`${surface}\u0000${stem}`, { surface, stem });
        }
        line.push(written.map(({ stem }) => stem).join('|'));
        position++;
      });
      position++;
      if (line.length > 0) lines.push(line.join(' '));
      const folded = field.exact || element.length <= MAX_COMPLETION ? completionKey(element, record.language) : '';
      if (folded !== '' && element.length <= MAX_COMPLETION) completions.add(folded);
      if (folded !== '' && field.exact) hashes.push(String(hash(folded)));
      if (field.exact && titleKey === undefined) titleKey = sortKey(element);
    }
    if (lines.length > 0) body[`t_${f}`] = lines;
    if (completions.size > 0) body[`c_${f}`] = [...completions];
  });
  const impacts = new Map<string, number>();
  const raise = (stem: string, impact: number): void => {
    if ((impacts.get(stem) ?? 0) < impact) impacts.set(stem, impact);
  };
  for (const [stem, count] of counts) raise(stem, impactOf(fields, count, lengths));
  const parts = new Map<string, readonly string[]>();
  for (const word of words.values()) {
    if (word.stem.includes("'") || parts.has(word.stem) || variantHash(word.surface) === 0) continue;
    const own = partsOf(word);
    if (own.length === 0) continue;
    parts.set(word.stem, own);
    for (const part of own) raise(part, partImpact(impactOf(fields, counts.get(word.stem)!, lengths)));
  }
  fields.values.forEach(({ name, tree }) => {
    const values = [...new Set(record.values[name] ?? [])];
    if (values.length === 0) return;
    body[`v_${name}`] = values;
    if (tree) body[`a_${name}`] = [...new Set(values.flatMap((value) => Array.from(value, (_, i) => value.slice(0, i + 1))))];
  });
  for (const name of fields.numbers) if (record.numbers[name] !== undefined) body[`n_${name}`] = record.numbers[name];
  const meaning = vectorOf(record, impacts);
  if (meaning !== null) body.m = meaning;
  return {
    body: {
      ...body,
      id: record.id,
      seq,
      title_key: titleKey ?? '',
      begins: withoutArticle(titleKey ?? ''),
      title_hash: hashes,
      visible: [...new Set(record.visible)],
      w: Object.fromEntries(impacts),
      st: [...impacts.keys()],
      r: keep(record),
      p: [...parts],
    },
    words: [...words.values()],
  };
}

/** How the cluster reads these documents: nothing is analysed there. `dimensions` of the vectors, 0 where there are none. */
export function mappingOf(fields: Fields, dimensions: number): object {
  const keyword = { type: 'keyword', ignore_above: 8_191 };
  const inverted = { ...keyword, doc_values: false };
  const tokens = { type: 'text', analyzer: 'made_here', norms: false, position_increment_gap: 2 };
  return {
    dynamic: false,
    _source: { includes: ['r', 'p'] },
    properties: {
      id: keyword,
      seq: { type: 'long' },
      title_key: keyword,
      begins: inverted,
      title_hash: inverted,
      visible: inverted,
      st: inverted,
      w: { type: 'rank_features' },
      r: { type: 'object', enabled: false },
      p: { type: 'object', enabled: false },
      ...(dimensions > 0 && {
        m: {
          type: 'knn_vector',
          dimension: dimensions,
          data_type: 'byte',
          method: { name: 'hnsw', space_type: 'cosinesimil', engine: 'lucene' },
        },
      }),
      ...Object.fromEntries(fields.text.map((_, f) => [`t_${f}`, tokens])),
      ...Object.fromEntries(
        fields.text.map((_, f) => [`c_${f}`, { ...keyword, fields: { w: { type: 'text', analyzer: 'whitespace', norms: false } } }]),
      ),
      ...Object.fromEntries(fields.values.map(({ name }) => [`v_${name}`, keyword])),
      ...Object.fromEntries(fields.values.filter(({ tree }) => tree).map(({ name }) => [`a_${name}`, keyword])),
      ...Object.fromEntries(fields.numbers.map((name) => [`n_${name}`, { type: 'double' }])),
    },
  };
}

/** Several stems at one place come as `a|b`. */
export const ANALYSIS = {
  analyzer: { made_here: { type: 'custom', tokenizer: 'whitespace', filter: ['alternatives'] } },
  filter: { alternatives: { type: 'pattern_capture', preserve_original: false, patterns: ['([^|]+)'] } },
};
