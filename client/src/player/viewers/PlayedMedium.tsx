import type { LinkedMedium } from '@fundus/contract/medialists/links';
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { languageName } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useCues } from '../captions/use-cues.ts';
import { mainParts, listTimedTexts, type MediaPart } from '../playback/media-parts.ts';
import type { Playback } from '../playback/playback.ts';
import { useNewPlayback } from '../playback/start-playback.ts';
import { LinkCard } from './LinkCard.tsx';
import { MediaPlayer } from './MediaPlayer.tsx';
import type { StepReports, ViewerProps } from './viewer-props.ts';
import { ViewerLoading } from './ViewerState.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import './viewer-frame.css';

const VIEWERS: Partial<Record<MediaPart['viewer'], ComponentType<ViewerProps>>> = {
  picture: loadLater(async () => (await import('./PictureViewer.tsx')).PictureViewer, ViewerLoading),
  pdf: loadLater(async () => (await import('./pdf/PdfViewer.tsx')).PdfViewer, ViewerLoading),
  epub: loadLater(async () => (await import('./epub/EpubViewer.tsx')).EpubViewer, ViewerLoading),
  h5p: loadLater(async () => (await import('./frame/FrameViewer.tsx')).FrameViewer, ViewerLoading),
  package: loadLater(async () => (await import('./frame/FrameViewer.tsx')).FrameViewer, ViewerLoading),
};

type Props = {
  /** Item to play. If it has a start and an end, only that excerpt is played. */
  item: { title: string; start_s: number | null; end_s: number | null };
  medium: Pick<LinkedMedium, 'identifier' | 'files' | 'url' | 'cover'>;
  /** Content to show if the medium has nothing to play. */
  nothing: ReactNode;
  /** Receives the playback of a film or sound, or `null` for other media. */
  onPlayback: (playback: Playback | null) => void;
  reports?: StepReports | undefined;
};

/** Shows a medium of any kind without a page around it. */
export function PlayedMedium({ item, medium, nothing, onPlayback, reports }: Props) {
  const [generation, setGeneration] = useState(0);
  const part = mainParts(medium.files)[0];
  const again = () => setGeneration((before) => before + 1);
  if (!part || part.viewer === 'link')
    return medium.url ? <LinkCard url={medium.url} cover={medium.cover} onFollow={undefined} /> : nothing;
  if (part.viewer === 'video' || part.viewer === 'audio')
    return <Timed item={item} medium={medium} part={part} generation={generation} onRetry={again} onPlayback={onPlayback} />;
  const Viewer = VIEWERS[part.viewer];
  if (!Viewer) return nothing;
  return <Viewer key={generation} part={part} title={item.title} identifier={medium.identifier} onRetry={again} reports={reports} />;
}

type TimedProps = Omit<Props, 'nothing' | 'reports'> & { part: MediaPart; generation: number; onRetry: () => void };

function Timed({ item, medium, part, generation, onRetry, onPlayback }: TimedProps) {
  const { locale } = useT();
  const playback = useNewPlayback();
  const { start_s, end_s } = item;
  const { href } = part.sources[0]!;
  const [played, setPlayed] = useState({ href, swaps: 0 });
  // Replaces the streamed file with the completely downloaded one, but not during playback.
  useEffect(() => {
    if (!playback.get().playing) setPlayed((before) => (before.href === href ? before : { href, swaps: before.swaps + 1 }));
  }, [playback, href]);
  const captionFiles = useMemo(() => listTimedTexts(medium.files), [medium.files]);
  const { cues } = useCues(captionFiles);
  const tracks = useMemo(
    () =>
      captionFiles.map((file, i) => ({
        id: file.id,
        language: file.language,
        label: file.label ?? languageName(file.language ?? locale, locale),
        cues: cues[i] ?? [],
      })),
    [captionFiles, cues, locale],
  );
  useEffect(() => {
    playback.stopAt(end_s);
    onPlayback(playback);
    return () => onPlayback(null);
  }, [playback, end_s, onPlayback]);
  return (
    <MediaPlayer
      playback={playback}
      part={part}
      title={item.title}
      poster={medium.files.find((file) => file.role === 'poster')?.href ?? medium.cover}
      captionFiles={captionFiles}
      tracks={tracks}
      chapters={[]}
      onChapter={() => undefined}
      description={null}
      excerpt={start_s !== null && end_s !== null ? { start: start_s, end: end_s } : null}
      from={start_s ?? 0}
      onPosition={null}
      generation={generation + played.swaps}
      onRetry={onRetry}
    />
  );
}
