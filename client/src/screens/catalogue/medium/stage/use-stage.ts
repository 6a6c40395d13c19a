/** State of the stage: the current part or material, and the excerpt being played. */
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { MediaFile } from '@fundus/contract/files/files';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Chapter } from '../../../../player/controls/chapters.ts';
import { mainParts, type MediaPart } from '../../../../player/playback/media-parts.ts';
import type { Playback } from '../../../../player/playback/playback.ts';
import { resumeAt } from '../../../../player/playback/resume.ts';
import { readTimes, type Excerpt } from '../medium-address.ts';

export type Stage = ReturnType<typeof useStage>;

/** Returns the state of the stage. `search` is the query string, which may contain a time or an excerpt. */
export function useStage(detail: MediaDetail, files: readonly MediaFile[], playback: Playback, search: string) {
  const box = useRef<HTMLDivElement>(null);
  const parts = useMemo(() => mainParts(files), [files]);
  const [extra, setExtra] = useState<MediaPart | null>(null);
  const [partKey, setPartKey] = useState(parts[0]?.key);
  const part = extra ?? parts.find((one) => one.key === partKey) ?? parts[0] ?? null;
  const [opened, setOpened] = useState<string | null>(null);
  const timed = !extra && (part?.viewer === 'video' || part?.viewer === 'audio');

  const [asked] = useState(() => readTimes(search));
  const [excerpt, setExcerpt] = useState<Excerpt | null>(asked.excerpt);
  const [resume] = useState(() => (asked.start === null && !asked.excerpt ? resumeAt(detail.position, detail.duration) : null));
  useEffect(() => playback.stopAt(excerpt?.end ?? null), [playback, excerpt]);

  const scrollTo = (): void => {
    const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    box.current?.scrollIntoView({ block: 'nearest', behavior: quiet ? 'auto' : 'smooth' });
  };
  const open = (wanted: MediaPart, isExtra: boolean): void => {
    playback.pause();
    setExtra(isExtra ? wanted : null);
    if (!isExtra) setPartKey(wanted.key);
    setOpened(wanted.key);
    scrollTo();
  };
  const pick = (chapter: Chapter, stops: boolean): void => {
    setExcerpt(stops ? { start: chapter.start, end: chapter.end } : null);
    playback.seek(chapter.start);
    playback.play();
  };
  return { box, parts, part, extra, opened, timed, excerpt, setExcerpt, resume, from: asked.start ?? resume ?? 0, scrollTo, open, pick };
}
