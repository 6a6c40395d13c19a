/** Rebuilds the index. Records are staged, a thread builds a new version from them, and the alias is moved to it. */
import { Worker } from 'node:worker_threads';
import { SearchError, type Changes, type Schema } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import { readPieces } from '@fundus/search/writer/batch';
import type { BuildSettings, Built, Outcome } from './build-thread.ts';
import { documentsFor } from './changes.ts';
import { SLOW, type Cluster, type ClusterSettings } from './client.ts';
import type { CurrentVersion, Names } from './current-version.ts';
import { ignoreErrors, LEASE, pause, POLL, type Lease } from './lease.ts';
import type { Synonyms } from './synonyms.ts';

type Dependencies = {
  cluster: Cluster;
  settings: ClusterSettings;
  names: Names;
  current: CurrentVersion;
  lease: Lease;
  synonyms: Synonyms;
  schema: Schema;
  fields: Fields;
  vocabulary: readonly string[];
  space: string | undefined;
};

const slow = { requestTimeout: SLOW };

export function makeRebuild({ cluster, settings, names, current, lease, synonyms, schema, fields, vocabulary, space }: Dependencies) {
  /** Set while records are staged, with the number of the last change they contain. */
  let staging: { seq: number } | null = null;
  /** True if another process has rebuilt the index, which then already contains the changes passed until `save`. */
  let isAdopting = false;
  let builder: Worker | undefined;
  let renewing: NodeJS.Timeout | undefined;

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

  /** Deletes all other versions, all staged records, and the model of the previous version. */
  const removeOthers = async (index: string, before: { index: string; chunks: number } | null): Promise<void> => {
    const all = await cluster.send<object>((to) => to.indices.get({ index: `${names.alias}-*,${names.stagings}` }, slow));
    for (const old of Object.keys(all)) if (old !== index) await remove(old);
    const chunks = Array.from({ length: before?.chunks ?? 0 }, (_, i) => ({ id: `${before!.index}-${i}`, body: null }));
    await cluster.write(names.state, chunks);
  };

  /** Builds a new version from the staged records, moves the alias to it and deletes the other versions. */
  const build = async (seq: number): Promise<void> => {
    await cluster.send((to) => to.indices.refresh({ index: names.staging }, slow));
    const index = `${names.alias}-${Date.now().toString(36)}`;
    const rules = { list: synonyms.rules(), hash: synonyms.hash() };
    const built = await runBuilder({ settings, schema, vocabulary, space, synonyms: rules.list, names, index, seq });
    const actions = [
      { remove: { index: `${names.alias}-*`, alias: names.alias, must_exist: false } },
      { add: { index, alias: names.alias } },
    ];
    await cluster.send((to) => to.indices.updateAliases({ body: { actions } }, slow));
    const before = current.state();
    await current.replace({ seq, index, rules: rules.hash, ...built });
    await removeOthers(index, before);
  };

  const stop = async (): Promise<void> => {
    clearInterval(renewing);
    staging = null;
    await builder?.terminate();
  };

  return {
    isStaging: () => staging !== null,
    isAdopting: () => isAdopting,
    /** Starts a rebuild. The records staged until `save` are the whole catalogue. */
    async start(): Promise<void> {
      await stop();
      await createPlain(names.state, {});
      const before = current.state()?.index;
      while (!(await lease.take())) {
        await pause(POLL * 5);
        if ((await current.look()) && current.state()!.index !== before) {
          isAdopting = true;
          current.settle(current.state()!.seq);
          return;
        }
      }
      renewing = setInterval(() => void ignoreErrors(lease.take()), LEASE / 3).unref();
      await remove(names.staging);
      await createPlain(names.staging, { id: { type: 'keyword' } });
      staging = { seq: 0 };
    },
    async stage(pieces: Changes): Promise<void> {
      const own = staging!;
      for await (const piece of readPieces(pieces)) {
        for (const { seq } of piece) own.seq = Math.max(own.seq, seq);
        await cluster.write(names.staging, documentsFor(piece, fields, null));
      }
    },
    async save(): Promise<void> {
      isAdopting = false;
      if (staging === null) return;
      await build(staging.seq);
      await stop();
      await lease.release();
    },
    stop,
  };
}
