/**
 * Stores the index in a file, so that the portal can start without reading all records from the database. The file is written under a temporary name
 * and renamed. It contains the versions of format and analyser, a hash of the schema and a checksum of every array. A file that does not match is
 * ignored, and the index is rebuilt from the database.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LiveSegment, IndexView } from '../index/index-view.ts';
import { sizeOf, stringAt } from '../index/dictionary.ts';
import type { Segment } from '../index/segment.ts';
import { eachArray, revive } from '../index/segment.ts';
import type { StoredIndex } from './writer.ts';
import type { Model, Vectors } from '../index/model.ts';
import { directionsOf, vectorsFrom } from '../index/vector-rows.ts';

/** Must be increased if the layout of segments changes. */
const FORMAT = 5;
/** Must be increased if tokens, folding, stems or weights change. */
export const ANALYSER = 6;
const MAGIC = 'FUNDUSIX';
const MAX_HEADER = 1 << 26;
const MAX_AT_ONCE = 1 << 28;

const KINDS = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };

type ArrayInfo = { path: string; kind: keyof typeof KINDS; length: number; sum: number };
type Header = {
  format: number;
  analyser: number;
  schema: string;
  seq: number;
  records: number;
  segments: { size: number; languages: string[]; arrays: ArrayInfo[]; vectors: { space: string; dimensions: number } | null }[];
  lexicon: ArrayInfo[];
  model: { space: string; dimensions: number; records: number; arrays: ArrayInfo[] } | null;
  changes: number;
};

/** Returns a hash of everything that determines the content of an index. A stored index with a different hash is unusable. */
export function schemaHash(schema: unknown, vocabulary: readonly string[], space: string | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([schema, vocabulary, space ?? null]))
    .digest('hex');
}

export function saveSnapshot(file: string, view: IndexView, schema: string): void {
  const beside = `${file}.new`;
  const arrays: Uint8Array[] = [];
  const info = (path: string, array: ArrayBufferView): ArrayInfo => {
    const bytes = bytesOf(array);
    arrays.push(bytes);
    return { path, kind: kindOf(array), length: bytes.length, sum: checksum(bytes) };
  };
  const segments = view.segments.map(({ segment, deleted, vectors }) => {
    const list: ArrayInfo[] = [];
    eachArray(segment, (path, array) => list.push(info(path, array)));
    list.push(info('deleted', deleted));
    if (vectors !== undefined) list.push(info('vectors.rows', vectors.rows), info('vectors.scale', vectors.scale));
    const space = vectors === undefined ? null : { space: vectors.space, dimensions: vectors.dimensions };
    return { size: segment.size, languages: segment.languages, arrays: list, vectors: space };
  });
  const { words, counts } = view.lexicon;
  const lexicon = [info('bytes', words.bytes), info('offsets', words.offsets), info('counts', counts)];
  const model = view.model === null ? null : modelInfo(view.model, info);
  const header: Header = {
    format: FORMAT,
    analyser: ANALYSER,
    schema,
    seq: view.seq,
    records: view.records,
    segments,
    lexicon,
    model,
    changes: view.changes,
  };
  const text = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(16);
  start.write(MAGIC, 'latin1');
  start.writeUInt32LE(text.length, 8);
  start.writeUInt32LE(checksum(text), 12);
  const handle = openSync(beside, 'w');
  try {
    for (const part of [start, text, ...arrays]) writeAll(handle, part);
    fsyncSync(handle);
  } catch (error) {
    closeSync(handle);
    rmSync(beside, { force: true });
    throw error;
  }
  closeSync(handle);
  renameSync(beside, file);
  syncFolder(dirname(file));
}

/** Syncs the folder, so that the rename survives a power failure. If the rename is lost, the index is rebuilt. */
function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Some file systems cannot sync folders.
  }
}

/** Returns the stored index, or `undefined` if the file is missing, is damaged or does not match the schema. */
export function loadSnapshot(file: string, schema: string): StoredIndex | undefined {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return undefined;
  }
  try {
    return read(handle, schema);
  } catch {
    return undefined;
  } finally {
    closeSync(handle);
  }
}

