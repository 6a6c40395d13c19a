/** Converts changes of records to documents, and applies them to the current version of the index. */
import { SearchError, type Change, type SearchRecord } from '@fundus/search/api';
import type { Model } from '@fundus/search/index/model';
import type { Fields } from '@fundus/search/index/segment';
import { SLOW, type Cluster, type Written } from './client.ts';
import type { CurrentVersion, State } from './current-version.ts';
import { documentOf } from './documents.ts';
import { IndexGone } from './failures.ts';
import { directionsIn } from './learned.ts';
import { LEASE, pause, POLL, type Lease } from './lease.ts';
import { vectorMapping } from './mapping.ts';

/** Number of records analysed without a pause. Other work of the process runs between batches. */
const AT_ONCE = 50;

/** Yields documents for changed records, either for the index of `version` or for staging if `version` is `null`. */
export async function* documentsFor(
  changes: readonly Change[],
  fields: Fields,
  version: { state: State; model: Model | null } | null,
): AsyncGenerator<Written> {
  const latest = [...new Map(changes.map((change) => [change.id, change])).values()];
  for (let from = 0; from < latest.length; from += AT_ONCE) {
    const part = latest.slice(from, from + AT_ONCE);
    const present = part.flatMap(({ id, record }): SearchRecord[] => (record === null ? [] : [{ ...record, id }]));
    const directions = version?.model ? directionsIn(present, version.model, fields) : null;
    for (const { id, seq, record } of part) {
      const document = record && documentOf({ ...record, id }, fields);
      const vector = directions?.get(id) ?? document?.vector;
      const fits = version === null || (vector !== undefined && vector.length === version.state.dimensions);
      yield {
        id,
        ...(version && { version: Math.max(1, seq || version.state.seq) }),
        body: document && { ...document, vector: fits ? vector : undefined },
      };
    }
    await new Promise(setImmediate);
  }
}

type Dependencies = { cluster: Cluster; current: CurrentVersion; lease: Lease; fields: Fields; space: string | undefined };

/** Returns functions that apply changes to the current index, or wait until another process has applied them. */
export function makeUpdates({ cluster, current, lease, fields, space }: Dependencies) {
  /** Adds the vector field to the index if the first vector arrives after the index was built. */
  const ensureVectors = async (changes: readonly Change[]): Promise<void> => {
    const state = current.state()!;
    const length = changes.find(({ record }) => record?.vector?.space === space)?.record?.vector?.values.length;
    if (space === undefined || !length || state.dimensions > 0) return;
    const body = vectorMapping(length) as never;
    const reply = await cluster.send<{ acknowledged?: boolean }>((to) =>
      to.indices.putMapping({ index: state.index, body }, { requestTimeout: SLOW, ignore: [400] }),
    );
    if (reply.acknowledged) await current.put({ ...state, dimensions: length });
  };

  return async (changes: readonly Change[]): Promise<void> => {
    if (!(await current.look())) throw new IndexGone();
    const last = changes.reduce((most, { seq }) => Math.max(most, seq), 0);
    for (const until = Date.now() + LEASE; last === 0 || current.state()!.seq < last; await current.look()) {
      const isHolder = await lease.hold(async () => {
        await ensureVectors(changes);
        const state = current.state()!;
        await cluster.write(state.index, documentsFor(changes, fields, { state, model: current.model() }), true);
        await current.put({ ...current.state()!, seq: Math.max(current.state()!.seq, last) });
      });
      if (isHolder) break;
      if (Date.now() > until) throw new SearchError('timeout', 'another portal process is writing the index');
      await pause(POLL);
    }
    await current.count();
    current.settle(Math.max(current.settled(), last));
  };
}
