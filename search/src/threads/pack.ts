/** Records on their way to other threads: written as JSON as they come, so that the objects of some are gone before the next are made. */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Change, SearchRecord } from '../api.ts';
import { asBuffer, compareStrings } from '../index/dictionary.ts';
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
export const MIN_PART = 1_000;
/** Records that come in are inverted by so many threads at most. */
export const INVERTERS = Math.min(4, availableParallelism());

type Packer = {
  /** Of two changes of one record the later counts. */
  add(changes: readonly Change[]): void;
  /**
   * All of it; nothing is added afterwards. `busy`: others are being inverted. Then there are half as many parts: what is done for each of
   * its different words is done in each part again.
   */
  finish(busy: boolean): PackedChanges;
};

/** Records are written into blocks of so many bytes at first and in the end: one block that grew would be copied again and again. */
const BLOCK = { first: 2 ** 12, last: 2 ** 20 };

/** A record as it was written, in its block. */
type Written = { block: Buffer; start: number; end: number; vector: SearchRecord['vector'] | undefined };

export function createPacker(): Packer {
  /** Null in place of a record that goes. */
  const latest = new Map<string, Written | null>();
  let block = Buffer.alloc(0);
  let used = 0;
  let last = 0;

  const write = (text: string, vector: Written['vector']): Written => {
    const most = text.length * 3;
    if (used + most > block.length) {
      block = Buffer.allocUnsafeSlow(Math.max(most, BLOCK.first, Math.min(BLOCK.last, 4 * block.length)));
      used = 0;
    }
    const start = used;
    used += block.write(text, start);
    return { block, start, end: used, vector };
  };
  return {
    add(changes) {
      for (const { seq, id, record } of changes) {
        last = Math.max(last, seq);
        if (record === null) latest.set(id, null);
        else {
          const { vector } = record;
          const plain = vector === undefined && record.id === id ? record : { ...record, id, vector: undefined };
          latest.set(id, write(JSON.stringify(plain), vector));
        }
      }
    },
    finish(busy) {
      const records = [...latest].filter((pair): pair is [string, Written] => pair[1] !== null);
      records.sort(([a], [b]) => compareStrings(a, b));
      const threads = busy ? Math.max(1, INVERTERS >> 1) : INVERTERS;
      const count = Math.min(threads, Math.max(1, Math.floor(records.length / MIN_PART)));
      const size = Math.ceil(records.length / count);
      const parts = Array.from({ length: count }, (_, i) => join(records.slice(i * size, (i + 1) * size)));
      return { seq: last, ids: [...latest.keys()], parts: parts.filter(({ ids }) => ids.length > 0) };
    },
  };
}

function join(records: readonly [string, Written][]): PackedRecords {
  const bytes = new Uint8Array(records.reduce((sum, [, { start, end }]) => sum + end - start, 0));
  const ends = new Uint32Array(records.length);
  let to = 0;
  records.forEach(([, { block, start, end }], r) => {
    to += block.copy(bytes, to, start, end);
    ends[r] = to;
  });
  return { ids: records.map(([id]) => id), bytes, ends, vectors: records.map(([, { vector }]) => vector) };
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
