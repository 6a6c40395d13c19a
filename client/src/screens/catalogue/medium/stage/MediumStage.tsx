import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { largeCover, posterOf } from '@fundus/contract/catalogue/first-picture';
import type { MediaFile } from '@fundus/contract/files/files';
import { Lock } from 'lucide-react';
import { useEffect, useRef, type ComponentType } from 'react';
import type { CaptionTrack } from '../../../../player/captions/CaptionLayer.tsx';
import type { Chapter } from '../../../../player/controls/chapters.ts';
import '../../../../ui/button.css';
import '../medium.css';
import '../../../../player/viewers/media-player.css';
import '../../../../player/viewers/viewer-frame.css';
import type { MediaPart } from '../../../../player/playback/media-parts.ts';
import { usePlayback, type Playback } from '../../../../player/playback/playback.ts';
import type { StepReports, ViewerProps } from '../../../../player/viewers/viewer-props.ts';
import { ViewerLoading } from '../../../../player/viewers/ViewerState.tsx';
import { formatDuration } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { requireLogin } from '../../../../stores/login-required.ts';
import { Button } from '../../../../ui/Button.tsx';
import type { Closed } from './closed.ts';
import type { Excerpt } from '../medium-address.ts';
import { OpenIcon } from './OpenIcon.tsx';
import { loadLater } from '../../../../ui/load-later.tsx';

type Props = {
  detail: MediaDetail;
  part: MediaPart | null;
  closed: Closed | null;
  /** Key of the document that the user has opened, or `null`. */
  opened: string | null;
  onOpen: (part: MediaPart) => void;
  playback: Playback;
  captionFiles: readonly MediaFile[];
  tracks: readonly CaptionTrack[];
  chapters: readonly Chapter[];
  onChapter: (chapter: Chapter) => void;
  description: MediaFile | null;
  excerpt: Excerpt | null;
  /** Plays the whole film; `null` while an excerpt is edited, because its times then differ from those being played. */
  onWholeFilm: (() => void) | null;
  from: number;
  onPosition: ((seconds: number) => void) | null;
  /** Called when the user has followed the external link. */
  onFollow: (() => void) | undefined;
  generation: number;
  onRetry: () => void;
  reports?: StepReports | undefined;
};

/** Loaded only if the medium is a link or cannot be opened. */
const LinkCard = loadLater(async () => (await import('../../../../player/viewers/LinkCard.tsx')).LinkCard, ViewerLoading);
const ClosedReason = loadLater(
  async () => (await import('./ClosedReason.tsx')).ClosedReason,
  () => <p data-placeholder>&nbsp;</p>,
);

/** Loaded only for film and sound. The placeholder reserves its space. */
const MediaPlayer = loadLater(async () => (await import('../../../../player/viewers/MediaPlayer.tsx')).MediaPlayer, PlayerSlot);

/** Placeholder with the frame of the viewer. */
const ViewerSlot = ({ part, title }: ViewerProps) => (
  <section className="viewer" data-kind={part.viewer} aria-label={title}>
    {document.fullscreenEnabled && <div className="viewer-bar" />}
    <ViewerLoading />
  </section>
);

/** Returns the component to wait for before the page is shown, or `null` if a placeholder reserves its space. */
export const stageToAwait = (detail: MediaDetail, closed: Closed | null) =>
  closed ? (closed.reason === 'login' ? null : ClosedReason) : detail.viewer === 'link' ? LinkCard : null;

const loadViewer = (load: () => Promise<ComponentType<ViewerProps>>) => loadLater(load, ViewerSlot);

/** Viewers by kind, loaded on first use. */
const VIEWERS: Partial<Record<MediaPart['viewer'], ComponentType<ViewerProps>>> = {
  picture: loadViewer(async () => (await import('../../../../player/viewers/PictureViewer.tsx')).PictureViewer),
  pdf: loadViewer(async () => (await import('../../../../player/viewers/pdf/PdfViewer.tsx')).PdfViewer),
  epub: loadViewer(async () => (await import('../../../../player/viewers/epub/EpubViewer.tsx')).EpubViewer),
  h5p: loadViewer(async () => (await import('../../../../player/viewers/frame/FrameViewer.tsx')).FrameViewer),
  package: loadViewer(async () => (await import('../../../../player/viewers/frame/FrameViewer.tsx')).FrameViewer),
};

