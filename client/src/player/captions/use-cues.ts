/** Reads caption and chapter files. What cannot be read counts as not there: the film plays all the same. */
import type { MediaFile } from '@fundus/contract/files/files';
import { QueriesObserver, replaceEqualDeep, useQueryClient, type QueryObserverResult } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';
import type { Cue } from './webvtt.ts';

type File = Pick<MediaFile, 'id' | 'href'>;
/** By the id of the file; those that may still come are not in it. */
type Read = Readonly<Record<string, readonly Cue[]>>;

const NONE: readonly Cue[] = [];

/**
 * The cues of each file, in their order; empty until they are here, and whether one of them may still come. `files` stays the same array as
 * long as it holds the same.
 *
 * They are asked for after what is seen first and drawn in transitions, which `useQueries` never does: much of a page depends on them, and a
 * slow phone answers in between (docs/performance.md#first-visit).
 */
export function useCues(files: readonly File[]): { cues: (readonly Cue[])[]; awaited: boolean } {
  const client = useQueryClient();
  const observer = useMemo(() => new QueriesObserver(client, files.map(queryOf)), [client, files]);
  const [read, setRead] = useState(() => readOf(files, observer.getCurrentResult()));
  useEffect(() => {
    if (files.length === 0) return;
    let release = (): void => {};
    const tell = (results: QueryObserverResult[]): void =>
      startTransition(() => setRead((before) => replaceEqualDeep(before, readOf(files, results))));
    const forget = whenIdle(() => {
      release = observer.subscribe(tell);
      tell(observer.getCurrentResult());
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
  // The signed address changes, the file does not.
  queryKey: ['cues', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    // Few media have captions.
    const [response, { parseWebVtt }] = await Promise.all([fetch(href, { signal }), import('./webvtt.ts')]);
    if (!response.ok) throw new Error(`${response.status} for captions`);
    return parseWebVtt(await response.text());
  },
  staleTime: Infinity,
  retry: 1,
});
