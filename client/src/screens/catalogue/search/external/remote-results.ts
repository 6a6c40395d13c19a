/** Collects the results of external sources. Pure. */
import type { RemoteEvent, RemoteHit } from '@fundus/contract/external-sources/external-sources';

export type Source = Extract<RemoteEvent, { event: 'sources' }>['sources'][number];
type SourceEvent = Extract<RemoteEvent, { event: 'source' }>;

/** Work found in an external source. `also` contains the names of other sources that have it. */
export type RemoteWork = { hit: RemoteHit; also: readonly string[] };

export type SourceResult = {
  source: Source;
  state: SourceEvent['state'];
  /** Total reported by the source, or the number of received works if it reports none. */
  count: number;
  /** Number of received works, including duplicates that are shown with another source. */
  sent: number;
  works: readonly RemoteWork[];
};

/** Results of all sources, or `null` until the sources are known. */
export type RemoteResults = readonly SourceResult[] | null;

/** Adds an event to the results. A work stays with the source that first returned it and gets the names of other sources. */
export function addEvent(before: RemoteResults, event: RemoteEvent): RemoteResults {
  if (event.event === 'sources') return event.sources.map((source) => ({ source, state: 'loading', count: 0, sent: 0, works: [] }));
  const label = before?.find(({ source }) => source.id === event.id)?.source.label ?? '';
  const there = new Set(before?.flatMap(({ works }) => works.map(({ hit }) => hit.work)));
  const fresh = new Map(event.hits.filter(({ work }) => !there.has(work)).map((hit) => [hit.work, hit]));
  const again = new Map(event.hits.filter(({ work }) => there.has(work)).map((hit) => [hit.work, hit]));
  return (before ?? []).map((result) => {
    if (result.source.id === event.id)
      return {
        ...result,
        state: event.state,
        count: event.total ?? event.hits.length,
        sent: event.hits.length,
        works: [...fresh.values()].map((hit) => ({ hit, also: [] })),
      };
    if (!result.works.some(({ hit }) => again.has(hit.work))) return result;
    const works = result.works.map((known) => {
      const same = again.get(known.hit.work);
      return same ? { hit: { ...known.hit, here: known.hit.here ?? same.here }, also: [...known.also, label] } : known;
    });
    return { ...result, works };
  });
}
