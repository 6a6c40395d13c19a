/** Changes that are applied together: what is left of them when the last one of each record counts. */
import type { Change, Changes, SearchRecord } from '../api.ts';
import { compareStrings } from '../index/dictionary.ts';
import type { Segment } from '../index/segment.ts';

export type Latest = {
  /** Up to which change they go. */
  seq: number;
  /** All that changed, records that go among them. */
  ids: string[];
  /** In the order of their ids. */
  records: SearchRecord[];
};

/** Records as they come out of inverting, with the vectors that were supplied with them, by their number. */
export type Inverted = { segment: Segment; vectors: readonly (SearchRecord['vector'] | undefined)[] };

export function latestOf(changes: readonly Change[]): Latest {
  const last = new Map(changes.map((change) => [change.id, change.record]));
  const records: SearchRecord[] = [];
  for (const [id, record] of last) if (record !== null) records.push(record.id === id ? record : { ...record, id });
  records.sort((a, b) => compareStrings(a.id, b.id));
  return { seq: changes.reduce((most, { seq }) => Math.max(most, seq), 0), ids: [...last.keys()], records };
}

export async function* piecesOf(changes: Changes): AsyncGenerator<readonly Change[]> {
  if (Symbol.asyncIterator in changes) yield* changes;
  else yield changes;
}

export async function allOf(changes: Changes): Promise<readonly Change[]> {
  const all: Change[] = [];
  for await (const piece of piecesOf(changes)) all.push(...piece);
  return all;
}
