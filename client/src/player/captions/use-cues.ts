/** Reads caption and chapter files. What cannot be read counts as not there: the film plays all the same. */
import type { MediaFile } from '@fundus/contract/files/files';
import { useQueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { whenIdle } from '../../ui/when-idle.ts';
import type { Cue } from './webvtt.ts';

type File = Pick<MediaFile, 'id' | 'href'>;

const NONE: readonly Cue[] = [];

// The signed address changes, the file does not.
const keyOf = ({ id }: File) => ['cues', id];

/**
 * The cues of each file, in their order; empty until they are here, and whether they may still come. They are asked for after what is seen
 * first, and come together and in a transition: much of a page hangs on them, and a slow phone answers in between.
 */
export function useCues(files: readonly File[]): { cues: (readonly Cue[])[]; awaited: boolean } {
  const client = useQueryClient();
  const [read, setRead] = useState<ReadonlyMap<string, readonly Cue[]>>(() => {
    const kept = files.map((file) => [file.id, client.getQueryData<readonly Cue[]>(keyOf(file))] as const);
    return new Map(kept.flatMap(([id, cues]) => (cues ? [[id, cues]] : [])));
  });
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  });

  const ids = files.map(({ id }) => id).join(' ');
  useEffect(() => {
    let gone = false;
    const readAll = async (): Promise<void> => {
      const asked = latest.current.map(async (file) => {
        const reading = client.fetchQuery({ queryKey: keyOf(file), queryFn: () => readCues(file), staleTime: Infinity, retry: 1 });
        return [file.id, await reading.catch(() => NONE)] as const;
      });
      const found = new Map(await Promise.all(asked));
      if (!gone) startTransition(() => setRead(found));
    };
    const forget = ids === '' ? undefined : whenIdle(() => void readAll());
    return () => {
      gone = true;
      forget?.();
    };
  }, [client, ids]);

  return useMemo(() => {
    const each = ids === '' ? [] : ids.split(' ');
    return { cues: each.map((id) => read.get(id) ?? NONE), awaited: each.some((id) => !read.has(id)) };
  }, [read, ids]);
}

async function readCues({ href }: File): Promise<readonly Cue[]> {
  // Few media have captions.
  const [response, { parseWebVtt }] = await Promise.all([fetch(href), import('./webvtt.ts')]);
  if (!response.ok) throw new Error(`${response.status} for captions`);
  return parseWebVtt(await response.text());
}
