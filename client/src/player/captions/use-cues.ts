/** Reads caption and chapter files. An unreadable file counts as missing, so that the film can still be played. */
import type { MediaFile } from '@fundus/contract/files/files';
import { QueriesObserver, replaceEqualDeep, useQueryClient, type QueryObserverResult } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { runWhenIdle } from '../../ui/run-when-idle.ts';
import type { Cue } from './webvtt.ts';

type File = Pick<MediaFile, 'id' | 'href'>;
/** Cues by file id. Files that are still loading are missing. */
type Read = Readonly<Record<string, readonly Cue[]>>;

const NONE: readonly Cue[] = [];

/**
 * Returns the cues of each file in order, empty while loading, and whether any file is still loading. `files` must be a stable array. The files are
 * fetched after the first view and rendered in transitions, which `useQueries` does not support: much of a page depends on cues, and slow phones must
 * stay responsive (docs/performance.md#first-visit).
 */
export function useCues(files: readonly File[]): { cues: (readonly Cue[])[]; awaited: boolean } {
  const client = useQueryClient();
  const observer = useMemo(() => new QueriesObserver(client, files.map(queryOf)), [client, files]);
  const [read, setRead] = useState(() => readOf(files, observer.getCurrentResult()));
  useEffect(() => {
    if (files.length === 0) return;
    let release = (): void => {};
    const update = (results: QueryObserverResult[]): void =>
      startTransition(() => setRead((before) => replaceEqualDeep(before, readOf(files, results))));
    const forget = runWhenIdle(() => {
      release = observer.subscribe(update);
      update(observer.getCurrentResult());
    });
    return () => {
      forget();
      release();
    };
  }, [observer, files]);
  return useMemo(
    () => ({ cues: files.map(({ id }) => read[id] ?? NONE), awaited: files.some(({ id }) => read[id] === undefined) }),
    [files, read],
  );
}

const readOf = (files: readonly File[], results: readonly QueryObserverResult[]): Read =>
  Object.fromEntries(
    files.flatMap(({ id }, i) => (results[i]!.isPending ? [] : [[id, (results[i]!.data as readonly Cue[] | undefined) ?? NONE]])),
  );

const queryOf = ({ id, href }: File) => ({
  // The key contains only the id, because the signed address changes while the file does not.
  queryKey: ['cues', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    // Loaded on demand, because few media have captions.
    const [response, { parseWebVtt }] = await Promise.all([fetch(href, { signal }), import('./webvtt.ts')]);
    if (!response.ok) throw new Error(`${response.status} for captions`);
    return parseWebVtt(await response.text());
  },
  staleTime: Infinity,
  retry: 1,
});
