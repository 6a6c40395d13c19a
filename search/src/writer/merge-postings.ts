/** Merges posting lists. Word postings are copied from the sources; postings of compound parts are computed from them. */
import { partImpact } from '../index/impact.ts';
import { growingWords, push, sharedBytes, sharedWords } from '../index/memory.ts';
import { skipPositions, positionsAt } from '../index/positions.ts';
import type { Postings } from '../index/segment.ts';

/** Postings of a source. `renumber` contains the new number of each record, `terms` that of each stem; 0xffffffff if it is deleted. */
type PostingSource = { postings: Postings; renumber: Uint32Array; terms: Uint32Array };

const GONE = 0xffffffff;

/** Reads the word postings of a stem in one source, skipping deleted records. */
type Cursor = { source: PostingSource; at: number; end: number; byte: number; record: number };

export function mergePostings(
  sources: readonly PostingSource[],
  terms: number,
  parts: { start: Uint32Array; terms: Uint32Array },
  size: number,
): Postings {
  const compounds = invertParts(parts, terms);
  const out = createOutput(terms, upperBounds(sources, terms, compounds));
  const reader = createReader(sources, terms);
  /** Highest impact of the stem as part of a compound in each record; 0 if there is none. `touched` contains the records with such an impact. */
  const best = new Uint8Array(size);
  const touched = growingWords();

  /** Reads the postings of all compounds that contain the stem. */
  const readCompounds = (term: number): void => {
    touched.length = 0;
    for (let c = compounds.start[term]!; c < compounds.start[term + 1]!; c++) {
      for (const cursor of reader.open(compounds.terms[c]!)) {
        do {
          const impact = partImpact(cursor.source.postings.wordImpacts[cursor.at]!);
          if (best[cursor.record] === 0) push(touched, cursor.record);
          if (best[cursor.record]! < impact) best[cursor.record] = impact;
        } while (next(cursor));
      }
    }
    if (touched.length > 1) touched.array.subarray(0, touched.length).sort();
  };
  /** Writes the records before `record` that contain the stem only as part of a compound. Returns the index of the first one that is not written. */
  const writePartsBefore = (from: number, record: number): number => {
    let t = from;
    for (; t < touched.length && touched.array[t]! < record; t++) out.addPart(touched.array[t]!, best[touched.array[t]!]!);
    return t;
  };

  for (let term = 0; term < terms; term++) {
    readCompounds(term);
    let part = 0;
    const cursors = reader.open(term);
    while (cursors.length > 0) {
      const first = earliest(cursors);
      const others = firstOfOthers(cursors, first);
      const cursor = cursors[first]!;
      // Advances only this cursor as long as possible, because sources are often consecutive.
      do {
        if (touched.length > 0) {
          part = writePartsBefore(part, cursor.record);
          if (part < touched.length && touched.array[part] === cursor.record) part++;
        }
        out.addWord(cursor, best[cursor.record]!);
        if (!next(cursor)) {
          cursors.splice(first, 1);
          break;
        }
      } while (cursor.record < others);
    }
    writePartsBefore(part, GONE);
    for (let t = 0; t < touched.length; t++) best[touched.array[t]!] = 0;
    out.endTerm(term);
  }
  return out.finish();
}

/** Creates the merged lists with their maximum size. Unused memory is never written, and nothing has to be copied at the end. */
function createOutput(terms: number, max: { postings: number; bytes: number }) {
  const start = sharedWords(terms + 1);
  const records = sharedWords(max.postings);
  const impacts = sharedBytes(max.postings);
  const wordImpacts = sharedBytes(max.postings);
  const masks = sharedBytes(max.postings);
  const blocks = sharedWords((max.postings >>> 3) + 1);
  const bytes = sharedBytes(max.bytes);
  let length = 0;
  let bytesLength = 0;
  const add = (record: number, impact: number, wordImpact: number, mask: number): void => {
    if ((length & 7) === 0) blocks[length >>> 3] = bytesLength;
    records[length] = record;
    impacts[length] = impact;
    wordImpacts[length] = wordImpact;
    masks[length++] = mask;
  };
  return {
    /** Adds the current posting of a cursor. */
    addWord(cursor: Cursor, asPart: number): void {
      const { wordImpacts, masks, bytes: positions } = cursor.source.postings;
      const own = wordImpacts[cursor.at]!;
      add(cursor.record, Math.max(own, asPart), own, masks[cursor.at]!);
      const end = skipPositions(positions, cursor.byte);
      let to = bytesLength;
      for (let from = cursor.byte; from < end; from++) bytes[to++] = positions[from]!;
      bytesLength = to;
    },
    /** Adds a record that contains the stem only as part of a compound. */
    addPart(record: number, impact: number): void {
      add(record, impact, 0, 0);
      bytes[bytesLength++] = 0;
    },
    endTerm(term: number): void {
      start[term + 1] = length;
    },
    finish(): Postings {
      if ((length & 7) === 0) blocks[length >>> 3] = bytesLength;
      return {
        start,
        records: records.subarray(0, length),
        impacts: impacts.subarray(0, length),
        wordImpacts: wordImpacts.subarray(0, length),
        masks: masks.subarray(0, length),
        blocks: blocks.subarray(0, (length >>> 3) + 1),
        bytes: bytes.subarray(0, bytesLength),
      };
    },
  };
}

