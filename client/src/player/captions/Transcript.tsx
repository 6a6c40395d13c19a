import { ChevronDown, ChevronUp, Printer } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { formatDuration } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { currentLine, splitAtMatches, transcriptFrom, type MarkedPiece } from './cues.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import type { Cue } from './webvtt.ts';
import '../../ui/button.css';
import './transcript.css';

type Props = {
  playback: Playback;
  cues: readonly Cue[];
  language: string | null;
  /** Content next to the heading, such as a language selector. */
  aside?: ReactNode;
  headingId: string;
};

/** Number of lines shown before the transcript is expanded. */
const FEW = 5;

/** Shows the transcript of a film. It follows the playback, can be searched, and seeks on click. */
export function Transcript({ playback, cues, language, aside, headingId }: Props) {
  const { t } = useT();
  const [open, setOpen] = useState(false);
  const [sought, setSought] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const lines = useMemo(() => transcriptFrom(cues), [cues]);
  const current = usePlayback(playback, ({ time, begun }) => (begun || time > 0 ? currentLine(lines, time) : -1));
  const searching = sought.trim().length > 1;
  const found = useMemo(() => {
    if (!searching) return null;
    // If the query matches the start of any word, matches inside words are ignored.
    const atStart = lines.map((line) => splitAtMatches(line.text, sought, { wordStart: true }));
    return atStart.some((pieces) => pieces !== null) ? atStart : lines.map((line) => splitAtMatches(line.text, sought));
  }, [lines, searching, sought]);
  const count = found?.filter((pieces) => pieces !== null).length ?? 0;
  const first = Math.max(0, Math.min(current - 1, lines.length - FEW));
  const isVisible = (i: number): boolean => (found ? found[i] !== null : open || (i >= first && i < first + FEW));

  useEffect(() => {
    const box = list.current;
    const line = box?.children[current];
    if (!open || !box || !(line instanceof HTMLElement)) return;
    // Does not scroll while the list is hovered or focused.
    if (box.matches(':hover, :focus-within')) return;
    const above = line.offsetTop - box.offsetTop;
    if (above < box.scrollTop || above + line.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = above - box.clientHeight / 3;
  }, [current, open]);

  return (
    <>
      <div className="block-head">
        <h2 id={headingId}>{t('player.transcript')}</h2>
        <div className="transcript-tools">
          {aside}
          <Button icon={<Printer />} className="btn-small" onClick={printTranscript}>
            {t('player.transcript.print')}
          </Button>
        </div>
      </div>
      <FindField label={t('player.transcript.search')} value={sought} onType={setSought} wide />
      <p className={searching ? 'small quiet transcript-count' : 'sr'} role="status">
        {searching ? t('player.transcript.found', { count }) : ''}
      </p>
      <ol ref={list} className="transcript-lines" data-open={(open && !searching) || undefined} lang={language ?? undefined}>
        {lines.map((line, i) => (
          <li key={`${line.start} ${i}`} data-folded={!isVisible(i) || undefined}>
            <button
              type="button"
              aria-current={i === current || undefined}
              onClick={() => {
                playback.seek(line.start);
                playback.play();
              }}
            >
              <time>{formatDuration(line.start)}</time>
              <span>
                {line.speaker && <b>{line.speaker}: </b>}
                {found?.[i] ? found[i].map(piece) : line.text}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {!searching && lines.length > FEW && (
        <Button flush aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'player.transcript.less' : 'player.transcript.more')}
          {open ? <ChevronUp className="i-16" /> : <ChevronDown className="i-16" />}
        </Button>
      )}
    </>
  );
}

const piece = ({ text, mark }: MarkedPiece, i: number) => (mark ? <mark key={i}>{text}</mark> : text);

/** Prints only the transcript. While the attribute is set, the style sheet hides everything else. */
function printTranscript(): void {
  const root = document.documentElement;
  root.dataset.print = 'transcript';
  addEventListener('afterprint', () => delete root.dataset.print, { once: true });
  print();
}
