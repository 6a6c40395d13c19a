/** Selects the training data of a model: a sample of records as rows of weighted stems. */
import { isStopWord } from '../analysis/stop-words.ts';
import { has } from '../index/bits.ts';
import { compareStrings, find, stringAt } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';

/** A sparse matrix. The entries of row `r` start at `start[r]` in `columns` and `weights`; each row has length 1. */
export type Sample = { rows: number; start: Uint32Array; columns: Uint32Array; weights: Float32Array };

/** Maximum share of records that may contain a stem used for training. The stem must also occur in more than one record. */
const MAX_SHARE = 1 / 4;
const MAX_TERMS = 24_000;
/** Exponent of a stem's inverse document frequency, tuned on the judged sets. */
const IDF_EXPONENT = 1.5;
const MAX_ROWS = 16_000;

export type Chosen = { terms: string[]; idf: Float32Array };

/** Returns the stems that are used for training, in the order of the index. */
export function chooseTerms(segments: readonly LiveSegment[], records: number): Chosen {
  const base = segments[0]!.segment;
  const counts = base.termLive.slice();
  /** Stems that the base segment lacks, with the number of records. */
  const others = new Map<string, number>();
  for (const { segment } of segments.slice(1)) {
    segment.termLive.forEach((live, term) => {
      const stem = stringAt(segment.terms, term);
      const at = find(base.terms, stem);
      if (at >= 0) counts[at]! += live;
      else if (live > 0) others.set(stem, (others.get(stem) ?? 0) + live);
    });
  }
  const empty = new Set<string>();
  for (const { segment } of segments) {
    segment.surfaceTerm.forEach((term, s) => {
      if (isStopWord(stringAt(segment.surfaces, s))) empty.add(stringAt(segment.terms, term));
    });
  }
  const maxRecords = Math.max(3, records * MAX_SHARE);
  let found: { stem: string; live: number }[] = [];
  const take = (stem: string, live: number): void => {
    if (live >= 2 && live <= maxRecords && !empty.has(stem)) found.push({ stem, live });
  };
  counts.forEach((live, term) => {
    if (live >= 2 && live <= maxRecords) take(stringAt(base.terms, term), live);
  });
  others.forEach((live, stem) => take(stem, live));
  if (found.length > MAX_TERMS) found = found.sort((a, b) => b.live - a.live || compareStrings(a.stem, b.stem)).slice(0, MAX_TERMS);
  found.sort((a, b) => compareStrings(a.stem, b.stem));
  return {
    terms: found.map(({ stem }) => stem),
    idf: Float32Array.from(found, ({ live }) => Math.log((records + 1) / (live + 0.5)) ** IDF_EXPONENT),
  };
}

/** Returns a sample of records at regular intervals from all segments. */
export function sampleRecords(segments: readonly LiveSegment[], { terms, idf }: Chosen): Sample {
  const all = segments.reduce((sum, { segment }) => sum + segment.size, 0);
  const step = Math.max(1, Math.ceil(all / MAX_ROWS));
  const parts = segments.map((live) => sampleOf(live, terms, idf, step));
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const length = parts.reduce((sum, part) => sum + part.columns.length, 0);
  const sample: Sample = { rows, start: new Uint32Array(rows + 1), columns: new Uint32Array(length), weights: new Float32Array(length) };
  let row = 0;
  let at = 0;
  for (const part of parts) {
    sample.columns.set(part.columns, at);
    sample.weights.set(part.weights, at);
    for (let r = 0; r < part.rows; r++) sample.start[++row] = at + part.start[r + 1]!;
    at += part.columns.length;
  }
  return sample;
}

function sampleOf({ segment, deleted }: LiveSegment, terms: readonly string[], idf: Float32Array, step: number): Sample {
  const rowOf = new Int32Array(segment.size).fill(-1);
  let rows = 0;
  for (let record = 0; record < segment.size; record += step) if (!has(deleted, record)) rowOf[record] = rows++;
  const here = terms.map((term) => find(segment.terms, term));
  const { start, records, impacts } = segment.postings;
  const each = (visit: (row: number, column: number, posting: number) => void): void =>
    here.forEach((term, column) => {
      if (term >= 0)
        for (let p = start[term]!; p < start[term + 1]!; p++) if (rowOf[records[p]!]! >= 0) visit(rowOf[records[p]!]!, column, p);
    });
  const ends = new Uint32Array(rows + 1);
  each((row) => ends[row + 1]!++);
  for (let r = 0; r < rows; r++) ends[r + 1]! += ends[r]!;
  const next = ends.slice();
  const columns = new Uint32Array(ends[rows]!);
  const weights = new Float32Array(ends[rows]!);
  each((row, column, p) => {
    const at = next[row]!++;
    columns[at] = column;
    weights[at] = Math.sqrt(impacts[p]!) * idf[column]!;
  });
  for (let r = 0; r < rows; r++) {
    let square = 0;
    for (let i = ends[r]!; i < ends[r + 1]!; i++) square += weights[i]! * weights[i]!;
    const factor = square === 0 ? 0 : 1 / Math.sqrt(square);
    for (let i = ends[r]!; i < ends[r + 1]!; i++) weights[i]! *= factor;
  }
  return { rows, start: ends, columns, weights };
}
