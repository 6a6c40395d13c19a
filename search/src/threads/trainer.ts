/** A thread that learns what words mean, and works out the vectors of large segments. */
import type { MessagePort } from 'node:worker_threads';
import { revive } from '../index/segment.ts';
import { carryOut } from '../vectors/lessons.ts';
import { reviveModel } from '../vectors/model.ts';
import type { FromTrainer, ToTrainer } from './messages.ts';

export function serveTraining(port: MessagePort): void {
  port.on('message', (lesson: ToTrainer) => {
    const entries = lesson.entries.map((entry) => ({ ...entry, segment: revive(entry.segment) }));
    const model = lesson.model === null ? null : reviveModel(lesson.model);
    port.postMessage(carryOut({ ...lesson, entries, model }) satisfies FromTrainer);
  });
}
