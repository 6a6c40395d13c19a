import type { LinkedItem } from '@fundus/contract/medialists/links';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { useCues } from '../../../player/captions/use-cues.ts';
import { readAlong, type MediaPart } from '../../../player/playback/media-parts.ts';
import type { Playback } from '../../../player/playback/playback.ts';
import { useNewPlayback } from '../../../player/playback/start-playback.ts';
import { LinkCard } from '../../../player/viewers/LinkCard.tsx';
import { MediaPlayer } from '../../../player/viewers/MediaPlayer.tsx';
import type { ViewerProps } from '../../../player/viewers/viewer-props.ts';
import { ViewerLoading } from '../../../player/viewers/ViewerState.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { mainPartOf } from './load-ahead.ts';
import type { ShownMedium } from './shown.ts';
import '../../../player/viewers/viewer-frame.css';
import './presentation.css';

const VIEWERS: Partial<Record<MediaPart['viewer'], ComponentType<ViewerProps>>> = {
  picture: loadLater(async () => (await import('../../../player/viewers/PictureViewer.tsx')).PictureViewer, ViewerLoading),
  pdf: loadLater(async () => (await import('../../../player/viewers/PdfViewer.tsx')).PdfViewer, ViewerLoading),
  epub: loadLater(async () => (await import('../../../player/viewers/EpubViewer.tsx')).EpubViewer, ViewerLoading),
  h5p: loadLater(async () => (await import('../../../player/viewers/FrameViewer.tsx')).FrameViewer, ViewerLoading),
  package: loadLater(async () => (await import('../../../player/viewers/FrameViewer.tsx')).FrameViewer, ViewerLoading),
};

type Props = {
  item: LinkedItem;
  medium: ShownMedium;
  /** Of a film or a sound that is shown now; null where there is none. */
  onPlayback: (playback: Playback | null) => void;
};

/** One medium of a list as large as the wall; a part begins and stops where it should. */
export function PresentedMedium({ item, medium, onPlayback }: Props) {
  const { t } = useT();
  const [generation, setGeneration] = useState(0);
  const part = mainPartOf(medium);
  const again = () => setGeneration((before) => before + 1);
  if (!part || part.viewer === 'link')
    return medium.url ? (
      <LinkCard url={medium.url} cover={medium.cover} onFollow={undefined} />
    ) : (
      <p className="present-words">{t('list.present.nothing')}</p>
    );
  if (part.viewer === 'video' || part.viewer === 'audio')
    return <Timed item={item} medium={medium} part={part} generation={generation} onRetry={again} onPlayback={onPlayback} />;
  const Viewer = VIEWERS[part.viewer];
  if (!Viewer) return <p className="present-words">{t('list.present.nothing')}</p>;
  return <Viewer key={generation} part={part} title={item.title} identifier={medium.identifier} onRetry={again} />;
}

type TimedProps = Props & { part: MediaPart; generation: number; onRetry: () => void };

function Timed({ item, medium, part, generation, onRetry, onPlayback }: TimedProps) {
  const { locale } = useT();
  const playback = useNewPlayback();
  const { start_s, end_s } = item;
  const { href } = part.sources[0]!;
  const [played, setPlayed] = useState({ href, swaps: 0 });
  // What has come whole meanwhile takes the place of what comes by the network, but not under a film that plays.
  useEffect(() => {
    if (!playback.get().playing) setPlayed((before) => (before.href === href ? before : { href, swaps: before.swaps + 1 }));
  }, [playback, href]);
  const captionFiles = useMemo(() => readAlong(medium.files), [medium.files]);
  const { cues } = useCues(captionFiles);
  const tracks = useMemo(
    () =>
      captionFiles.map((file, i) => ({
        id: file.id,
        language: file.language,
        label: file.label ?? new Intl.DisplayNames(locale, { type: 'language' }).of(file.language ?? locale) ?? '',
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
