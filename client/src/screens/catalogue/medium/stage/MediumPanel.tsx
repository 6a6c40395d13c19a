import { useId } from 'react';
import { ChapterList, ExcerptList } from '../../../../player/controls/ChapterList.tsx';
import type { Chapter } from '../../../../player/controls/chapters.ts';
import { formatName, type MediaPart } from '../../../../player/playback/media-parts.ts';
import type { Playback } from '../../../../player/playback/playback.ts';
import { formatNumber } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Fold } from '../../../../ui/Fold.tsx';
import { usePhone } from '../../../../ui/use-width.ts';
import { OpenIcon } from './OpenIcon.tsx';
import '../../../../player/controls/chapter-list.css';
import '../side/medium-side.css';
import '../medium.css';

type Props = {
  playback: Playback;
  parts: readonly MediaPart[];
  current: MediaPart | null;
  /** Material that is displayed instead of a part of the medium. */
  extra: MediaPart | null;
  timed: boolean;
  chapters: readonly Chapter[];
  excerpts: readonly Chapter[];
  onPart: (part: MediaPart) => void;
  onPick: (chapter: Chapter, stops: boolean) => void;
};

/** Shows parts, chapters and excerpts next to the player. On phones, the chapters are folded. */
export function MediumPanel({ playback, parts, current, extra, timed, chapters, excerpts, onPart, onPick }: Props) {
  const { t, locale } = useT();
  const phone = usePhone();
  const id = useId();
  const all = extra ? [...parts, extra] : parts;
  const list = <ChapterList playback={playback} chapters={chapters} onPick={(chapter) => onPick(chapter, false)} />;
  return (
    <div className="medium-panel">
      <div className="panel">
        {all.length > 1 && (
          <section aria-labelledby={`${id}-parts`}>
            <h2 id={`${id}-parts`}>{t('media.parts')}</h2>
            <ul className="chapters medium-parts">
              {all.map((part, i) => (
                <li key={part.key}>
                  <button type="button" aria-current={part === current || undefined} onClick={() => onPart(part)}>
                    <OpenIcon viewer={part.viewer} />
                    <span>{part.title ?? t('media.part', { number: i + 1, format: formatName(part.sources[0]!.mime) })}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )}
        {timed && chapters.length > 1 && (
          <section {...(phone ? { 'aria-label': t('player.chapters') } : { 'aria-labelledby': `${id}-chapters` })}>
            {phone ? (
              <Fold title={t('player.chapters')} says={formatNumber(chapters.length, locale)}>
                {list}
              </Fold>
            ) : (
              <>
                <h2 id={`${id}-chapters`}>{t('player.chapters')}</h2>
                {list}
              </>
            )}
          </section>
        )}
        {timed && excerpts.length > 0 && (
          <section aria-labelledby={`${id}-excerpts`}>
            <h2 id={`${id}-excerpts`}>{t('player.excerpts')}</h2>
            <ExcerptList chapters={excerpts} onPick={(chapter) => onPick(chapter, true)} />
          </section>
        )}
      </div>
    </div>
  );
}
