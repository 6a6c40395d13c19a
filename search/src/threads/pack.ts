/** Packs records for other threads. They are serialised to JSON as they arrive, so that their objects can be garbage-collected early. */
import { Buffer } from 'node:buffer';
import { availableParallelism } from 'node:os';
import type { Change, SearchRecord } from '../api.ts';
import { toBuffer, compareStrings } from '../index/dictionary.ts';
import type { LatestChanges } from '../writer/batch.ts';

/** Records ordered by identifier: the JSON text of each record, which ends in `bytes` at the offset in `ends`, and their vectors. */
export type PackedRecords = {
  ids: string[];
  bytes: Uint8Array<ArrayBuffer>;
  ends: Uint32Array;
  vectors: (SearchRecord['vector'] | undefined)[];
};

/** Changes for the writer. Parts are inverted in parallel to each other and to earlier changes. */
export type PackedChanges = Omit<LatestChanges, 'records'> & { parts: PackedRecords[] };

/** Minimum number of records in a part that is inverted by another thread. */
export const MIN_PART = 1_000;
/** Maximum number of threads that invert records. */
export const INVERTERS = Math.min(4, availableParallelism());

type Packer = {
  /** Adds changes. If a record is changed several times, only the last change counts. */
  add(changes: readonly Change[]): void;
  /**
   * Returns all changes; none may be added afterwards. If `busy` is true because other changes are being inverted, there are half as many parts,
   * because each part repeats the work for its distinct words.
   */
  finish(busy: boolean): PackedChanges;
};

/** Sizes in bytes of the first and of later blocks. A single growing block would be copied repeatedly. */
const BLOCK = { first: 2 ** 12, last: 2 ** 20 };

/** A serialised record and its position in a block. */
type Written = { block: Buffer; start: number; end: number; vector: SearchRecord['vector'] | undefined };

export function createPacker(): Packer {
  /** Last change of each record; `null` if the record is deleted. */
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

/** Returns the buffers that are transferred with a message. */
export const memoryOf = (parts: readonly Pick<PackedRecords, 'bytes' | 'ends'>[]): ArrayBuffer[] =>
  parts.flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer as ArrayBuffer]);

export function* unpackRecords({ bytes, ends }: Pick<PackedRecords, 'bytes' | 'ends'>): Generator<SearchRecord> {
  const texts = toBuffer(bytes);
  let from = 0;
  for (const end of ends) {
    yield JSON.parse(texts.toString('utf8', from, end)) as SearchRecord;
    from = end;
  }
}
