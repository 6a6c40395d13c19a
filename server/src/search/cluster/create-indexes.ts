/** The two indexes of one build: the media and the words of the catalogue. */
import type { Fields } from '@fundus/search/index/segment';
import { ClusterError, type Client } from './client.ts';
import { ANALYSIS, mappingOf } from './documents.ts';

/** In milliseconds: for what the cluster does once in a while. */
export const SLOW = 60_000;

/** Nothing is seen in them before they are asked to show it. Gives the dimensions of the vectors by which the cluster finds near media, 0 where it cannot. */
export async function createIndexes(
  client: Client,
  { media, words }: { media: string; words: string },
  fields: Fields,
  dimensions: number,
): Promise<number> {
  const shape = { number_of_shards: 1, auto_expand_replicas: '0-1', refresh_interval: '-1' };
  const create = (index: string, settings: object, mappings: object): Promise<unknown> =>
    client.ask('PUT', `/${index}`, { settings: { ...shape, ...settings }, mappings }, { timeout: SLOW });
  const ofMedia = { max_result_window: 20_000, 'index.gc_deletes': '1h', analysis: ANALYSIS };
  const near =
    dimensions > 0 &&
    (await create(media, { ...ofMedia, 'index.knn': true }, mappingOf(fields, dimensions)).then(
      () => true,
      (error: unknown) => {
        // A cluster without the plugin knows neither the setting nor the kind of field.
        if (error instanceof ClusterError && error.status === 400) return false;
        throw error;
      },
    ));
  if (!near) await create(media, ofMedia, mappingOf(fields, 0));
  const keyword = { type: 'keyword', doc_values: false };
  await create(words, {}, { dynamic: false, properties: { s: keyword, t: keyword, k: keyword } });
  return near ? dimensions : 0;
}