/** Reads the lists of all sources. `open` returns the cursors of a stem, positioned at their first postings. They are reused by the next call. */
function createReader(sources: readonly PostingSource[], terms: number): { open(term: number): Cursor[] } {
  const where = sources.map((source) => {
    const own = new Uint32Array(terms).fill(GONE);
    source.terms.forEach((term, old) => {
      if (term !== GONE) own[term] = old;
    });
    return own;
  });
  /** A single cursor per source is sufficient, because the lists of a stem are read before those of the next stem. */
  const all = sources.map((source): Cursor => ({ source, at: 0, end: 0, byte: -1, record: GONE }));
  const cursors: Cursor[] = [];
  return {
    open(term) {
      cursors.length = 0;
      for (let s = 0; s < all.length; s++) {
        const old = where[s]![term]!;
        if (old === GONE) continue;
        const cursor = all[s]!;
        const { start } = cursor.source.postings;
        // Keeps the byte offset only if this list directly follows the previous one, because the cursor is then already at its positions. Otherwise
        // the offset is looked up.
        if (cursor.at < cursor.end || cursor.end !== start[old]) cursor.byte = -1;
        cursor.at = start[old]! - 1;
        cursor.end = start[old + 1]!;
        if (next(cursor)) cursors.push(cursor);
      }
      return cursors;
    },
  };
}

/** Returns the index of the cursor with the lowest record number. */
function earliest(cursors: readonly Cursor[]): number {
  let first = 0;
  for (let i = 1; i < cursors.length; i++) if (cursors[i]!.record < cursors[first]!.record) first = i;
  return first;
}

/** Returns the lowest record number of all cursors except `first`. */
function firstOfOthers(cursors: readonly Cursor[], first: number): number {
  let record = GONE;
  for (let i = 0; i < cursors.length; i++) if (i !== first && cursors[i]!.record < record) record = cursors[i]!.record;
  return record;
}

/** Returns upper bounds for the numbers of postings and bytes: those of all sources, plus a posting of each part for each posting of a compound. */
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

/** Advances to the next word posting of a record that is not deleted. Returns `false` at the end of the list. */
function next(cursor: Cursor): boolean {
  const { postings, renumber } = cursor.source;
  for (;;) {
    cursor.at++;
    if (cursor.at >= cursor.end) return false;
    cursor.byte = cursor.byte < 0 ? positionsAt(postings, cursor.at) : skipPositions(postings.bytes, cursor.byte);
    if (postings.masks[cursor.at] === 0) continue;
    cursor.record = renumber[postings.records[cursor.at]!]!;
    if (cursor.record !== GONE) return true;
  }
}

/** Returns the stems that contain each part. */
function invertParts(parts: { start: Uint32Array; terms: Uint32Array }, terms: number): { start: Uint32Array; terms: Uint32Array } {
  const start = new Uint32Array(terms + 1);
  for (const part of parts.terms) start[part + 1]!++;
  for (let t = 0; t < terms; t++) start[t + 1]! += start[t]!;
  const cursor = start.slice();
  const compounds = new Uint32Array(parts.terms.length);
  for (let t = 0; t < terms; t++) for (let p = parts.start[t]!; p < parts.start[t + 1]!; p++) compounds[cursor[parts.terms[p]!]!++] = t;
  return { start, terms: compounds };
}
