/**
 * What an index is built from, on the disk: it is read twice, once to learn from all of it and once to make the documents, and need not fit into memory.
 * The file has no name any more when the first change is written, so that nothing of it stays whatever ends the process.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Change } from '@fundus/search/api';
import { keep, unkeep, type KeptRecord } from './documents.ts';

type KeptChange = Omit<Change, 'record'> & { record: KeptRecord | null };

export type Spool = {
  add(changes: readonly Change[]): void;
  /** All of them in the order in which they were added, as they were added together. */
  read(): Generator<Change[]>;
  close(): void;
};

const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export function openSpool(folder: string): Spool {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `records-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  const sizes: number[] = [];
  let end = 0;
  return {
    add(changes) {
      const kept = changes.map(({ record, ...change }): KeptChange => ({ ...change, record: record && keep(record) }));
      const packed = zstdCompressSync(JSON.stringify(kept), QUICK);
      for (let at = 0; at < packed.length;) at += writeSync(file, packed, at, packed.length - at, end + at);
      end += packed.length;
      sizes.push(packed.length);
    },
    *read() {
      let from = 0;
      for (const size of sizes) {
        const packed = Buffer.alloc(size);
        for (let at = 0; at < size;) {
          const got = readSync(file, packed, at, size - at, from + at);
          if (got === 0) throw new Error('what the index is built from is cut off');
          at += got;
        }
        from += size;
        const kept = JSON.parse(zstdDecompressSync(packed).toString()) as KeptChange[];
        yield kept.map(({ record, ...change }) => ({ ...change, record: record && unkeep(record) }));
      }
    },
    close: () => closeSync(file),
  };
}
