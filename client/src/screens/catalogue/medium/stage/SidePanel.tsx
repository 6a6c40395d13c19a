import type { Excerpt } from '@fundus/contract/catalogue/excerpts';
import { loadLater } from '../../../../ui/load-later.tsx';
import type { Medium } from '../use-medium.ts';
import '../medium.css';

/** Shows an empty panel while loading, to avoid a layout shift next to the player. */
export const MediumPanel = loadLater(
  async () => (await import('./MediumPanel.tsx')).MediumPanel,
  () => <div className="medium-panel" />,
);

/** Replaces the panel with the chapters while an excerpt is edited. */
const ExcerptEditor = loadLater(
  async () => (await import('../text/ExcerptEditor.tsx')).ExcerptEditor,
  () => <div className="medium-panel" />,
);

/** Shows chapters, excerpts and further parts next to the player. */
export function SidePanel({ medium: { playback, stage, tracks } }: { medium: Medium }) {
  const { parts, part, extra, timed, open, pick } = stage;
  const { chapters, excerpts } = tracks;
  return (
    <MediumPanel
      playback={playback}
      parts={parts}
      current={part}
      extra={extra}
      timed={timed}
      chapters={chapters}
      excerpts={excerpts}
      onPart={(wanted) => open(wanted, wanted === extra)}
      onPick={pick}
    />
  );
}

/** Shows the editor of an excerpt next to the player. */
export function EditedExcerpt({ medium, excerpt }: { medium: Medium; excerpt: Excerpt | 'new' }) {
  const { detail, playback, stage, tracks, editor } = medium;
  return (
    <ExcerptEditor
      key={excerpt === 'new' ? 'new' : excerpt.id}
      medium={detail}
      playback={playback}
      length={detail.duration}
      chapters={tracks.chapters}
      cues={tracks.track?.cues ?? []}
      excerpt={excerpt === 'new' ? null : excerpt}
      onTimes={editor.setDraft}
      onPreview={({ start, end }) => stage.pick({ start, end, title: '' }, true)}
      onClose={editor.close}
    />
  );
}
