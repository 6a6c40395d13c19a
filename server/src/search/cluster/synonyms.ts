/** Manages the synonyms in the analysis settings of the index. */
import { createHash } from 'node:crypto';
import { SLOW, type Cluster } from './client.ts';
import type { CurrentVersion } from './current-version.ts';
import type { Lease } from './lease.ts';
import { analysisOf } from './mapping.ts';

const hashOf = (rules: readonly string[]): string => createHash('sha256').update(rules.join('\n')).digest('hex').slice(0, 16);

export type Synonyms = ReturnType<typeof makeSynonyms>;

export function makeSynonyms(cluster: Cluster, current: CurrentVersion, lease: Lease) {
  let rules: readonly string[] = [];
  let pending = false;

  /** Closes the index briefly to change its analysis settings. Searches wait until it is open again. */
  const change = async (index: string, next: readonly string[]): Promise<void> => {
    const slow = { requestTimeout: SLOW };
    const { filter } = analysisOf([], next) as { filter: Record<string, unknown> };
    await cluster.send((to) => to.indices.close({ index }, slow));
    try {
      const body = { analysis: { filter: { synonyms: filter.synonyms } } };
      await cluster.send((to) => to.indices.putSettings({ index, body: body as never }, slow));
    } finally {
      await cluster.send((to) => to.indices.open({ index }, slow));
    }
  };

  return {
    rules: () => rules,
    hash: () => hashOf(rules),
    set(next: readonly string[]): void {
      if (hashOf(next) === hashOf(rules)) return;
      [rules, pending] = [next, true];
    },
    /** Applies new synonyms to the current index. They remain pending while another process writes to it. */
    async update(): Promise<void> {
      if (!pending || !(await current.look())) return;
      const next = rules;
      const isHolder = await lease.hold(async () => {
        const state = current.state()!;
        if (state.rules === hashOf(next)) return;
        await change(state.index, next);
        await current.put({ ...state, rules: hashOf(next) });
      });
      if (isHolder) pending = rules !== next;
    },
  };
}