function read(handle: number, schema: string): StoredIndex | undefined {
  const start = readBytes(handle, 16);
  if (Buffer.from(start).toString('latin1', 0, 8) !== MAGIC) return undefined;
  const numbers = new DataView(start.buffer);
  const size = numbers.getUint32(8, true);
  if (size > MAX_HEADER) return undefined;
  const text = readBytes(handle, size);
  if (checksum(text) !== numbers.getUint32(12, true)) return undefined;
  const header = JSON.parse(Buffer.from(text).toString('utf8')) as Header;
  if (header.format !== FORMAT || header.analyser !== ANALYSER || header.schema !== schema) return undefined;
  const segments: LiveSegment[] = header.segments.map(({ size: records, languages, arrays, vectors }, at) => {
    const tree: Record<string, unknown> = { size: records, languages, values: [], completions: [], numbers: [] };
    let deleted = new Uint32Array(0);
    for (const info of arrays) {
      const array = readArray(handle, info);
      if (info.path === 'deleted') deleted = array as Uint32Array<ArrayBuffer>;
      else setAt(tree, info.path.split('.'), array);
    }
    const { vectors: own, ...segment } = tree as { vectors?: Pick<Vectors, 'rows' | 'scale'> };
    return {
      id: at + 1,
      segment: revive(segment as unknown as Segment),
      deleted,
      ...(vectors !== null && own !== undefined && { vectors: vectorsFrom({ ...vectors, ...own }) }),
    };
  });
  const [bytes, offsets, counts] = header.lexicon.map((info) => readArray(handle, info));
  const lexicon = { words: { bytes: Buffer.from(bytes!.buffer), offsets: offsets as Uint32Array }, counts: counts as Uint32Array };
  const words = new Map<string, number>();
  for (let w = 0; w < sizeOf(lexicon.words); w++) words.set(stringAt(lexicon.words, w), lexicon.counts[w]!);
  const model = header.model === null ? null : readModel(handle, header.model);
  return { view: { segments, records: header.records, seq: header.seq, lexicon, model, changes: header.changes }, words };
}

/** Sets an array at its path. Numbers in the path are array indexes. */
function setAt(tree: Record<string, unknown>, path: string[], array: ArrayBufferView): void {
  let node = tree;
  path.forEach((key, i) => {
    if (i === path.length - 1) node[key] = array;
    else node = (node[key] ??= /^\d+$/.test(path[i + 1]!) ? [] : {}) as Record<string, unknown>;
  });
}

function readArray(handle: number, info: ArrayInfo): InstanceType<(typeof KINDS)[keyof typeof KINDS]> {
  const bytes = readBytes(handle, info.length);
  if (checksum(bytes) !== info.sum) throw new Error('the snapshot is damaged');
  return new KINDS[info.kind](bytes.buffer as unknown as ArrayBuffer);
}

function kindOf(array: ArrayBufferView): ArrayInfo['kind'] {
  return (Object.keys(KINDS) as ArrayInfo['kind'][]).find((kind) => array instanceof KINDS[kind]) ?? 'u8';
}

function modelInfo(
  { space, dimensions, records, terms, idf, termVectors }: Model,
  info: (path: string, array: ArrayBufferView) => ArrayInfo,
) {
  const arrays = Object.entries({ bytes: terms.bytes, offsets: terms.offsets, idf, termVectors }).map(([path, array]) => info(path, array));
  return { space, dimensions, records, arrays };
}

function readModel(handle: number, { arrays, ...about }: NonNullable<Header['model']>): Model {
  const [bytes, offsets, idf, termVectors] = arrays.map((info) => readArray(handle, info));
  return {
    ...about,
    terms: { bytes: Buffer.from(bytes!.buffer), offsets: offsets as Uint32Array },
    idf: idf as Float32Array,
    termVectors: termVectors as Float32Array,
    termDirections: directionsOf(about.space, about.dimensions, termVectors as Float32Array),
  };
}

function readBytes(handle: number, length: number): Uint8Array<SharedArrayBuffer> {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  for (let at = 0; at < length;) {
    const n = readSync(handle, bytes, at, Math.min(MAX_AT_ONCE, length - at), null);
    if (n === 0) throw new Error('the snapshot is too short');
    at += n;
  }
  return bytes;
}

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at, Math.min(MAX_AT_ONCE, bytes.length - at));
}

function bytesOf(array: ArrayBufferView): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

/** Returns two interleaved sums over the 32-bit words. The checksum is fast and detects every changed bit. */
function checksum(bytes: Uint8Array): number {
  const count = bytes.length >>> 2;
  const words =
    bytes.byteOffset % 4 === 0 ? new Uint32Array(bytes.buffer, bytes.byteOffset, count) : new Uint32Array(bytes.slice(0, count * 4).buffer);
  let a = 0x811c9dc5;
  let b = bytes.length | 0;
  let i = 0;
  for (; i + 1 < count; i += 2) {
    a = Math.imul(a ^ words[i]!, 0x01000193);
    b = Math.imul(b ^ words[i + 1]!, 0x01000193);
  }
  if (i < count) a = Math.imul(a ^ words[i]!, 0x01000193);
  for (let rest = count * 4; rest < bytes.length; rest++) b = Math.imul(b ^ bytes[rest]!, 0x01000193);
  return (a ^ Math.imul(b, 0x85ebca6b)) >>> 0;
}
