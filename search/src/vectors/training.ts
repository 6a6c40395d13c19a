/** What is to be trained next, and training it: a model of the catalogue, or only the vectors of segments that have none yet. */
import type { LiveSegment, IndexView } from '../index/index-view.ts';
import { projectSegment } from './project.ts';
import { MIN_RECORDS, type Model, type Vectors } from '../index/model.ts';
import { trainModel } from './train.ts';

/** A model is trained again when this share of the records has changed since. */
const STALE = 0.25;

/** The segments to train a new model from (`model` null), or to compute the missing vectors of. */
export type TrainingSet = { segments: LiveSegment[]; records: number; changes: number; space: string; model: Model | null };
export type TrainingResult = { model: Model | null; vectors: { id: number; vectors: Vectors }[] };

/** The training that is due; `null` when everything is trained. */
export function nextTrainingSet({ segments, records, changes, model }: IndexView): TrainingSet | null {
  if (records < MIN_RECORDS || segments.length === 0) return null;
  if (model === null || changes > STALE * model.records) {
    return { segments: [...segments], records, changes, space: nextSpace(model), model: null };
  }
  const missing = segments.filter((live) => live.vectors?.space !== model.space);
  return missing.length === 0 ? null : { segments: missing, records, changes, space: model.space, model };
}

/** Trains a model where there is none in the set, and computes the vectors of its segments. */
export function train({ segments, records, space, model: known }: TrainingSet): TrainingResult {
  const model = known ?? trainModel({ segments, records }, space);
  return { model, vectors: model === null ? [] : segments.map(({ id, segment }) => ({ id, vectors: projectSegment(segment, model) })) };
}

const nextSpace = (model: Model | null): string => `learned ${model === null ? 1 : Number(model.space.split(' ')[1]) + 1}`;
