/** Knowledge that is learned from a catalogue when its index is built: parts of compound words, and word vectors. */
import type { SearchRecord } from '@fundus/search/api';
import { wordsOf } from '@fundus/search/query/parse';
import { isStopWord } from '@fundus/search/analysis/stop-words';
import { stem } from '@fundus/search/analysis/stem';
import { toBuffer, stringAt } from '@fundus/search/index/dictionary';
import type { Model } from '@fundus/search/index/model';
import type { Fields } from '@fundus/search/index/segment';
import { directionsOf } from '@fundus/search/index/vector-rows';
import { projectSegment, projectTerms } from '@fundus/search/vectors/project';
import { train } from '@fundus/search/vectors/training';
import { Writer } from '@fundus/search/writer/writer';
import { bytesOf } from './documents.ts';

/** Maximum number of characters in one document of the cluster. */
const CHUNK = 4_000_000;

/**
 * Returns the words that occur separately in the records, most frequent first, and a model of their meaning. The model is `null` if there are fewer
 * than 50 records.
 */
export function learnVocabulary(records: readonly SearchRecord[], fields: Fields, vocabulary: readonly string[]) {
  const writer = new Writer(fields, vocabulary);
  writer.apply(records.map((record) => ({ seq: 1, id: record.id, record })));
  const set = writer.trainingSet();
  const { words, counts } = writer.view().lexicon;
  const list = Array.from(counts, (count, at) => ({ word: stringAt(words, at), count })).sort((a, b) => b.count - a.count);
  return { words: list.map(({ word }) => word), model: set === null ? null : train(set).model };
}

/** Returns the vectors of records by identifier. */
export function directionsIn(records: readonly SearchRecord[], model: Model, fields: Fields): Map<string, number[]> {
  const writer = new Writer(fields, []);
  writer.apply(records.map((record) => ({ seq: 1, id: record.id, record })));
  const found = new Map<string, number[]>();
  for (const { segment } of writer.view().segments) {
    const { rows, scale, dimensions } = projectSegment(segment, model);
    for (let at = 0; at < segment.size; at++)
      if (scale[at]! > 0) found.set(stringAt(segment.ids, at), [...rows.subarray(at * dimensions, (at + 1) * dimensions)]);
  }
  return found;
}

/** Returns the vector of a query, or `null` if the model contains none of its words. */
export function directionOf(q: string, model: Model): number[] | null {
  const words = wordsOf(q).filter(({ surface }) => !isStopWord(surface));
  const vector = projectTerms(
    words.map(({ surface }) => ({ stem: stem(surface, 'de'), weight: 1 })),
    model,
  );
  return vector && bytesOf(vector);
}

type Packed = Pick<Model, 'space' | 'dimensions' | 'records'> & Record<'bytes' | 'offsets' | 'idf' | 'vectors', string>;

/** Serializes a model into texts that are small enough for documents of the cluster. */
export function packModel({ space, dimensions, records, terms, idf, termVectors }: Model): string[] {
  const base64 = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
    Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  const arrays = { bytes: base64(terms.bytes), offsets: base64(terms.offsets), idf: base64(idf), vectors: base64(termVectors) };
  const text = JSON.stringify({ space, dimensions, records, ...arrays } satisfies Packed);
  return Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, i) => text.slice(i * CHUNK, (i + 1) * CHUNK));
}

export function unpackModel(texts: readonly string[]): Model | null {
  if (texts.length === 0) return null;
  const { bytes, offsets, idf, vectors, ...about } = JSON.parse(texts.join('')) as Packed;
  const bufferOf = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text, 'base64')).buffer;
  const termVectors = new Float32Array(bufferOf(vectors));
  return {
    ...about,
    terms: { bytes: toBuffer(new Uint8Array(bufferOf(bytes))), offsets: new Uint32Array(bufferOf(offsets)) },
    idf: new Float32Array(bufferOf(idf)),
    termVectors,
    termDirections: directionsOf(about.space, about.dimensions, termVectors),
  };
}
