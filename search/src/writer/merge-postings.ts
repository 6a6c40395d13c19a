/** Merging posting lists: words from the sources, compound parts computed from them. */
import { partImpact } from '../index/impact.ts';
import { growingWords, push, sharedBytes, sharedWords } from '../index/memory.ts';
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
  const { postings: most, bytes: mostBytes } = mostOf(sources, terms, compounds);
  let length = 0;
  let bytesLength = 0;
  // As large as it can become at most: what is not written takes no memory, and nothing is copied in the end.
  const out = {
    start: sharedWords(terms + 1),
    records: sharedWords(most),
    impacts: sharedBytes(most),
    wordImpacts: sharedBytes(most),
    masks: sharedBytes(most),
    blocks: sharedWords((most >>> 3) + 1),
    bytes: sharedBytes(mostBytes),
  };
  const best = new Uint8Array(size);
  const touched = growingWords();
  /** One for each source: the lists of one stem are read before those of another. */
  const all = sources.map((source): Cursor => ({ source, at: 0, end: 0, byte: -1, record: GONE }));
  const cursors: Cursor[] = [];

  const open = (term: number): void => {
    cursors.length = 0;
    for (let s = 0; s < all.length; s++) {
      const old = where[s]![term]!;
      if (old === GONE) continue;
      const cursor = all[s]!;
      const { start } = cursor.source.postings;
      // Where this list follows the one that was read to its end, its positions follow too.
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
      let least = 0;
      let others = GONE;
      for (let i = 1; i < cursors.length; i++) {
        const { record } = cursors[i]!;
        if (record < cursors[least]!.record) {
          others = cursors[least]!.record;
          least = i;
        } else if (record < others) others = record;
      }
      const cursor = cursors[least]!;
      // Segments often follow each other: as long as this one is ahead of the others nobody else is asked.
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
          cursors.splice(least, 1);
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

/** No more postings and bytes can there be: all that the sources have, and one of a part for each of a compound. */
function mostOf(
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

/** Gives where the next come. */
function copyPositions(out: Uint8Array, to: number, cursor: Cursor): number {
  const { bytes } = cursor.source.postings;
  const end = after(bytes, cursor.byte);
  let length = to;
  for (let byte = cursor.byte; byte < end; byte++) out[length++] = bytes[byte]!;
  return length;
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
