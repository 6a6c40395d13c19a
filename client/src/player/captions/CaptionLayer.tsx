import { Fragment } from 'react';
import { dueCues } from './cues.ts';
import { usePlayback, type Playback } from '../playback/playback.ts';
import { usePreferences } from '../playback/preferences.ts';
import type { Cue, CueSpan } from './webvtt.ts';
import './caption-layer.css';

export type CaptionTrack = { id: string; language: string | null; label: string; cues: readonly Cue[] };

/** Shows captions over the picture. Native captions are not used, so that users can set size and contrast (EN 301 549, 7.1.4). */
export function CaptionLayer({ playback, track }: { playback: Playback; track: CaptionTrack }) {
  const { captionSize, captionContrast } = usePreferences();
  const due = usePlayback(playback, ({ time }) => dueCues(track.cues, time).join(' '));
  const cues = due === '' ? [] : due.split(' ').map((index) => track.cues[Number(index)]!);
  return (
    <div className="captions" lang={track.language ?? undefined} data-size={captionSize} data-contrast={captionContrast}>
      {(['top', 'bottom'] as const).map((edge) => (
        <div key={edge} className={`captions-${edge}`}>
          {cues
            .filter((cue) => cue.edge === edge)
            .map((cue) => (
              <p key={`${cue.start} ${cue.text}`} data-align={cue.align}>
                {cue.lines.map((line, i) => (
                  <span key={i}>
                    {i === 0 && cue.speaker && <b>{cue.speaker}: </b>}
                    {line.map((span, j) => (
                      <Fragment key={j}>{styled(span)}</Fragment>
                    ))}
                  </span>
                ))}
              </p>
            ))}
        </div>
      ))}
    </div>
  );
}

function styled(span: CueSpan) {
  const lang = span.lang || undefined;
  if (span.bold) return <b lang={lang}>{span.italic ? <i>{span.text}</i> : span.text}</b>;
  if (span.italic) return <i lang={lang}>{span.text}</i>;
  if (span.underline) return <u lang={lang}>{span.text}</u>;
  return lang ? <span lang={lang}>{span.text}</span> : span.text;
}
