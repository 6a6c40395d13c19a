/** Groups pages of a harvest, so that the next pages are requested while a group is stored. */
import type { OaiPage } from '@fundus/importer/oai/read-page';

/** Maximum number of records in a group or waiting for the next one. A single page may have more. */
const MAX_RECORDS = 1_000;

/**
 * Yields the pages in order, in groups. A group contains the pages that arrived while the caller stored the previous group. No record occurs twice in
 * a group, because changes and deletions are stored separately. Requests no page after `until` (`performance.now()`). An error of `pages` is thrown
 * after the pages before it.
 */
export async function* groupPages(pages: AsyncIterable<OaiPage>, until = Infinity): AsyncGenerator<OaiPage[]> {
  const queue: OaiPage[] = [];
  let [over, left] = [false, false];
  let problem: { error: unknown } | undefined;
  let change = Promise.withResolvers<void>();
  const signalChange = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const read = async (): Promise<void> => {
    for await (const page of pages) {
      queue.push(page);
      signalChange();
      while (!left && countRecords(queue) >= MAX_RECORDS) await change.promise;
      if (left || performance.now() > until) return;
    }
  };
  void read()
    .catch((error: unknown) => (problem = { error }))
    .finally(() => {
      over = true;
      signalChange();
    });
  try {
    for (;;) {
      while (queue.length === 0 && !over) await change.promise;
      if (queue.length === 0) break;
      const group = queue.splice(0, lengthOfGroup(queue));
      signalChange();
      yield group;
    }
  } finally {
    left = true;
    signalChange();
  }
  if (problem) throw problem.error;
}

const countRecords = (pages: readonly OaiPage[]): number => pages.reduce((sum, { records }) => sum + records.length, 0);

/** Returns how many leading pages have no record in common; at least 1. */
function lengthOfGroup(pages: readonly OaiPage[]): number {
  const seen = new Set<string>();
  const end = pages.findIndex(({ records }) => {
    const again = records.some(({ identifier }) => seen.has(identifier));
    for (const { identifier } of records) if (identifier !== '') seen.add(identifier);
    return again;
  });
  return end < 0 ? pages.length : end;
}
