import type { MediaFile } from '@fundus/contract/files/files';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useT } from '../../i18n/translate.ts';
import { CaptionLayer, type CaptionTrack } from '../captions/CaptionLayer.tsx';
import { currentChapter, type Chapter } from '../controls/chapters.ts';
import { chooseTrack } from '../captions/cues.ts';
import { syncAudioDescription } from '../playback/description-sound.ts';
import { useFullscreen } from '../playback/fullscreen.ts';
import { useIdle } from '../playback/idle.ts';
import { MiniBar, useMiniPlayer } from './MiniBar.tsx';
import { PlayerFailed, PlayerNotice } from './PlayerNotice.tsx';
import { usePlayerKeys } from '../controls/player-keys.ts';
import { PlayerControls } from '../controls/PlayerControls.tsx';
import type { MediaPart } from '../playback/media-parts.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import { savePositions } from '../playback/position-keeper.ts';
import { setPreferences, usePreferences } from '../playback/preferences.ts';
import { useSource } from './use-source.ts';
import './media-player.css';

type Props = {
  playback: Playback;
  part: MediaPart;
  title: string;
  /** Picture shown before playback, and next to sound. */
  poster: string | null;
  /** Caption files for the full screen of the system. */
  captionFiles: readonly MediaFile[];
  tracks: readonly CaptionTrack[];
  chapters: readonly Chapter[];
  onChapter: (chapter: Chapter) => void;
  description: MediaFile | null;
  excerpt: { start: number; end: number } | null;
  /** Start position in seconds. */
  from: number;
  onPosition: ((seconds: number) => void) | null;
  /** Changes when addresses were signed again. The source is then reloaded at the same position. */
  generation: number;
  onRetry: () => void;
};

