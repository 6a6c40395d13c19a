/** Merging posting lists: words from the sources, compound parts computed from them. */
import { partImpact } from '../index/impact.ts';
import type { GrowingBytes } from '../index/memory.ts';
import {
  growingBytes,
  growingWords,
  push,
  pushByte,
  reserveBytes,
  reserveWords,
  shareBytes,
  shareWords,
  sharedWords,
} from '../index/memory.ts';
import { after, positionsAt } from '../index/positions.ts';
import type { Postings } from '../index/segment.ts';

/** `renumber[r]` is a record's new number and `terms[t]` a stem's; 0xffffffff when gone. */
type PostingSource = { postings: Postings; renumber: Uint32Array; terms: Uint32Array };

const GONE = 0xffffffff;

/** Reads the postings of one stem of one source, only words, and only of records not deleted. */
type Cursor = { source: PostingSource; at: number; end: number; byte: number; record: number };

export function mergePostings(
  sources: readonly PostingSource[],
  terms: number,
  parts: { start: Uint32Array; terms: Uint32Array },
  size: number,
): Postings {
  const where = sources.map((source) => {
    const own = new Uint32Array(terms).fill(GONE);
    source.terms.forEach((term, old) => {
      if (term !== GONE) own[term] = old;
    });
    return own;
  });
  const compounds = invertParts(parts, terms);
  const expected = sources.reduce((sum, source) => sum + source.postings.records.length, 0);
  const out = {
    start: sharedWords(terms + 1),
    records: growingWords(expected + 64),
    impacts: growingBytes(expected + 64),
    wordImpacts: growingBytes(expected + 64),
    masks: growingBytes(expected + 64),
    blocks: growingWords((expected >>> 3) + 64),
    bytes: growingBytes(sources.reduce((sum, source) => sum + source.postings.bytes.length, 0) + 64),
  };
  const best = new Uint8Array(size);
  const touched = growingWords();

  const open = (term: number): Cursor[] => {
    const cursors: Cursor[] = [];
    for (let s = 0; s < sources.length; s++) {
      const old = where[s]![term]!;
      if (old === GONE) continue;
      const source = sources[s]!;
      const at = source.postings.start[old]!;
      const cursor = { source, at: at - 1, end: source.postings.start[old + 1]!, byte: -1, record: GONE };
      if (next(cursor)) cursors.push(cursor);
    }
    return cursors;
  };
  const write = (record: number, impact: number, wordImpact: number, mask: number): void => {
    if ((out.records.length & 7) === 0) push(out.blocks, out.bytes.length);
    push(out.records, record);
    pushByte(out.impacts, impact);
    pushByte(out.wordImpacts, wordImpact);
    pushByte(out.masks, mask);
  };
  const writePartsBefore = (from: number, record: number): number => {
    let t = from;
    for (; t < touched.length && touched.array[t]! < record; t++) {
      write(touched.array[t]!, best[touched.array[t]!]!, 0, 0);
      pushByte(out.bytes, 0);
    }
    return t;
  };

  for (let term = 0; term < terms; term++) {
    touched.length = 0;
    for (let c = compounds.start[term]!; c < compounds.start[term + 1]!; c++) {
      for (const cursor of open(compounds.terms[c]!)) {
        do {
          const impact = partImpact(cursor.source.postings.wordImpacts[cursor.at]!);
          if (best[cursor.record] === 0) push(touched, cursor.record);
          if (best[cursor.record]! < impact) best[cursor.record] = impact;
        } while (next(cursor));
      }
    }
    if (touched.length > 1) touched.array.subarray(0, touched.length).sort();
    let part = 0;
    const cursors = open(term);
    while (cursors.length > 0) {
      let least = 0;
      for (let i = 1; i < cursors.length; i++) if (cursors[i]!.record < cursors[least]!.record) least = i;
      const cursor = cursors[least]!;
      part = writePartsBefore(part, cursor.record);
      if (part < touched.length && touched.array[part] === cursor.record) part++;
      const own = cursor.source.postings.wordImpacts[cursor.at]!;
      write(cursor.record, Math.max(own, best[cursor.record]!), own, cursor.source.postings.masks[cursor.at]!);
      copyPositions(out.bytes, cursor);
      if (!next(cursor)) cursors.splice(least, 1);
    }
    writePartsBefore(part, GONE);
    for (let t = 0; t < touched.length; t++) best[touched.array[t]!] = 0;
    out.start[term + 1] = out.records.length;
  }
  if ((out.records.length & 7) === 0) push(out.blocks, out.bytes.length);
  reserveWords(out.blocks, 0);
  return {
    start: out.start,
    records: shareWords(out.records.array.subarray(0, out.records.length)),
    impacts: shareBytes(out.impacts.array.subarray(0, out.impacts.length)),
    wordImpacts: shareBytes(out.wordImpacts.array.subarray(0, out.wordImpacts.length)),
    masks: shareBytes(out.masks.array.subarray(0, out.masks.length)),
    blocks: shareWords(out.blocks.array.subarray(0, out.blocks.length)),
    bytes: shareBytes(out.bytes.array.subarray(0, out.bytes.length)),
  };
}

/** Moves to the next word of a record not deleted; false at the end of the list. */
function next(cursor: Cursor): boolean {
  const { postings, renumber } = cursor.source;
  for (;;) {
    cursor.at++;
    if (cursor.at >= cursor.end) return false;
    cursor.byte = cursor.byte < 0 ? positionsAt(postings, cursor.at) : after(postings.bytes, cursor.byte);
    if (postings.masks[cursor.at] === 0) continue;
    cursor.record = renumber[postings.records[cursor.at]!]!;
    if (cursor.record !== GONE) return true;
  }
}

function copyPositions(out: GrowingBytes, cursor: Cursor): void {
  const { bytes } = cursor.source.postings;
  const end = after(bytes, cursor.byte);
  const size = end - cursor.byte;
  reserveBytes(out, size);
  for (let i = 0; i < size; i++) out.array[out.length + i] = bytes[cursor.byte + i]!;
  out.length += size;
}

/** For each part the stems it is part of. */
function invertParts(parts: { start: Uint32Array; terms: Uint32Array }, terms: number): { start: Uint32Array; terms: Uint32Array } {
  const start = new Uint32Array(terms + 1);
  for (const part of parts.terms) start[part + 1]!++;
  for (let t = 0; t < terms; t++) start[t + 1]! += start[t]!;
  const cursor = start.slice();
  const compounds = new Uint32Array(parts.terms.length);
  for (let t = 0; t < terms; t++) for (let p = parts.start[t]!; p < parts.start[t + 1]!; p++) compounds[cursor[parts.terms[p]!]!++] = t;
  return { start, terms: compounds };
}
