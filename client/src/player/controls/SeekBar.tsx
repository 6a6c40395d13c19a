import { useState, type PointerEvent } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { currentChapter, filledShare, segments, type Chapter } from './chapters.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import { spokenTime } from '../playback/time.ts';
import './seek-bar.css';

type Props = { playback: Playback; chapters: readonly Chapter[]; excerpt: { start: number; end: number } | null };

/**
 * Shows the playback position as a native slider over a bar that is divided by chapters. The player handles all keys except Page Up and Page Down.
 */
export function SeekBar({ playback, chapters, excerpt }: Props) {
  const { t } = useT();
  const duration = usePlayback(playback, (state) => state.duration);
  const time = usePlayback(playback, (state) => Math.round(state.time * 4) / 4);
  const buffered = usePlayback(playback, (state) => Math.round(state.buffered));
  const [hover, setHover] = useState<number | null>(null);
  const known = duration > 0;
  const chapter = chapters[currentChapter(chapters, time)];
  const pointed = hover === null ? null : hover * duration;

  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    setHover(known && event.pointerType === 'mouse' ? Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) : null);
  };

  return (
    <div className="seek" onPointerMove={point} onPointerLeave={() => setHover(null)}>
      <div className="seek-track" aria-hidden="true">
        {segments(chapters, duration).map((part) => (
          <i key={part.from} style={{ flexGrow: part.share * 1000 }}>
            <span className="seek-loaded" style={{ scale: `${known ? filledShare(part, buffered / duration) : 0} 1` }} />
            <span className="seek-done" style={{ scale: `${known ? filledShare(part, time / duration) : 0} 1` }} />
          </i>
        ))}
        {excerpt && known && (
          <span
            className="seek-excerpt"
            style={{ left: percent(excerpt.start / duration), width: percent((excerpt.end - excerpt.start) / duration) }}
          />
        )}
        <span className="seek-thumb" style={{ left: percent(known ? time / duration : 0) }} />
      </div>
      <input
        type="range"
        min={0}
        max={known ? Math.floor(duration) : 1}
        step={1}
        value={Math.min(Math.floor(time), known ? Math.floor(duration) : 0)}
        disabled={!known}
        aria-label={t('player.position')}
        aria-valuetext={valueText()}
        onChange={(event) => playback.seek(Number(event.target.value))}
      />
      {pointed !== null && (
        <span className="seek-hint" aria-hidden="true" style={{ left: percent(hover ?? 0), translate: `-${percent(hover ?? 0)}` }}>
          {chapters[currentChapter(chapters, pointed)]?.title} <b className="num">{formatDuration(pointed)}</b>
        </span>
      )}
    </div>
  );

  function valueText(): string {
    const at = t('player.positionOf', { time: spokenTime(time, t), duration: spokenTime(duration, t) });
    return chapter ? `${at}, ${t('player.chapterNamed', { title: chapter.title })}` : at;
  }
}

const percent = (share: number): string => `${Math.min(100, Math.max(0, share * 100))}%`;
