/** The thread that changes the index. Large merges are done by a thread of its own, so that changes are never kept waiting. */
import { Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { OpenOptions } from '../door.ts';
import { bytesOf, meaningBytes, segmentBytes } from '../index/generation.ts';
import { fieldsOf, revive } from '../index/segment.ts';
import { loadSnapshot, saveSnapshot, schemaHash } from '../index/snapshot.ts';
import type { MergePlan } from '../index/writer.ts';
import { createWriter, runMerge } from '../index/writer.ts';
import type { Lesson } from '../vectors/lessons.ts';
import { reviveModel } from '../vectors/model.ts';
import type { FromMerger, FromTrainer, FromWriter, ThreadData, ToMerger, ToWriter } from './messages.ts';
import { failureOf, publish } from './messages.ts';
import { release, YOUNG } from './release.ts';

/** Merges of more records than this are done beside. */
const LARGE = 20_000;
/** Learning waits until there was no change for so many milliseconds: a catalogue that is being filled is learned once. */
const QUIET = 700;

export function serveChanges(port: MessagePort, options: OpenOptions): void {
  const fields = fieldsOf(options.schema);
  const vocabulary = options.vocabulary ?? [];
  const schema = schemaHash(options.schema, vocabulary, options.space);
  const kept = options.snapshot === undefined ? undefined : loadSnapshot(options.snapshot, schema);
  const writer = createWriter(fields, vocabulary, kept, options.space);
  const known = new Set<number>();
  let merger: Worker | null = null;
  let underWay: MergePlan | null = null;
  let trainer: Worker | null = null;
  let lesson: Lesson | null = null;
  let quiet: NodeJS.Timeout | undefined;

  const say = (message: FromWriter): void => port.postMessage(message);
  const announce = (): void => {
    const generation = writer.generation();
    say({ kind: 'generation', publication: publish(generation, bytesOf(generation), known) });
    clearTimeout(quiet);
    quiet = setTimeout(rest, QUIET);
    quiet.unref();
  };
  /** What can wait until changes come to rest: few segments instead of many, and what words mean. */
  const rest = (): void => {
    const before = writer.generation();
    tidy(false);
    if (underWay !== null) return;
    writer.rest();
    if (writer.generation() === before) learn();
    else announce();
  };
  const learn = (): void => {
    if (lesson !== null || underWay !== null) return;
    lesson = writer.lesson();
    if (lesson === null) return;
    const data: ThreadData = { role: 'trainer', options };
    trainer = new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG })
      .on('message', learned)
      .on('error', notLearned);
    trainer.postMessage(lesson);
  };
  const learned = ({ model, vectors }: FromTrainer): void => {
    if (lesson!.model === null) release(meaningBytes(writer.generation()));
    writer.teach(lesson!, { model: model === null ? null : reviveModel(model), vectors });
    notLearned();
    announce();
  };
  /** The thread ends after each lesson: what it needed is given back. One that failed comes again with the next change. */
  const notLearned = (): void => {
    void trainer?.terminate();
    trainer = null;
    lesson = null;
  };
  const releaseSources = (plan: MergePlan): void => release(plan.entries.reduce((sum, entry) => sum + segmentBytes(entry.segment), 0));
  const tidy = (busy: boolean): void => {
    for (let plan = writer.due(underWay, busy); plan !== null; plan = writer.due(underWay, busy)) {
      const size = plan.entries.reduce((sum, entry) => sum + entry.segment.size, 0);
      if (size <= LARGE) {
        writer.adopt(plan, runMerge(plan.entries, plan, fields, vocabulary));
        releaseSources(plan);
      } else if (underWay === null) {
        underWay = plan;
        const data: ThreadData = { role: 'merger', options };
        merger ??= new Worker(new URL('./thread.ts', import.meta.url), { workerData: data, resourceLimits: YOUNG })
          .on('message', finished)
          .on('error', givenUp);
        merger.postMessage({ plan } satisfies ToMerger);
      } else {
        return;
      }
    }
  };
  const finished = ({ merged }: FromMerger): void => {
    const plan = underWay!;
    underWay = null;
    writer.adopt(plan, { ...merged, segment: revive(merged.segment) });
    releaseSources(plan);
    tidy(true);
    announce();
  };
  /** A merge that failed is tried again with the next change; the index is whole without it. */
  const givenUp = (): void => {
    merger = null;
    underWay = null;
  };
  const carryOut = (message: ToWriter): void => {
    if (message.kind === 'apply') {
      writer.apply(message.changes);
      tidy(true);
      announce();
    } else if (message.kind === 'save') {
      if (options.snapshot !== undefined) saveSnapshot(options.snapshot, writer.generation(), schema);
    } else {
      clearTimeout(quiet);
      void merger?.terminate();
      void trainer?.terminate();
    }
  };
  port.on('message', (message: ToWriter) => {
    let reply: FromWriter = { kind: 'done', job: message.job };
    try {
      carryOut(message);
    } catch (error) {
      reply = { ...reply, failure: failureOf(error) };
    }
    say(reply);
  });
  announce();
}
