/** Plans and runs training: of a model of the catalogue, or of the missing vectors of segments. */
import type { LiveSegment, IndexView } from '../index/index-view.ts';
import { projectSegment } from './project.ts';
import { MIN_RECORDS, type Model, type Vectors } from '../index/model.ts';
import { trainModel } from './train.ts';

/** Share of changed records after which a model is trained again. */
const MAX_CHANGED = 0.25;

/** The segments of a training: of a new model if `model` is `null`, otherwise of missing vectors. */
export type TrainingSet = { segments: LiveSegment[]; records: number; changes: number; space: string; model: Model | null };
export type TrainingResult = { model: Model | null; vectors: { id: number; vectors: Vectors }[] };

/** Returns the next training, or `null` if none is due. */
export function nextTrainingSet({ segments, records, changes, model }: IndexView): TrainingSet | null {
  if (records < MIN_RECORDS || segments.length === 0) return null;
  if (model === null || changes > MAX_CHANGED * model.records) {
    return { segments: [...segments], records, changes, space: nextSpace(model), model: null };
  }
  const missing = segments.filter((live) => live.vectors?.space !== model.space);
  return missing.length === 0 ? null : { segments: missing, records, changes, space: model.space, model };
}

/** Trains a model if the set has none, and computes the vectors of its segments. */
export function train({ segments, records, space, model: known }: TrainingSet): TrainingResult {
  const model = known ?? trainModel({ segments, records }, space);
  return { model, vectors: model === null ? [] : segments.map(({ id, segment }) => ({ id, vectors: projectSegment(segment, model) })) };
}

const nextSpace = (model: Model | null): string => `learned ${model === null ? 1 : Number(model.space.split(' ')[1]) + 1}`;
