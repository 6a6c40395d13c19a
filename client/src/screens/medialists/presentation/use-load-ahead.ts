import type { LinkedItem } from '@fundus/contract/medialists/links';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { revokeFile, storeBlob } from '../../../player/playback/loaded-files.ts';
import { isCacheable, fetchFile, mainPartOf, MAX_CACHED_BYTES, preloadCaptions, preloadViewer, type Loading } from './load-ahead.ts';
import { readMedium, type ShownMedium, type Source } from './shown.ts';

export type LoadAheadState = {
  /** Loading state of each medium, by its identifier. */
  loading: ReadonlyMap<string, Loading>;
  /** Returns a medium with the URLs of its stored files, or `undefined` while it is loading. */
  mediumOf: (identifier: string) => ShownMedium | undefined;
};

const WAITING: Loading = { state: 'waiting' };

/** Preloads the media of all items in their order while the presentation is open. */
export function useLoadAhead(source: Source, items: readonly LinkedItem[]): LoadAheadState {
  const client = useQueryClient();
  const [loading, setLoading] = useState<ReadonlyMap<string, Loading>>(new Map());
  const [media, setMedia] = useState<ReadonlyMap<string, ShownMedium>>(new Map());
  const wanted = [...new Set(items.flatMap((item) => (item.available && item.identifier !== null ? [item.identifier] : [])))].join('\n');

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const kept: string[] = [];
    let room = MAX_CACHED_BYTES;
    const setState = (identifier: string, how: Loading): void => {
      if (!signal.aborted) setLoading((before) => new Map(before).set(identifier, how));
    };
    const show = (medium: ShownMedium): void => {
      if (!signal.aborted) setMedia((before) => new Map(before).set(medium.identifier, medium));
    };
    const load = async (identifier: string): Promise<void> => {
      const medium = await client.fetchQuery(readMedium(source, identifier));
      show(medium);
      const part = mainPartOf(medium);
      await preloadViewer(part);
      const file = part?.sources[0];
      if (!file || !isCacheable(part)) return setState(identifier, { state: 'needs', why: 'kind' });
      if (file.bytes > room) return setState(identifier, { state: 'needs', why: 'large' });
      room -= file.bytes;
      setState(identifier, { state: 'loading', share: 0 });
      let said = 0;
      const blob = await fetchFile(
        file.href,
        file.mime,
        (share) => {
          if (share - said < 0.05) return;
          said = share;
          setState(identifier, { state: 'loading', share });
        },
        signal,
      );
      await preloadCaptions(medium);
      if (signal.aborted) return;
      const href = storeBlob(blob);
      kept.push(href);
      show({ ...medium, files: medium.files.map((each) => (each.id === file.id ? { ...each, href } : each)) });
      setState(identifier, { state: 'loaded' });
    };
    void (async () => {
      for (const identifier of wanted === '' ? [] : wanted.split('\n')) {
        if (signal.aborted) return;
        await load(identifier).catch(() => setState(identifier, { state: 'needs', why: 'failed' }));
      }
    })();
    return () => {
      leaving.abort();
      kept.forEach(revokeFile);
    };
  }, [client, source, wanted]);

  return {
    loading: new Map(wanted.split('\n').map((identifier) => [identifier, loading.get(identifier) ?? WAITING])),
    mediumOf: (identifier) => media.get(identifier),
  };
}
