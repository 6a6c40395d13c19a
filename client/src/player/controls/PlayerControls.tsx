import {
  AudioLines,
  Captions,
  ListVideo,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  Settings,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { formatDuration, formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { IconButton } from '../../ui/Button.tsx';
import { FloatingPanel } from '../../ui/overlays/FloatingPanel.tsx';
import type { CaptionTrack } from '../captions/CaptionLayer.tsx';
import { ChapterList } from './ChapterList.tsx';
import type { Chapter } from './chapters.ts';
import type { Fullscreen } from '../playback/fullscreen.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import { PlayerSettings, setRate, type QualityChoice } from './PlayerSettings.tsx';
import { RATES, setPreferences, usePreferences } from '../playback/preferences.ts';
import { SeekBar } from './SeekBar.tsx';
import './player-settings.css';
import './player-controls.css';

type Props = {
  playback: Playback;
  chapters: readonly Chapter[];
  onChapter: (chapter: Chapter) => void;
  excerpt: { start: number; end: number } | null;
  tracks: readonly CaptionTrack[];
  track: CaptionTrack | null;
  quality: QualityChoice | null;
  sound: QualityChoice | null;
  /** State of the audio description, or `null` if there is none. */
  description: { on: boolean; toggle: () => void } | null;
  fullscreen: Fullscreen | null;
  pictureInPicture: (() => void) | null;
};

/**
 * Shows the controls of the player. Captions and audio description are next to the play and volume controls instead of in a menu (EN 301 549, 7.3).
 */
export function PlayerControls(props: Props) {
  const { playback, chapters, onChapter, excerpt, tracks, track, quality, sound, description, fullscreen, pictureInPicture } = props;
  const { t, locale } = useT();
  const { captions } = usePreferences();
  const rate = usePlayback(playback, (state) => state.rate);
  return (
    <div className="player-controls">
      <SeekBar playback={playback} chapters={chapters} excerpt={excerpt} />
      <div className="player-row">
        <PlayButton playback={playback} />
        <Volume playback={playback} />
        <Clock playback={playback} />
        <span className="player-gap" />
        {tracks.length > 0 && (
          <Control
            label={t('player.captions')}
            icon={<Captions />}
            pressed={captions}
            onClick={() => setPreferences({ captions: !captions, captionLanguage: track?.language ?? null })}
          />
        )}
        {description && (
          <Control label={t('player.description')} icon={<AudioLines />} pressed={description.on} onClick={description.toggle} />
        )}
        <select
          className="player-speed"
          aria-label={t('player.speed')}
          title={t('player.speed')}
          value={rate}
          onChange={(event) => setRate(playback, Number(event.target.value))}
        >
          {RATES.map((value) => (
            <option key={value} value={value}>
              {formatNumber(value, locale)}×
            </option>
          ))}
        </select>
        {chapters.length > 1 && (
          <Panel className="player-chapters" label={t('player.chapters')} icon={<ListVideo />}>
            <ChapterList playback={playback} chapters={chapters} onPick={onChapter} />
          </Panel>
        )}
        <Panel label={t('player.settings')} icon={<Settings />}>
          <PlayerSettings playback={playback} tracks={tracks} track={track} quality={quality} sound={sound} />
        </Panel>
        {pictureInPicture && (
          <Control className="player-pip" label={t('player.pictureInPicture')} icon={<PictureInPicture2 />} onClick={pictureInPicture} />
        )}
        {fullscreen?.possible && (
          <Control
            label={t(fullscreen.on ? 'player.fullscreen.leave' : 'player.fullscreen')}
            icon={fullscreen.on ? <Minimize /> : <Maximize />}
            onClick={fullscreen.toggle}
          />
        )}
      </div>
    </div>
  );
}

type ControlProps = { label: string; icon: ReactNode; pressed?: boolean; onClick: () => void; className?: string };

/** Shows a button of the control bar. */
export function Control({ className = '', ...rest }: ControlProps) {
  return <IconButton {...rest} className={`player-button ${className}`} />;
}

export function PlayButton({ playback }: { playback: Playback }) {
  const { t } = useT();
  const playing = usePlayback(playback, (state) => state.playing);
  const ended = usePlayback(playback, (state) => state.ended);
  const label = playing ? t('player.pause') : ended ? t('player.again') : t('player.play');
  const icon = playing ? <Pause className="full" /> : ended ? <RotateCcw /> : <Play className="full" />;
  return <Control label={label} icon={icon} onClick={playback.toggle} />;
}

function Volume({ playback }: { playback: Playback }) {
  const { t } = useT();
  const volume = usePlayback(playback, (state) => state.volume);
  const silent = usePlayback(playback, (state) => state.muted || state.volume === 0);
  const shown = Math.round((silent ? 0 : volume) * 100);
  return (
    <span className="player-volume">
      <Control
        label={t(silent ? 'player.unmute' : 'player.mute')}
        icon={silent ? <VolumeX /> : volume < 0.5 ? <Volume1 /> : <Volume2 />}
        onClick={() => playback.setMuted(!silent)}
      />
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={shown}
        aria-label={t('player.volume')}
        aria-valuetext={t('player.percent', { value: shown })}
        onChange={(event) => playback.setVolume(Number(event.target.value) / 100)}
      />
    </span>
  );
}

function Clock({ playback }: { playback: Playback }) {
  const time = usePlayback(playback, (state) => Math.floor(state.time));
  const duration = usePlayback(playback, (state) => state.duration);
  return (
    <span className="player-clock num">
      {formatDuration(time)}
      {duration > 0 && ` / ${formatDuration(duration)}`}
    </span>
  );
}

type PanelProps = { label: string; icon: ReactNode; className?: string; children: ReactNode };

/** Shows a button with a panel. The panel is rendered inside the player's element, so that it is also visible in full screen. */
function Panel({ label, icon, className = '', children }: PanelProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const close = (reason: 'escape' | 'outside'): void => {
    setOpen(false);
    if (reason === 'escape') anchor.current?.querySelector('button')?.focus();
  };
  return (
    <span ref={anchor} className={className || undefined}>
      <IconButton className="player-button" label={label} icon={icon} aria-expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <FloatingPanel anchor={anchor} align="end" className="player-settings" role="group" aria-label={label} onClose={close}>
          {children}
        </FloatingPanel>
      )}
    </span>
  );
}
