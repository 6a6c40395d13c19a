import { formatDuration } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import { spokenTime } from '../playback/time.ts';
import './excerpt-bar.css';

type Props = {
  playback: Playback;
  /** Duration of the film in seconds. */
  duration: number;
  start: number;
  end: number;
  onStart: (seconds: number) => void;
  onEnd: (seconds: number) => void;
};

/** Minimum length of an excerpt in seconds. */
export const MIN_EXCERPT_SECONDS = 1;

/** Shows the film as a bar with the playback position and a handle for each end of an excerpt. The handles are two overlapping native sliders. */
export function ExcerptBar({ playback, duration, start, end, onStart, onEnd }: Props) {
  const { t } = useT();
  const time = usePlayback(playback, (state) => Math.round(state.time * 4) / 4);
  const share = (seconds: number): string => `${Math.min(100, Math.max(0, (seconds / duration) * 100))}%`;
  const handle = (name: 'start' | 'end', value: number, set: (seconds: number) => void) => (
    <input
      type="range"
      min={0}
      max={duration}
      step={1}
      value={value}
      aria-label={t(`edit.chapter.${name}`)}
      aria-valuetext={spokenTime(value, t)}
      onChange={(event) => set(Number(event.target.value))}
    />
  );
  return (
    <div className="excerpt-bar">
      <div className="excerpt-bar-track" aria-hidden="true">
        <span className="excerpt-bar-part" style={{ left: share(start), width: share(end - start) }} />
        <span className="excerpt-bar-now" style={{ left: share(time) }} />
      </div>
      {handle('start', start, (seconds) => onStart(Math.min(seconds, end - MIN_EXCERPT_SECONDS)))}
      {handle('end', end, (seconds) => onEnd(Math.max(seconds, start + MIN_EXCERPT_SECONDS)))}
      <div className="excerpt-bar-ends num" aria-hidden="true">
        <span>{formatDuration(0)}</span>
        <span>{formatDuration(duration)}</span>
      </div>
    </div>
  );
}
