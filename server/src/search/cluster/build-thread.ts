/** Builds an index in a worker thread: learns from the staged records, and writes their documents into a new index. */
import { parentPort, workerData } from 'node:worker_threads';
import { SearchError, type Schema, type SearchRecord } from '@fundus/search/api';
import { fieldsOf } from '@fundus/search/index/segment';
import { connect, SLOW, type ClusterSettings, type Reply, type Written } from './client.ts';
import type { Document } from './documents.ts';
import { directionsIn, learnVocabulary, packModel } from './learned.ts';
import { analysisOf, buildIndexTemplate, vectorMapping } from './mapping.ts';

export type BuildSettings = {
  settings: ClusterSettings;
  schema: Schema;
  vocabulary: readonly string[];
  /** Vector space of the vectors supplied with the records. If undefined, similarity is learned from the records. */
  space: string | undefined;
  synonyms: readonly string[];
  names: { template: string; staging: string; state: string };
  index: string;
  /** Number of the last change that the staged records contain. */
  seq: number;
};
/** Result of a build: the length of the vectors (0 without vectors), and the number of documents that store the model. */
export type Built = { dimensions: number; chunks: number };
export type Outcome = Built | { failed: string; code?: SearchError['code'] };

/** Number of records read per request. */
const PAGE = 200;
/** Maximum number of records to learn from, and maximum length of each of their texts in characters. */
const SAMPLE = 16_000;
const MAX_TEXT = 20_000;

const { settings, schema, vocabulary, space, synonyms, names, index, seq } = workerData as BuildSettings;
const cluster = connect(settings);
const fields = fieldsOf(schema);

async function* readStagedDocuments(): AsyncGenerator<Document[]> {
  for (let after: string | undefined; ;) {
    const [page]: Reply<Document>[] = await cluster.searchAll(
      names.staging,
      [{ query: { match_all: {} }, size: PAGE, sort: [{ id: 'asc' }], track_total_hits: false, ...(after && { search_after: [after] }) }],
      SLOW,
    );
    const documents = page!.hits.hits.map(({ _source }) => _source);
    if (documents.length === 0) return;
    yield documents;
    after = documents.at(-1)!.id;
  }
}

const shortened = ({ id, language, text }: Document): SearchRecord => ({
  ...{ id, language, values: {}, numbers: {}, visible: [] },
  text: Object.fromEntries(
    Object.entries(text).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_TEXT) : value]),
  ),
});

/** Returns evenly distributed sample records, and the length of the vectors supplied with them. */
async function sampleDocuments(): Promise<{ sample: SearchRecord[]; supplied: number }> {
  let sample: SearchRecord[] = [];
  let supplied = 0;
  let step = 1;
  let taken = 0;
  for await (const page of readStagedDocuments()) {
    for (const document of page) {
      supplied ||= document.vector?.length ?? 0;
      if (taken++ % step === 0) sample.push(shortened(document));
      if (sample.length <= SAMPLE) continue;
      sample = sample.filter((_, at) => at % 2 === 0);
      step *= 2;
    }
  }
  return { sample, supplied };
}

/** Creates the index, with a vector field if the cluster has the plugin. Returns whether the plugin is installed. */
async function create(words: readonly string[], dimensions: number): Promise<boolean> {
  const analysis = analysisOf(words, synonyms);
  const createIndex = (body: object, ignore: number[] = []) =>
    cluster.send<{ acknowledged?: boolean }>((to) => to.indices.create({ index, body: body as never }, { requestTimeout: SLOW, ignore }));
  const body = buildIndexTemplate(schema, `${names.template}-*`, vocabulary, synonyms);
  await cluster.send((to) => to.indices.putIndexTemplate({ name: names.template, body }, { requestTimeout: SLOW }));
  const plain = { index: { refresh_interval: '-1' }, analysis };
  // A cluster without the plugin replies with status 400 to its setting and its field type.
  const vectors = dimensions > 0 ? { mappings: vectorMapping(dimensions) } : {};
  if ((await createIndex({ settings: { ...plain, index: { ...plain.index, knn: true } }, ...vectors }, [400])).acknowledged)
    return dimensions > 0;
  await createIndex({ settings: plain });
  return false;
}

async function build(): Promise<Built> {
  const { sample, supplied } = await sampleDocuments();
  const { words, model } = learnVocabulary(sample, fields, vocabulary);
  const learned = space === undefined ? model : null;
  const dimensions = (await create(words, learned?.dimensions ?? supplied)) ? (learned?.dimensions ?? supplied) : 0;
  let written = 0;
  const documents = async function* (): AsyncGenerator<Written> {
    for await (const page of readStagedDocuments()) {
      const directions = learned && dimensions > 0 ? directionsIn(page.map(shortened), learned, fields) : null;
      for (const { vector: own, ...document } of page) {
        const vector = directions ? directions.get(document.id) : own?.length === dimensions ? own : undefined;
        written++;
        yield { id: document.id, version: Math.max(1, seq), body: { ...document, ...(vector && dimensions > 0 && { vector }) } };
      }
    }
  };
  await cluster.write(index, documents());
  await cluster.send((to) => to.indices.putSettings({ index, body: { index: { refresh_interval: '1s' } } }, { requestTimeout: SLOW }));
  await cluster.send((to) => to.indices.refresh({ index }, { requestTimeout: SLOW }));
  const { count } = await cluster.send<{ count: number }>((to) => to.count({ index }, { requestTimeout: SLOW }));
  // Another process may have removed the index after taking over the lease.
  if (count !== written) throw new SearchError('unavailable', 'the new search index is incomplete');
  const chunks = learned && dimensions > 0 ? packModel(learned) : [];
  await cluster.write(
    names.state,
    chunks.map((text, i) => ({ id: `${index}-${i}`, body: { text } })),
  );
  return { dimensions, chunks: chunks.length };
}

build()
  .then(
    (built): Outcome => built,
    (error: Error): Outcome => ({ failed: error.message, ...(error instanceof SearchError && { code: error.code }) }),
  )
  .then((outcome) => parentPort!.postMessage(outcome))
  .finally(() => cluster.close());
