/** Builds an index beside the main thread: keeps the records it is given, learns from all of them, and makes their documents. */
import { parentPort, workerData } from 'node:worker_threads';
import { fieldsOf } from '@fundus/search/index/segment';
import type { BuildSettings, Documents, FromBuild, Making, ToBuild } from './build-messages.ts';
import { lineText, wordLines } from './bulk.ts';
import { documentOf } from './documents.ts';
import { makeLearner, packModel, type Learned } from './learned.ts';
import { vectorsBy } from './nearness.ts';
import { openSpool } from './spool.ts';

/** Records that are sent together. */
const BULK = 500;

const port = parentPort;
if (!port) throw new Error('build-thread runs as a worker thread only');
const { schema, vocabulary, space, folder } = workerData as BuildSettings;
const fields = fieldsOf(schema);
const spool = openSpool(folder);
const learner = makeLearner(fields, vocabulary, space);
/** What was taken out after it came. */
const gone = new Set<string>();
let learned: Learned | undefined;
let documents: Generator<Documents> | undefined;

function* makeDocuments({ partsOf, model, dimensions }: Learned, { seq, near }: Making): Generator<Documents> {
  const vectorOf = vectorsBy({ model, space }, near ? dimensions : 0);
  const known = new Set<string>();
  let made: Documents = { media: [], words: [] };
  for (const changes of spool.read()) {
    for (const { id, record } of changes) {
      if (record === null || gone.has(id)) continue;
      const { body, words } = documentOf({ ...record, id }, seq, fields, partsOf, vectorOf);
      const action = { index: { _id: id, version: Math.max(1, seq), version_type: 'external_gte' } };
      made.media.push(lineText({ action, source: body }));
      made.words.push(...wordLines(words, known).map(lineText));
      if (made.media.length < BULK) continue;
      yield made;
      made = { media: [], words: [] };
    }
  }
  yield made;
}

function answer(message: ToBuild): FromBuild {
  if (message.kind === 'take') {
    spool.add(message.changes);
    for (const { id, record } of message.changes) {
      if (record === null) gone.add(id);
      else {
        gone.delete(id);
        learner.take(record);
      }
    }
    return { kind: 'taken' };
  }
  if (message.kind === 'learn') {
    learned = learner.learn();
    return { kind: 'learned', chunks: packModel(learned), dimensions: learned.dimensions };
  }
  documents ??= makeDocuments(learned!, message);
  return { kind: 'documents', documents: documents.next().value ?? null };
}

port.on('message', (message: ToBuild) => {
  try {
    port.postMessage(answer(message));
  } catch (error) {
    port.postMessage({ kind: 'failed', message: (error as Error).message } satisfies FromBuild);
  }
});
