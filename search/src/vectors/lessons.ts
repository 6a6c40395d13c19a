/** What is to be learned next, and learning it: a model of the catalogue, or only the vectors of segments that have none yet. */
import type { Entry, Generation } from '../index/generation.ts';
import { foldSegment } from './fold.ts';
import { FEWEST_RECORDS, type Model, type Vectors } from './model.ts';
import { train } from './train.ts';

/** Learned anew when this share of the records has changed since. */
const STALE = 0.25;

/** Learn anew from these entries (`model` null), or work out their vectors. */
export type Lesson = { entries: Entry[]; records: number; changes: number; space: string; model: Model | null };
export type Learned = { model: Model | null; vectors: { id: number; vectors: Vectors }[] };

/** The lesson that is due; `null` when everything is known. */
export function lessonFor({ entries, records, changes, model }: Generation): Lesson | null {
  if (records < FEWEST_RECORDS || entries.length === 0) return null;
  if (model === null || changes > STALE * model.records) {
    return { entries: [...entries], records, changes, space: nextSpace(model), model: null };
  }
  const missing = entries.filter((entry) => entry.vectors?.space !== model.space);
  return missing.length === 0 ? null : { entries: missing, records, changes, space: model.space, model };
}

export function carryOut({ entries, records, space, model: known }: Lesson): Learned {
  const model = known ?? train({ entries, records }, space);
  return { model, vectors: model === null ? [] : entries.map(({ id, segment }) => ({ id, vectors: foldSegment(segment, model) })) };
}

const nextSpace = (model: Model | null): string => `learned ${model === null ? 1 : Number(model.space.split(' ')[1]) + 1}`;
