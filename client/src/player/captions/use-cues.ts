/** Reads caption and chapter files. What cannot be read counts as not there: the film plays all the same. */
import type { MediaFile } from '@fundus/contract/files/files';
import { useQueries } from '@tanstack/react-query';
import type { Cue } from './webvtt.ts';

type File = Pick<MediaFile, 'id' | 'href'>;

/** The cues of each file, in their order; empty until they are here, and whether one of them may still come. */
export function useCues(files: readonly File[]): { cues: (readonly Cue[])[]; awaited: boolean } {
  return useQueries({
    queries: files.map(({ id, href }) => ({
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
    })),
    combine,
  });
}

const NONE: readonly Cue[] = [];
const combine = (results: { data?: readonly Cue[]; isPending: boolean }[]) => ({
  cues: results.map(({ data }) => data ?? NONE),
  awaited: results.some(({ isPending }) => isPending),
});
