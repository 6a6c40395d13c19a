/** Saves the index while the portal runs, so that it need not be rebuilt after a crash. */
import type { Log } from '../log.ts';
import type { SearchIndex } from './search-index.ts';

/** Maximum age of a snapshot during continuous changes, and the pause after the last change before the index is saved, in milliseconds. */
const OLDEST = 300_000;
const REST = 30_000;

/** Returns a function that saves the index when it is due. It must be called regularly. `now` returns milliseconds. */
export function makeSnapshotSaver(search: Pick<SearchIndex, 'status' | 'save'>, log: Log, now = () => performance.now()): () => void {
  let saved = search.status().seq;
  let seen = saved;
  let savedAt = now();
  let changedAt = savedAt;
  return () => {
    const { seq } = search.status();
    const time = now();
    if (seq !== seen) [seen, changedAt] = [seq, time];
    if (seq === saved || (time - changedAt < REST && time - savedAt < OLDEST)) return;
    [saved, savedAt] = [seq, time];
    search.save().catch((error: unknown) => log.error({ err: error }, 'snapshot of the index failed'));
  };
}
