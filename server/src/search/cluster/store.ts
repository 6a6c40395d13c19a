/** The index in the cluster: an alias for the current version, a state document, and a single writer at a time. */
import { randomUUID } from 'node:crypto';
import type { Changes, Schema } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import { collectChanges } from '@fundus/search/writer/batch';
import { createSequencer } from '@fundus/search/writer/in-turn';
import { makeUpdates } from './changes.ts';
import type { Cluster, ClusterSettings } from './client.ts';
import { makeCurrentVersion, type Names } from './current-version.ts';
import { ignoreErrors, makeLease } from './lease.ts';
import { makeRebuild } from './rebuild.ts';
import { makeSynonyms } from './synonyms.ts';

export type StoreOptions = {
  cluster: Cluster;
  settings: ClusterSettings;
  schema: Schema;
  fields: Fields;
  /** Format of documents and settings. An index built with another edition is not used. */
  edition: string;
  vocabulary: readonly string[];
  space: string | undefined;
};

export type Store = ReturnType<typeof makeStore>;

function namesAt(url: string): Names {
  const prefix = new URL(url).pathname.replaceAll('/', '') || 'fundus';
  return {
    alias: `${prefix}-media`,
    template: `${prefix}-media`,
    staging: `${prefix}-staging-${randomUUID()}`,
    stagings: `${prefix}-staging-*`,
    state: `${prefix}-state`,
  };
}

export function makeStore(options: StoreOptions) {
  const { cluster, settings, edition } = options;
  const names = namesAt(settings.url);
  const lease = makeLease(cluster, names.state);
  const current = makeCurrentVersion(cluster, names, edition);
  const synonyms = makeSynonyms(cluster, current, lease);
  const rebuild = makeRebuild({ ...options, names, current, lease, synonyms });
  const update = makeUpdates({ ...options, current, lease });
  const inTurn = createSequencer();

  return {
    names,
    look: current.look,
    forget: current.forget,
    model: current.model,
    records: current.records,
    seq: () => (current.state() === null ? 0 : current.settled()),
    built: () => current.state() !== null,
    dimensions: () => current.state()?.dimensions ?? 0,
    setRules: synonyms.set,
    /** Applies new synonyms to the index, unless a rebuild will include them. */
    async updateRules(): Promise<void> {
      if (!rebuild.isStaging()) await synonyms.update();
    },
    renew: rebuild.start,
    save: rebuild.save,
    apply: (pieces: Changes): Promise<void> =>
      inTurn(async (before) => {
        if (rebuild.isStaging()) {
          await before;
          await rebuild.stage(pieces);
          return;
        }
        const changes = await collectChanges(pieces);
        await before;
        if (!rebuild.isAdopting()) await update(changes);
      }),
    async close(): Promise<void> {
      await rebuild.stop();
      await ignoreErrors(lease.release());
      await cluster.close();
    },
  };
}
