/** Current version of the index, as described by its state document. */
import type { Model } from '@fundus/search/index/model';
import { SLOW, type Cluster } from './client.ts';
import { unpackModel } from './learned.ts';

/** Names of the alias, the template and the indexes of a process. `stagings` is a pattern that matches the staging indexes of all processes. */
export type Names = { alias: string; template: string; staging: string; stagings: string; state: string };

/**
 * State of the index. `seq` is the number of the last change it contains. `dimensions` is the length of its vectors, or 0 if it has none. `rules` is
 * the hash of its synonyms.
 */
export type State = { edition: string; seq: number; index: string; dimensions: number; chunks: number; rules: string };

export type CurrentVersion = ReturnType<typeof makeCurrentVersion>;

/**
 * Returns the accessor of the current version. `edition` identifies the format of documents and settings. An index built with another edition is not
 * used.
 */
export function makeCurrentVersion(cluster: Cluster, names: Names, edition: string) {
  let state: State | null = null;
  let model: Model | null = null;
  let records = 0;
  /** Number of the last change that this process applied or found already applied. */
  let settled = 0;

  const count = async (): Promise<void> => {
    records = (await cluster.send<{ count: number }>((to) => to.count({ index: names.alias }))).count;
  };

  const readModel = async ({ index, chunks }: State): Promise<Model | null> => {
    const options = { requestTimeout: SLOW };
    const read = async (_: unknown, i: number): Promise<string> =>
      (await cluster.send<{ _source: { text: string } }>((to) => to.get({ index: names.state, id: `${index}-${i}` }, options)))._source
        .text;
    return unpackModel(await Promise.all(Array.from({ length: chunks }, read)));
  };

  const put = async (next: State): Promise<void> => {
    await cluster.send((to) => to.index({ index: names.state, id: 'current', body: next }, { requestTimeout: SLOW }));
    state = next;
  };

  return {
    state: () => state,
    model: () => model,
    records: () => records,
    settled: () => settled,
    settle(seq: number): void {
      settled = seq;
    },
    /** Records that the index no longer exists. */
    forget(): void {
      state = null;
    },
    count,
    put,
    /** Reads the state of the index. Returns whether an index of this edition exists. */
    async look(): Promise<boolean> {
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
    },
    /** Records a new version as the current one, after the alias has been moved to it. */
    async replace(next: Omit<State, 'edition'>): Promise<void> {
      await put({ edition, ...next });
      model = await readModel(state!);
      settled = next.seq;
      await count();
    },
  };
}
