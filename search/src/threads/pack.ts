/** Records on their way to other threads: written as JSON as they come, so that the objects of some are gone before the next are made. */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Change, SearchRecord } from '../api.ts';
import { asBuffer, compareStrings } from '../index/dictionary.ts';
import { growingWords, push } from '../index/memory.ts';
import type { Latest } from '../writer/batch.ts';

/** Records in the order of their ids: the JSON of each up to its end in `bytes`, and vectors as they are. */
export type PackedRecords = {
  ids: string[];
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array;
  vectors: (SearchRecord['vector'] | undefined)[];
};

/** Changes on their way to the writer. Parts are inverted beside each other, and beside those of the changes before. */
export type PackedChanges = Omit<Latest, 'records'> & { parts: PackedRecords[] };

/** Fewer records are not worth the way to another thread. */
export const LEAST_PART = 1_000;
/** Records that come in are inverted by so many threads at most. */
export const INVERTERS = Math.min(4, availableParallelism());

/** In place of the row of a record that goes. */
const GONE = -1;

type Packer = {
  /** Of two changes of one record the later counts. */
  add(changes: readonly Change[]): void;
  /**
   * All of it; nothing is added afterwards. `busy`: others are being inverted. Then there are half as many parts: what is done for each of
   * its different words is done in each part again.
   */
  finish(busy: boolean): PackedChanges;
};

export function createPacker(): Packer {
  const rows = new Map<string, number>();
  const starts = growingWords(64);
  const ends = growingWords(64);
  const vectors: PackedRecords['vectors'] = [];
  let bytes = Buffer.allocUnsafeSlow(4096);
  let length = 0;
  let last = 0;

  const write = (text: string): void => {
    const most = length + text.length * 3;
    if (most > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, bytes.length * 2));
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    push(starts, length);
    length += bytes.write(text, length);
    push(ends, length);
  };
  const part = (inOrder: readonly (readonly [string, number])[]): PackedRecords => {
    const size = inOrder.reduce((sum, [, row]) => sum + ends.array[row]! - starts.array[row]!, 0);
    const own = new Uint8Array(size);
    const ownEnds = new Uint32Array(inOrder.length);
    let to = 0;
    inOrder.forEach(([, row], i) => {
      to += bytes.copy(own, to, starts.array[row]!, ends.array[row]!);
      ownEnds[i] = to;
    });
    return { ids: inOrder.map(([id]) => id), bytes: own, ends: ownEnds, vectors: inOrder.map(([, row]) => vectors[row]) };
  };
  return {
    add(changes) {
      for (const { seq, id, record } of changes) {
        last = Math.max(last, seq);
        rows.set(id, record === null ? GONE : vectors.push(record.vector) - 1);
        if (record !== null)
          write(JSON.stringify(record.vector === undefined && record.id === id ? record : { ...record, id, vector: undefined }));
      }
    },
    finish(busy) {
      const inOrder = [...rows].filter(([, row]) => row !== GONE).sort(([a], [b]) => compareStrings(a, b));
      const threads = busy ? Math.max(1, INVERTERS >> 1) : INVERTERS;
      const count = Math.min(threads, Math.max(1, Math.floor(inOrder.length / LEAST_PART)));
      const size = Math.ceil(inOrder.length / count);
      const parts = Array.from({ length: count }, (_, i) => part(inOrder.slice(i * size, (i + 1) * size)));
      return { seq: last, ids: [...rows.keys()], parts: parts.filter(({ ids }) => ids.length > 0) };
    },
  };
}

/** Their memory goes with the message. */
export const memoryOf = (parts: readonly Pick<PackedRecords, 'bytes' | 'ends'>[]): ArrayBuffer[] =>
  parts.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer as ArrayBuffer]);

export function* unpackRecords({ bytes, ends }: Pick<PackedRecords, 'bytes' | 'ends'>): Generator<SearchRecord> {
  const texts = asBuffer(bytes);
  let from = 0;
  for (const end of ends) {
    yield JSON.parse(texts.toString('utf8', from, end)) as SearchRecord;
    from = end;
  }
}
