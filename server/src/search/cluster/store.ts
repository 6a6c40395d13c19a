/** The index in the cluster: an alias for the current version, a document of state, and one writer at a time. */
import { createHash, randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { SearchError, type Change, type Changes, type Schema, type SearchRecord } from '@fundus/search/api';
import type { Model } from '@fundus/search/index/model';
import type { Fields } from '@fundus/search/index/segment';
import { allOf, piecesOf } from '@fundus/search/writer/batch';
import { createTurns } from '@fundus/search/writer/in-turn';
import type { BuildSettings, Built, Outcome } from './build-thread.ts';
import { IndexGone, SLOW, type Cluster, type ClusterSettings, type Written } from './client.ts';
import { documentOf } from './documents.ts';
import { directionsIn, unpackModel } from './learned.ts';
import { LEASE, makeLease } from './lease.ts';
import { analysisOf, vectorMapping } from './mapping.ts';

export type StoreOptions = {
  cluster: Cluster;
  settings: ClusterSettings;
  schema: Schema;
  fields: Fields;
  /** The version of documents and settings an index must have been built with to be used. */
  edition: string;
  vocabulary: readonly string[];
  space: string | undefined;
};

/** `seq`: number of the last change in the index; `dimensions` of its vectors, 0 without; `rules`: hash of its synonyms. */
type State = { edition: string; seq: number; index: string; dimensions: number; chunks: number; rules: string };

export type Store = ReturnType<typeof makeStore>;

/** Records analysed at a time; other work of the process runs in between. */
const AT_ONCE = 50;
const POLL = 200;

const hashOf = (rules: readonly string[]): string => createHash('sha256').update(rules.join('\n')).digest('hex').slice(0, 16);
const pause = (ms: number): Promise<void> => new Promise((passed) => setTimeout(passed, ms));
const ignoreErrors = async (work: Promise<unknown>): Promise<void> => void (await work.catch(() => undefined));

export function makeStore({ cluster, settings, schema, fields, edition, vocabulary, space }: StoreOptions) {
  const prefix = new URL(settings.url).pathname.replaceAll('/', '') || 'fundus';
  const names = {
    alias: `${prefix}-media`,
    template: `${prefix}-media`,
    staging: `${prefix}-staging-${randomUUID()}`,
    state: `${prefix}-state`,
  };
  const lease = makeLease(cluster, names.state);
  const slow = { requestTimeout: SLOW };
  let state: State | null = null;
  let model: Model | null = null;
  let records = 0;
  /** Number of the last change this process applied or found applied. */
  let settled = 0;
  let rules: readonly string[] = [];
  let rulesPending = false;
  /** A rebuild in progress, with the last change it contains. */
  let staging: { seq: number } | null = null;
  /** Another process has rebuilt the index: the changes handed over until `save` are in it. */
  let adopts = false;
  let builder: Worker | undefined;
  let renewing: NodeJS.Timeout | undefined;
  const inTurn = createTurns();

  const count = async (): Promise<void> => {
    records = (await cluster.send<{ count: number }>((to) => to.count({ index: names.alias }))).count;
  };

  const readModel = async ({ index, chunks }: State): Promise<Model | null> => {
    const read = async (_: unknown, i: number): Promise<string> =>
      (await cluster.send<{ _source: { text: string } }>((to) => to.get({ index: names.state, id: `${index}-${i}` }, slow)))._source.text;
    return unpackModel(await Promise.all(Array.from({ length: chunks }, read)));
  };

  /** Reads the state of the index. Returns whether there is one of this edition. */
  const look = async (): Promise<boolean> => {
    const found = await cluster.send<{ _source?: State }>((to) => to.get({ index: names.state, id: 'current' }, { ignore: [404] }));
    const now = found._source?.edition === edition ? found._source : null;
    const exists = now !== null && (await cluster.send<boolean>((to) => to.indices.exists({ index: now.index })));
    if (now === null || !exists) {
      state = null;
      return false;
    }
    if (now.index !== state?.index) model = await readModel(now);
    const changed = now.index !== state?.index || now.seq !== state.seq;
    state = now;
    if (settled === 0) settled = now.seq;
    if (changed) await count();
    return true;
  };

  const putState = async (next: State): Promise<void> => {
    await cluster.send((to) => to.index({ index: names.state, id: 'current', body: next }, slow));
    state = next;
  };

  const createPlain = async (index: string, properties: object): Promise<void> => {
    const body = { settings: { number_of_shards: 1, auto_expand_replicas: '0-1' }, mappings: { dynamic: false, properties } };
    await cluster.send((to) => to.indices.create({ index, body: body as never }, { ...slow, ignore: [400] }));
  };

  const remove = (index: string) => cluster.send((to) => to.indices.delete({ index }, { ...slow, ignore: [404] }));

  const runBuilder = (workerData: BuildSettings): Promise<Built> =>
    new Promise((resolve, reject) => {
      builder = new Worker(new URL('./build-thread.ts', import.meta.url), { workerData });
      builder.once('message', (outcome: Outcome) => {
        if (!('failed' in outcome)) resolve(outcome);
        else reject(outcome.code ? new SearchError(outcome.code, outcome.failed) : new Error(outcome.failed));
      });
      builder.once('error', reject);
      builder.once('exit', () => reject(new SearchError('unavailable', 'the thread that builds the search index ended')));
    });

  /** Builds a new version from the staged records, switches the alias to it and deletes the others. */
  const build = async (seq: number): Promise<void> => {
    await cluster.send((to) => to.indices.refresh({ index: names.staging }, slow));
    const index = `${names.alias}-${Date.now().toString(36)}`;
    const built = await runBuilder({ settings, schema, vocabulary, space, synonyms: rules, names, index, seq });
    const actions = [
      { remove: { index: `${names.alias}-*`, alias: names.alias, must_exist: false } },
      { add: { index, alias: names.alias } },
    ];
    await cluster.send((to) => to.indices.updateAliases({ body: { actions } }, slow));
    const before = state;
    await putState({ edition, seq, index, rules: hashOf(rules), ...built });
    model = await readModel(state!);
    settled = seq;
    await count();
    const all = await cluster.send<object>((to) => to.indices.get({ index: `${names.alias}-*,${prefix}-staging-*` }, slow));
    for (const old of Object.keys(all)) if (old !== index) await remove(old);
    await cluster.write(
      names.state,
      Array.from({ length: before?.chunks ?? 0 }, (_, i) => ({ id: `${before!.index}-${i}`, body: null })),
    );
  };

  /** Adds the field of the vectors if the first vector arrives after the index was built. */
  const ensureVectors = async (length: number | undefined): Promise<void> => {
    if (space === undefined || !length || state!.dimensions > 0) return;
    const body = vectorMapping(length) as never;
    const reply = await cluster.send<{ acknowledged?: boolean }>((to) =>
      to.indices.putMapping({ index: state!.index, body }, { ...slow, ignore: [400] }),
    );
    if (reply.acknowledged) await putState({ ...state!, dimensions: length });
  };

  async function* documentsFor(changes: readonly Change[]): AsyncGenerator<Written> {
    const latest = [...new Map(changes.map((change) => [change.id, change])).values()];
    for (let from = 0; from < latest.length; from += AT_ONCE) {
      const part = latest.slice(from, from + AT_ONCE);
      const present = part.flatMap(({ id, record }): SearchRecord[] => (record === null ? [] : [{ ...record, id }]));
      const directions = model && !staging ? directionsIn(present, model, fields) : null;
      for (const { id, seq, record } of part) {
        const document = record && documentOf({ ...record, id }, fields);
        const vector = directions?.get(id) ?? document?.vector;
        const isCurrent = staging !== null || (vector !== undefined && vector.length === state!.dimensions);
        yield {
          id,
          ...(!staging && { version: Math.max(1, seq || state!.seq) }),
          body: document && { ...document, vector: isCurrent ? vector : undefined },
        };
      }
      await new Promise(setImmediate);
    }
  }

  /** Applies changes to the current index, or waits until another process has applied them. */
  const take = async (changes: readonly Change[]): Promise<void> => {
    if (!(await look())) throw new IndexGone();
    const last = changes.reduce((most, { seq }) => Math.max(most, seq), 0);
    for (const until = Date.now() + LEASE; last === 0 || state!.seq < last; await look()) {
      if (await lease.take()) {
        try {
          await ensureVectors(changes.find(({ record }) => record?.vector?.space === space)?.record?.vector?.values.length);
          await cluster.write(state!.index, documentsFor(changes), true);
          await putState({ ...state!, seq: Math.max(state!.seq, last) });
        } finally {
          await ignoreErrors(lease.release());
        }
        await count();
        break;
      }
      if (Date.now() > until) throw new SearchError('timeout', 'another portal process is writing the index');
      await pause(POLL);
    }
    settled = Math.max(settled, last);
  };

  /** Puts new synonyms into the analysis of the index, which is closed for a moment; searches wait meanwhile. */
  const updateRules = async (): Promise<void> => {
    if (!rulesPending || staging !== null || !(await look()) || !(await lease.take())) return;
    try {
      const { index } = state!;
      if (state!.rules !== hashOf(rules)) {
        const { filter } = analysisOf([], rules) as { filter: Record<string, unknown> };
        await cluster.send((to) => to.indices.close({ index }, slow));
        try {
          const body = { analysis: { filter: { synonyms: filter.synonyms } } };
          await cluster.send((to) => to.indices.putSettings({ index, body: body as never }, slow));
        } finally {
          await cluster.send((to) => to.indices.open({ index }, slow));
        }
        await putState({ ...state!, rules: hashOf(rules) });
      }
      rulesPending = false;
    } finally {
      await ignoreErrors(lease.release());
    }
  };

  const stopBuilding = async (): Promise<void> => {
    clearInterval(renewing);
    staging = null;
    await builder?.terminate();
  };

  return {
    names,
    look,
    model: () => model,
    records: () => records,
    seq: () => (state === null ? 0 : settled),
    built: () => state !== null,
    dimensions: () => state?.dimensions ?? 0,
    /** Records that the index no longer exists. */
    forget(): void {
      state = null;
    },
    setRules(next: readonly string[]): void {
      if (hashOf(next) === hashOf(rules)) return;
      [rules, rulesPending] = [next, true];
    },
    updateRules,
    /** Starts a rebuild: what is applied from here to `save` is the whole catalogue. */
    async renew(): Promise<void> {
      await stopBuilding();
      await createPlain(names.state, {});
      const before = state?.index;
      while (!(await lease.take())) {
        await pause(POLL * 5);
        if ((await look()) && state!.index !== before) {
          adopts = true;
          settled = state!.seq;
          return;
        }
      }
      renewing = setInterval(() => void ignoreErrors(lease.take()), LEASE / 3).unref();
      await remove(names.staging);
      await createPlain(names.staging, { id: { type: 'keyword' } });
      staging = { seq: 0 };
    },
    async save(): Promise<void> {
      adopts = false;
      if (staging === null) return;
      await build(staging.seq);
      await stopBuilding();
      await lease.release();
    },
    apply: (pieces: Changes): Promise<void> =>
      inTurn(async (before) => {
        if (staging === null) {
          const changes = await allOf(pieces);
          await before;
          if (!adopts) await take(changes);
          return;
        }
        await before;
        const own = staging;
        for await (const piece of piecesOf(pieces)) {
          for (const { seq } of piece) own.seq = Math.max(own.seq, seq);
          await cluster.write(names.staging, documentsFor(piece));
        }
      }),
    async close(): Promise<void> {
      await stopBuilding();
      await ignoreErrors(lease.release());
      await cluster.close();
    },
  };
}
