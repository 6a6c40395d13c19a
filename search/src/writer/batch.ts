/** A batch of changes, reduced to the last change of each record. */
import type { Change, Changes, SearchRecord } from '../api.ts';
import { compareStrings } from '../index/dictionary.ts';
import type { Segment } from '../index/segment.ts';

export type LatestChanges = {
  /** Number of the last change in the batch. */
  seq: number;
  /** Identifiers of all changed and deleted records. */
  ids: string[];
  /** Changed records ordered by identifier. */
  records: SearchRecord[];
};

/** An inverted segment. `vectors` contains the vectors supplied with its records, by record number. */
export type InvertedRecords = { segment: Segment; vectors: readonly (SearchRecord['vector'] | undefined)[] };

export function findLatestChanges(changes: readonly Change[]): LatestChanges {
  const last = new Map(changes.map((change) => [change.id, change.record]));
  const records: SearchRecord[] = [];
  for (const [id, record] of last) if (record !== null) records.push(record.id === id ? record : { ...record, id });
  records.sort((a, b) => compareStrings(a.id, b.id));
  return { seq: changes.reduce((max, { seq }) => Math.max(max, seq), 0), ids: [...last.keys()], records };
}

export async function* readPieces(changes: Changes): AsyncGenerator<readonly Change[]> {
  if (Symbol.asyncIterator in changes) yield* changes;
  else yield changes;
}

export async function collectChanges(changes: Changes): Promise<readonly Change[]> {
  const all: Change[] = [];
  for await (const piece of readPieces(changes)) all.push(...piece);
  return all;
}
