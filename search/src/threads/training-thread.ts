/** Runs trainings in a separate thread, one at a time. */
import { Worker } from 'node:worker_threads';
import type { OpenOptions } from '../api.ts';
import { vectorMemory } from '../index/index-view.ts';
import { reviveModel } from '../index/model.ts';
import type { TrainingSet } from '../vectors/training.ts';
import type { Writer } from '../writer/writer.ts';
import type { FromTrainer, ThreadData } from './messages.ts';
import { releaseMemory, THREAD_LIMITS } from './release.ts';

/** Creates the trainings of an index. `onTrained` is called when a training has changed the index. */
export function createTrainings(writer: Writer, options: OpenOptions, onTrained: () => void): { start(): void; stop(): void } {
  let trainer: Worker | null = null;
  let trainingSet: TrainingSet | null = null;

  /** Terminates the thread after each training to free its memory. A failed training is retried after the next change. */
  const stop = (): void => {
    void trainer?.terminate();
    trainer = null;
    trainingSet = null;
  };
  const finish = ({ model, vectors }: FromTrainer): void => {
    if (trainingSet!.model === null) releaseMemory(vectorMemory(writer.view()));
    writer.installTraining(trainingSet!, { model: model === null ? null : reviveModel(model), vectors });
    stop();
    onTrained();
  };
  return {
    /** Starts a training unless one is running or none is due. */
    start() {
      if (trainingSet !== null) return;
      trainingSet = writer.trainingSet();
      if (trainingSet === null) return;
      const data: ThreadData = { role: 'trainer', options };
      trainer = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: THREAD_LIMITS })
        .on('message', finish)
        .on('error', stop);
      trainer.postMessage(trainingSet);
    },
    stop,
  };
}
