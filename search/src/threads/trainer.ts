/** Thread that trains the model and computes the vectors of large segments. */
import type { MessagePort } from 'node:worker_threads';
import { revive } from '../index/segment.ts';
import { train } from '../vectors/training.ts';
import { reviveModel } from '../index/model.ts';
import type { FromTrainer, ToTrainer } from './messages.ts';

export function serveTraining(port: MessagePort): void {
  port.on('message', (set: ToTrainer) => {
    const segments = set.segments.map((live) => ({ ...live, segment: revive(live.segment) }));
    const model = set.model === null ? null : reviveModel(set.model);
    port.postMessage(train({ ...set, segments, model }) satisfies FromTrainer);
  });
}
