import { externalSources, type RemoteEvent } from '@fundus/contract/external-sources/external-sources';
import { AppError } from '@fundus/contract/errors';
import { useEffect, useState } from 'react';
import { callWith } from '../../../../api/call.ts';
import { readEvents } from '../../../../api/read-events.ts';
import { keyOf } from '../../../../api/query.ts';
import { emitSearchComplete, emitSearchError } from '../../../../stores/search-events.ts';
import { addEvent, type RemoteResults } from './remote-results.ts';

const SEARCH = keyOf(externalSources.remoteSearch);

type Search = { results: RemoteResults; done: boolean; error: AppError | null };

/** Searches once per mount and returns the results of the sources as they arrive. */
export function useRemoteSearch(q: string): Search {
  const [search, setSearch] = useState<Search>({ results: null, done: false, error: null });
  useEffect(() => {
    const left = new AbortController();
    const runSearch = async (): Promise<void> => {
      const response = await callWith(externalSources.remoteSearch, left.signal, { query: { q } });
      await readEvents(response, (data) => {
        const event = JSON.parse(data) as RemoteEvent;
        setSearch((before) => ({ ...before, results: addEvent(before.results, event) }));
      });
    };
    runSearch()
      .then(() => null)
      // An interrupted stream has no error code, so it counts as unavailable.
      .catch((error: unknown) => (error instanceof AppError ? error : new AppError('unavailable')))
      .then((error) => {
        if (left.signal.aborted) return;
        setSearch((before) => ({ ...before, error, done: true }));
        if (error) emitSearchError(SEARCH, error);
        else emitSearchComplete(SEARCH);
      })
      .catch(() => null);
    return () => left.abort();
  }, [q]);
  return search;
}
