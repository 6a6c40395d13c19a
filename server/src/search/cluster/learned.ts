/** What is learned from the catalogue when an index is built: which words make compounds, and what words mean. */
import type { SearchRecord } from '@fundus/search/api';
import { learnLexicon, lexiconTable } from '@fundus/search/analysis/compounds';
import { languageOf } from '@fundus/search/analysis/stem';
import { tokenise } from '@fundus/search/analysis/tokenise';
import { variantHash } from '@fundus/search/analysis/variants';
import { wordStems } from '@fundus/search/analysis/word-stems';
import { asBuffer } from '@fundus/search/index/dictionary';
import type { Model } from '@fundus/search/index/model';
import type { Fields } from '@fundus/search/index/segment';
import { textElements } from '@fundus/search/index/stored-text';
import { directionsOf } from '@fundus/search/index/vector-rows';
import { train } from '@fundus/search/vectors/training';
import { stemParts } from '@fundus/search/writer/vocabulary';
import { Writer } from '@fundus/search/writer/writer';
import type { PartsOf } from './documents.ts';

/** `dimensions` of the vectors that are learned or come with records, 0 where there are none. */
export type Learned = { words: ReadonlyMap<string, number>; partsOf: PartsOf; model: Model | null; dimensions: number };

/** A model is learned from so many records at most. */
const SAMPLE = 16_000;
/** In characters: what one document of the cluster holds. */
const CHUNK = 4_000_000;

/** Takes all records of a catalogue, one after the other; a model is learned from some of them. */
export function makeLearner(fields: Fields, vocabulary: readonly string[], space: string | undefined) {
  const counts = new Map<string, number>();
  const surfacesOf = new Map<string, Set<string>>();
  let sample: SearchRecord[] = [];
  /** Each of so many is in the sample. */
  let step = 1;
  let taken = 0;
  let supplied = 0;
  return {
    take(record: SearchRecord): void {
      if (space === undefined && taken % step === 0) sample.push(record);
      if (supplied === 0 && record.vector?.space === space) supplied = record.vector?.values.length ?? 0;
      taken++;
      if (sample.length > SAMPLE) {
        sample = sample.filter((_, at) => at % 2 === 0);
        step *= 2;
      }
      const language = languageOf(record.language ?? '');
      const own = new Map<string, Set<string>>();
      for (const { name } of fields.text) {
        for (const element of textElements(record.text[name])) {
          tokenise(element, (raw) => {
            for (const { surface, stem } of wordStems(raw, language)) {
              if (stem.includes("'") || variantHash(surface) === 0) continue;
              const stems = own.get(surface);
              if (stems === undefined) own.set(surface, new Set([stem]));
              else stems.add(stem);
            }
          });
        }
      }
      for (const [surface, stems] of own) {
        counts.set(surface, (counts.get(surface) ?? 0) + stems.size);
        for (const stem of stems) {
          const surfaces = surfacesOf.get(stem);
          if (surfaces === undefined) surfacesOf.set(stem, new Set([surface]));
          else surfaces.add(surface);
        }
      }
    },
    learn(): Learned {
      const words = learnLexicon(counts, vocabulary, taken);
      const table = lexiconTable(words);
      const parts = new Map<string, readonly string[]>();
      // A stem has the parts of all its words.
      const partsOf: PartsOf = ({ surface, stem }) => {
        let known = parts.get(stem);
        if (known === undefined) {
          known = [...new Set([...(surfacesOf.get(stem) ?? [surface])].flatMap((each) => stemParts(each, stem, table)))];
          parts.set(stem, known);
        }
        return known;
      };
      const model = space === undefined ? learnMeaning(sample, fields, vocabulary) : null;
      sample = [];
      return { words, partsOf, model, dimensions: space === undefined ? (model?.dimensions ?? 0) : supplied };
    },
  };
}

function learnMeaning(records: readonly SearchRecord[], fields: Fields, vocabulary: readonly string[]): Model | null {
  const writer = new Writer(fields, vocabulary);
  writer.apply(records.map((record) => ({ seq: 1, id: record.id, record })));
  const set = writer.trainingSet();
  return set === null ? null : train(set).model;
}

type Packed = {
  words: [string, number][];
  model: (Pick<Model, 'space' | 'dimensions' | 'records'> & Record<'bytes' | 'offsets' | 'idf' | 'vectors', string>) | null;
};

const base64 = (array: ArrayBufferView): string => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');

/** As texts that fit into documents. */
export function packModel({ words, model }: Pick<Learned, 'words' | 'model'>): string[] {
  const packed: Packed = {
    words: [...words],
    model: model && {
      space: model.space,
      dimensions: model.dimensions,
      records: model.records,
      bytes: base64(model.terms.bytes),
      offsets: base64(model.terms.offsets),
      idf: base64(model.idf),
      vectors: base64(model.termVectors),
    },
  };
  const text = JSON.stringify(packed);
  return Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, i) => text.slice(i * CHUNK, (i + 1) * CHUNK));
}

export function unpackModel(texts: readonly string[]): { words: ReadonlyMap<string, number>; model: Model | null } {
  const { words, model } = JSON.parse(texts.join('')) as Packed;
  if (model === null) return { words: new Map(words), model: null };
  const bytesOf = (text: string): ArrayBuffer => Uint8Array.from(Buffer.from(text, 'base64')).buffer;
  const { space, dimensions, records } = model;
  const termVectors = new Float32Array(bytesOf(model.vectors));
  return {
    words: new Map(words),
    model: {
      space,
      dimensions,
      records,
      terms: { bytes: asBuffer(new Uint8Array(bytesOf(model.bytes))), offsets: new Uint32Array(bytesOf(model.offsets)) },
      idf: new Float32Array(bytesOf(model.idf)),
      termVectors,
      termDirections: directionsOf(space, dimensions, termVectors),
    },
  };
}
