import { formatDuration } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { currentChapter, type Chapter } from './chapters.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import './chapter-list.css';

type Props = {
  playback: Playback;
  chapters: readonly Chapter[];
  onPick: (chapter: Chapter) => void;
};

/** Shows the chapters and marks the current one. */
export function ChapterList({ playback, chapters, onPick }: Props) {
  const current = usePlayback(playback, ({ time, begun }) => (begun || time > 0 ? currentChapter(chapters, time) : -1));
  return (
    <ol className="chapters">
      {chapters.map((chapter, i) => (
        <li key={chapter.start}>
          <button type="button" aria-current={i === current || undefined} onClick={() => onPick(chapter)}>
            <time>{formatDuration(chapter.start)}</time>
            {chapter.title}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Shows excerpts with their start and length. */
export function ExcerptList({ chapters, onPick }: Omit<Props, 'playback'>) {
  const { t } = useT();
  return (
    <ol className="chapters">
      {chapters.map((chapter) => (
        <li key={`${chapter.start} ${chapter.title}`}>
          <button type="button" onClick={() => onPick(chapter)}>
            <time>{formatDuration(chapter.start)}</time>
            <span>
              {chapter.title}
              <span className="small-print">{t('player.excerpt.length', { time: formatDuration(chapter.end - chapter.start) })}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