/** Shows the player, a viewer, a cover with an "open" button, or the reason why the medium cannot be opened. */
export function MediumStage(props: Props) {
  const { detail, part, closed, opened, onOpen, playback, excerpt, onWholeFilm, generation, onRetry, reports } = props;
  const { t } = useT();
  useRenewedOnFailure(playback, onRetry);
  if (closed) return <ClosedCover detail={detail} closed={closed} onChange={onRetry} />;
  if (!part || part.viewer === 'link')
    return <LinkCard url={part?.sources[0]?.href ?? detail.url!} cover={detail.cover} onFollow={props.onFollow} />;

  if (part.viewer === 'video' || part.viewer === 'audio') {
    return (
      <>
        <MediaPlayer key={part.key} {...props} part={part} title={detail.fn_titel} poster={posterOf(detail)} />

        {excerpt && onWholeFilm && (
          <p className="medium-excerpt small">
            {t('media.excerpt', { start: formatDuration(excerpt.start), end: formatDuration(excerpt.end) })}
            <Button onClick={onWholeFilm}>{t('media.excerpt.whole')}</Button>
          </p>
        )}
      </>
    );
  }

  const Viewer = VIEWERS[part.viewer];
  if (!Viewer) return <ClosedCover detail={detail} closed={{ reason: 'empty' }} onChange={onRetry} />;
  if (part.viewer !== 'picture' && opened !== part.key) {
    return (
      <button type="button" className="medium-cover medium-open" onClick={() => onOpen(part)}>
        <img src={largeCover(detail.cover)} alt="" fetchPriority="high" />
        <span className="btn btn-primary medium-open-words">
          <OpenIcon viewer={part.viewer} />
          {t(`media.open.${part.viewer as 'pdf' | 'epub' | 'h5p' | 'package'}`)}
        </span>
      </button>
    );
  }
  return (
    <Viewer
      key={`${part.key} ${generation}`}
      part={part}
      title={part.viewer === 'picture' ? detail.fn_titel : (part.title ?? detail.fn_titel)}
      identifier={detail.identifier}
      onRetry={onRetry}
      reports={reports}
    />
  );
}

/** Placeholder of the same size as the player, with the poster of the film. */
function PlayerSlot({ part, poster }: { part: MediaPart; poster: string | null }) {
  const film = part.viewer === 'video';
  return (
    <div className="player-slot" data-kind={film ? 'film' : 'sound'} data-waiting>
      <div className="player-frame">
        {!film && <img className="player-cover" src={poster ?? undefined} alt="" />}
        <div className="player-screen">
          {film && <img className="player-media" src={poster ?? undefined} alt="" fetchPriority="high" />}
        </div>
      </div>
    </div>
  );
}

/** Renews expired signed addresses on the first failure. After a further failure within a minute, the user must retry. */
function useRenewedOnFailure(playback: Playback, renew: () => void): void {
  const failed = usePlayback(playback, (state) => state.status === 'failed');
  const last = useRef(-Infinity);
  const latest = useRef(renew);
  useEffect(() => {
    latest.current = renew;
  });
  useEffect(() => {
    if (!failed || performance.now() - last.current < 60_000) return;
    last.current = performance.now();
    latest.current();
  }, [failed]);
}

/** Shows the cover, and why the medium cannot be opened. */
function ClosedCover({ detail, closed, onChange }: { detail: MediaDetail; closed: Closed; onChange: () => void }) {
  const { t } = useT();
  return (
    <section className="medium-cover" aria-label={t('media.closed')}>
      <img src={largeCover(detail.cover)} alt="" fetchPriority="high" />
      <div className="medium-closed">
        {closed.reason === 'login' ? <ClosedToGuests /> : <ClosedReason detail={detail} closed={closed} onChange={onChange} />}
      </div>
    </section>
  );
}

/** Asks guests to sign in. Not loaded on demand, because guests see this often. */
function ClosedToGuests() {
  const { t } = useT();
  return (
    <>
      <p>
        <Lock />
        {t('media.closed.login')}
      </p>
      <Button variant="primary" onClick={() => requireLogin(location.pathname + location.search, { forced: true })}>
        {t('login.action')}
      </Button>
    </>
  );
}
