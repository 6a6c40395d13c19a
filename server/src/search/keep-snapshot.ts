/** Saves the index while the portal runs, so that a crash does not cost building it anew. */
import type { Log } from '../log.ts';
import type { SearchIndex } from './search-index.ts';

/** In milliseconds: how old a snapshot becomes at most while changes come, and how long they rest before it is saved. */
const OLDEST = 300_000;
const REST = 30_000;

/** Gives what is to be called again and again; `now` in milliseconds. */
export function keepSnapshot(search: Pick<SearchIndex, 'status' | 'save'>, log: Log, now = () => performance.now()): () => void {
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
    search.save().catch((error: unknown) => log.error({ err: error }, 'snapshot of the index'));
  };
}
