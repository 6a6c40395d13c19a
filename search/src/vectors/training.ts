/** Plans and runs trainings, which train a model or compute missing vectors of segments. */
import type { LiveSegment, IndexView } from '../index/index-view.ts';
import { projectSegment } from './project.ts';
import { MIN_RECORDS, type Model, type Vectors } from '../index/model.ts';
import { trainModel } from './train.ts';

/** Share of changed records after which a new model is trained. */
const MAX_CHANGED = 0.25;

/** Input of a training. If `model` is `null`, a new model is trained; otherwise, missing vectors are computed. */
export type TrainingSet = { segments: LiveSegment[]; records: number; changes: number; space: string; model: Model | null };
export type TrainingResult = { model: Model | null; vectors: { id: number; vectors: Vectors }[] };

/** Returns the input of the next training; `null` if none is due. */
export function nextTrainingSet({ segments, records, changes, model }: IndexView): TrainingSet | null {
  if (records < MIN_RECORDS || segments.length === 0) return null;
  if (model === null || changes > MAX_CHANGED * model.records) {
    return { segments: [...segments], records, changes, space: nextSpace(model), model: null };
  }
  const missing = segments.filter((live) => live.vectors?.space !== model.space);
  return missing.length === 0 ? null : { segments: missing, records, changes, space: model.space, model };
}

/** Trains a model if necessary and computes the vectors of the segments. */
export function train({ segments, records, space, model: known }: TrainingSet): TrainingResult {
  const model = known ?? trainModel({ segments, records }, space);
  return { model, vectors: model === null ? [] : segments.map(({ id, segment }) => ({ id, vectors: projectSegment(segment, model) })) };
}

const nextSpace = (model: Model | null): string => `learned ${model === null ? 1 : Number(model.space.split(' ')[1]) + 1}`;
