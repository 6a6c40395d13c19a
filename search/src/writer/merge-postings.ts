/** Merges posting lists: copies words from the sources and computes the compound parts from them. */
import { partImpact } from '../index/impact.ts';
import { growingWords, push, sharedBytes, sharedWords } from '../index/memory.ts';
import { after, positionsAt } from '../index/positions.ts';
import type { Postings } from '../index/segment.ts';

/** `renumber[r]` is the new number of a record, `terms[t]` that of a stem; 0xffffffff if deleted. */
type PostingSource = { postings: Postings; renumber: Uint32Array; terms: Uint32Array };

const GONE = 0xffffffff;

/** Reads the word postings of one stem of one source, without deleted records. */
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
  const { postings: maxPostings, bytes: maxBytes } = upperBounds(sources, terms, compounds);
  let length = 0;
  let bytesLength = 0;
  // Allocated at the maximum size: unused memory is never written, and nothing is copied at the end.
  const out = {
    start: sharedWords(terms + 1),
    records: sharedWords(maxPostings),
    impacts: sharedBytes(maxPostings),
    wordImpacts: sharedBytes(maxPostings),
    masks: sharedBytes(maxPostings),
    blocks: sharedWords((maxPostings >>> 3) + 1),
    bytes: sharedBytes(maxBytes),
  };
  const best = new Uint8Array(size);
  const touched = growingWords();
  /** One cursor per source: the lists of a stem are read before those of the next. */
  const all = sources.map((source): Cursor => ({ source, at: 0, end: 0, byte: -1, record: GONE }));
  const cursors: Cursor[] = [];

  const open = (term: number): void => {
    cursors.length = 0;
    for (let s = 0; s < all.length; s++) {
      const old = where[s]![term]!;
      if (old === GONE) continue;
      const cursor = all[s]!;
      const { start } = cursor.source.postings;
      // If this list follows the one read before, so do its positions.
      if (cursor.at < cursor.end || cursor.end !== start[old]) cursor.byte = -1;
      cursor.at = start[old]! - 1;
      cursor.end = start[old + 1]!;
      if (next(cursor)) cursors.push(cursor);
    }
  };
  const write = (record: number, impact: number, wordImpact: number, mask: number): void => {
    if ((length & 7) === 0) out.blocks[length >>> 3] = bytesLength;
    out.records[length] = record;
    out.impacts[length] = impact;
    out.wordImpacts[length] = wordImpact;
    out.masks[length++] = mask;
  };
  const writePartsBefore = (from: number, record: number): number => {
    let t = from;
    for (; t < touched.length && touched.array[t]! < record; t++) {
      write(touched.array[t]!, best[touched.array[t]!]!, 0, 0);
      out.bytes[bytesLength++] = 0;
    }
    return t;
  };

  for (let term = 0; term < terms; term++) {
    touched.length = 0;
    for (let c = compounds.start[term]!; c < compounds.start[term + 1]!; c++) {
      open(compounds.terms[c]!);
      for (const cursor of cursors) {
        do {
          const impact = partImpact(cursor.source.postings.wordImpacts[cursor.at]!);
          if (best[cursor.record] === 0) push(touched, cursor.record);
          if (best[cursor.record]! < impact) best[cursor.record] = impact;
        } while (next(cursor));
      }
    }
    if (touched.length > 1) touched.array.subarray(0, touched.length).sort();
    let part = 0;
    open(term);
    while (cursors.length > 0) {
      let first = 0;
      let others = GONE;
      for (let i = 1; i < cursors.length; i++) {
        const { record } = cursors[i]!;
        if (record < cursors[first]!.record) {
          others = cursors[first]!.record;
          first = i;
        } else if (record < others) others = record;
      }
      const cursor = cursors[first]!;
      // Sources often follow each other, so this cursor is advanced until it is no longer ahead.
      do {
        const { record, at } = cursor;
        const { wordImpacts, masks } = cursor.source.postings;
        if (touched.length > 0) {
          part = writePartsBefore(part, record);
          if (part < touched.length && touched.array[part] === record) part++;
        }
        const own = wordImpacts[at]!;
        write(record, Math.max(own, best[record]!), own, masks[at]!);
        bytesLength = copyPositions(out.bytes, bytesLength, cursor);
        if (!next(cursor)) {
          cursors.splice(first, 1);
          break;
        }
      } while (cursor.record < others);
    }
    writePartsBefore(part, GONE);
    for (let t = 0; t < touched.length; t++) best[touched.array[t]!] = 0;
    out.start[term + 1] = length;
  }
  if ((length & 7) === 0) out.blocks[length >>> 3] = bytesLength;
  return {
    start: out.start,
    records: out.records.subarray(0, length),
    impacts: out.impacts.subarray(0, length),
    wordImpacts: out.wordImpacts.subarray(0, length),
    masks: out.masks.subarray(0, length),
    blocks: out.blocks.subarray(0, (length >>> 3) + 1),
    bytes: out.bytes.subarray(0, bytesLength),
  };
}

/**
 * Returns upper bounds of the numbers of postings and bytes: all of the sources, plus one posting of each part for each posting of a
 * compound.
 */
function upperBounds(
  sources: readonly PostingSource[],
  terms: number,
  compounds: { start: Uint32Array; terms: Uint32Array },
): { postings: number; bytes: number } {
  const counts = new Uint32Array(terms);
  for (const { postings, terms: numbers } of sources) {
    for (let old = 0; old < numbers.length; old++)
      if (numbers[old] !== GONE) counts[numbers[old]!]! += postings.start[old + 1]! - postings.start[old]!;
  }
  let own = 0;
  let ofParts = 0;
  for (let term = 0; term < terms; term++) own += counts[term]!;
  for (const compound of compounds.terms) ofParts += counts[compound]!;
  return { postings: own + ofParts, bytes: sources.reduce((sum, { postings }) => sum + postings.bytes.length, 0) + ofParts };
}

/** Advances to the next word posting of a record that is not deleted; returns `false` at the end of the list. */
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

/** Copies the positions of the current posting; returns the offset after them. */
function copyPositions(out: Uint8Array, to: number, cursor: Cursor): number {
  const { bytes } = cursor.source.postings;
  const end = after(bytes, cursor.byte);
  let length = to;
  for (let byte = cursor.byte; byte < end; byte++) out[length++] = bytes[byte]!;
  return length;
}

/** Returns for each part the stems that contain it. */
function invertParts(parts: { start: Uint32Array; terms: Uint32Array }, terms: number): { start: Uint32Array; terms: Uint32Array } {
  const start = new Uint32Array(terms + 1);
  for (const part of parts.terms) start[part + 1]!++;
  for (let t = 0; t < terms; t++) start[t + 1]! += start[t]!;
  const cursor = start.slice();
  const compounds = new Uint32Array(parts.terms.length);
  for (let t = 0; t < terms; t++) for (let p = parts.start[t]!; p < parts.start[t + 1]!; p++) compounds[cursor[parts.terms[p]!]!++] = t;
  return { start, terms: compounds };
}
