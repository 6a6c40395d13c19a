/** Packs records for other threads: serialises them to JSON as they arrive, so that their objects can be collected early. */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Change, SearchRecord } from '../api.ts';
import { asBuffer, compareStrings } from '../index/dictionary.ts';
import type { Latest } from '../writer/batch.ts';

/** Records ordered by identifier: the JSON of each, up to its end in `bytes`, and the vectors. */
export type PackedRecords = {
  ids: string[];
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array;
  vectors: (SearchRecord['vector'] | undefined)[];
};

/** Changes for the writer. Their parts are inverted in parallel with each other and with earlier changes. */
export type PackedChanges = Omit<Latest, 'records'> & { parts: PackedRecords[] };

/** Minimum number of records in a part for another thread. */
export const MIN_PART = 1_000;
/** Maximum number of threads that invert records. */
export const INVERTERS = Math.min(4, availableParallelism());

type Packer = {
  /** Adds changes; of two changes of a record the later one counts. */
  add(changes: readonly Change[]): void;
  /**
   * Returns all changes; none may be added afterwards. If `busy`, because others are being inverted, there are half as many parts: each
   * part repeats the work for its different words.
   */
  finish(busy: boolean): PackedChanges;
};

/** Size in bytes of the first and the later blocks; a single growing block would be copied repeatedly. */
const BLOCK = { first: 2 ** 12, last: 2 ** 20 };

/** A serialised record in its block. */
type Written = { block: Buffer; start: number; end: number; vector: SearchRecord['vector'] | undefined };

export function createPacker(): Packer {
  /** `null` for a deleted record. */
  const latest = new Map<string, Written | null>();
  let block = Buffer.alloc(0);
  let used = 0;
  let last = 0;

  const write = (text: string, vector: Written['vector']): Written => {
    const maxBytes = text.length * 3;
    if (used + maxBytes > block.length) {
      block = Buffer.allocUnsafeSlow(Math.max(maxBytes, BLOCK.first, Math.min(BLOCK.last, 4 * block.length)));
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

/** Returns the buffers to transfer with the message. */
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