/** Plays film and sound. `playback` contains the state, which chapters, transcript and mini player share. */
export function MediaPlayer(props: Props) {
  const { playback, part, title, poster, captionFiles, tracks, chapters, description, excerpt, from, onPosition, generation, onRetry } =
    props;
  const { t, locale } = useT();
  const { captions, captionLanguage, pageKeys } = usePreferences();
  const slot = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const media = useRef<HTMLVideoElement>(null);
  const [described, setDescribed] = useState(false);
  const status = usePlayback(playback, (state) => state.status);
  const fullscreen = useFullscreen(frame);
  const mini = useMiniPlayer(playback, slot, fullscreen.on);
  const film = part.viewer === 'video';
  const idle = useIdle(frame, playback, film && !mini.on);
  const track = chooseTrack(tracks, captionLanguage, locale);
  // Pauses when hidden or unmounted. This effect must be cleaned up before the source is detached below.
  useEffect(() => playback.pause, [playback]);
  const instead = described && description?.viewer === part.viewer ? description : null;
  const { source, quality, sound, missing, dismissMissing } = useSource(playback, { media, part, instead, from, generation });
  useEffect(
    () => (described && description?.viewer === 'audio' && film ? syncAudioDescription(playback, description.href) : undefined),
    [described, description, film, playback],
  );
  useKeptPosition(playback, onPosition);
  useKeptVolume(playback);
  usePlayerKeys({ playback, frame, fullscreen, hasCaptions: tracks.length > 0, everywhere: pageKeys });

  return (
    <div className="player-slot" data-kind={film ? 'film' : 'sound'} ref={slot}>
      <section
        className="player-frame"
        aria-label={t(film ? 'player.film' : 'player.sound', { title })}
        tabIndex={-1}
        ref={frame as RefObject<HTMLElement & HTMLDivElement>}
        data-idle={idle || undefined}
        data-mini={mini.on || undefined}
      >
        {poster && !film && <img className="player-cover" src={poster} alt="" />}
        <div className="player-screen">
          {/* CaptionLayer renders the captions instead of the video element. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            ref={media}
            className="player-media"
            preload="metadata"
            crossOrigin="anonymous"
            playsInline
            poster={film ? (poster ?? undefined) : undefined}
            data-captions={captions && track ? track.id : undefined}
            hidden={!film}
          >
            {captionFiles.map((file) => (
              <track
                key={file.id}
                id={file.id}
                kind="captions"
                src={file.href}
                srcLang={file.language ?? undefined}
                label={file.label ?? ''}
              />
            ))}
          </video>
          {film && <FilmSurface playback={playback} idle={idle} onDoubleClick={fullscreen.toggle} />}
          {captions && track && <CaptionLayer playback={playback} track={track} />}
          {!film && !(captions && track) && <NowPlaying playback={playback} title={title} chapters={chapters} />}
          {missing && status !== 'failed' && <PlayerNotice missing={missing} sure={source.width !== null} onClose={dismissMissing} />}
          {status === 'failed' ? (
            <PlayerFailed href={source.href} onRetry={onRetry} />
          ) : (
            film && <Cover playback={playback} onBegin={() => frame.current?.focus({ preventScroll: true })} />
          )}
        </div>
        {mini.on ? (
          <MiniBar playback={playback} title={title} onClose={mini.close} onReturn={mini.back} />
        ) : (
          <PlayerControls
            playback={playback}
            chapters={chapters}
            onChapter={props.onChapter}
            excerpt={excerpt}
            tracks={tracks}
            track={track}
            quality={quality}
            sound={sound}
            description={description ? { on: described, toggle: () => setDescribed(!described) } : null}
            fullscreen={film ? fullscreen : null}
            pictureInPicture={film && document.pictureInPictureEnabled ? () => togglePictureInPicture(media.current) : null}
          />
        )}
      </section>
    </div>
  );
}

/** Area over the picture that starts and pauses a film on click. Keyboard users have the keys and the button in the bar. */
function FilmSurface({ playback, idle, onDoubleClick }: { playback: Playback; idle: boolean; onDoubleClick: () => void }) {
  // The first touch on a playing film only shows the controls.
  const justWoken = useRef(false);
  return (
    <button
      type="button"
      className="player-surface"
      tabIndex={-1}
      aria-hidden="true"
      onPointerDown={(event) => {
        justWoken.current = idle && event.pointerType === 'touch';
      }}
      onClick={() => justWoken.current || playback.toggle()}
      onDoubleClick={onDoubleClick}
    />
  );
}

/** Shows the large play button, and an indicator while data are missing. */
function Cover({ playback, onBegin }: { playback: Playback; onBegin: () => void }) {
  const { t } = useT();
  const begun = usePlayback(playback, (state) => state.begun);
  const waiting = usePlayback(playback, (state) => state.waiting || (state.begun && state.status === 'loading'));
  if (waiting) return <span className="player-waiting" role="status" aria-label={t('player.loading')} />;
  if (begun) return null;
  return (
    <button
      type="button"
      className="player-start"
      aria-label={t('player.start')}
      onClick={() => {
        // Moves the focus, because the focused button disappears and the player's keys must keep working.
        onBegin();
        playback.play();
      }}
    >
      <Play className="full" />
    </button>
  );
}

/** Shows the current chapter in place of a picture while sound is played. */
function NowPlaying({ playback, title, chapters }: Pick<Props, 'playback' | 'title' | 'chapters'>) {
  const at = usePlayback(playback, ({ time }) => currentChapter(chapters, time));
  return <p className="player-now">{chapters[at]?.title ?? title}</p>;
}

function togglePictureInPicture(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture();
  else void video?.requestPictureInPicture().catch(() => undefined);
}

/** Saves the position. A new `save` function takes effect without restarting. */
function useKeptPosition(playback: Playback, save: Props['onPosition']): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  }, [save]);
  useEffect(() => savePositions(playback, (seconds) => latest.current?.(seconds)), [playback]);
}

function useKeptVolume(playback: Playback): void {
  const volume = usePlayback(playback, (state) => state.volume);
  const muted = usePlayback(playback, (state) => state.muted);
  useEffect(() => setPreferences({ volume, muted }), [volume, muted]);
}
