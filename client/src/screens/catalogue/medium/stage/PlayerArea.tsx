import { useState } from 'react';
import { relayReports } from '../../../../player/viewers/reports/relay-reports.ts';
import { loadLater } from '../../../../ui/load-later.tsx';
import type { ClassContext } from '../given/use-class-context.ts';
import { MediumStage } from './MediumStage.tsx';
import type { Medium } from '../use-medium.ts';
import '../medium.css';

/** Shows an empty box while loading, to avoid a layout shift. */
const StepPanel = loadLater(
  async () => (await import('./StepPanel.tsx')).StepPanel,
  () => <div className="medium-step" />,
);

/** Shows the stage and, if the medium is a step of an assignment, the panel of the step below it. */
export function PlayerArea({ medium, given }: { medium: Medium; given: ClassContext | null }) {
  const { detail, closed, playback, files, generation, retry, stage, tracks: found, editor, shown, opening } = medium;
  const { part, opened, timed, excerpt, open, pick } = stage;
  const { captionFiles, tracks, chapters } = found;
  const [relay] = useState(() => relayReports());
  return (
    <div className="medium-player" ref={stage.box}>
      <MediumStage
        detail={detail}
        part={part}
        closed={closed}
        opened={opened}
        onOpen={(wanted) => open(wanted, false)}
        playback={playback}
        captionFiles={captionFiles}
        tracks={tracks}
        chapters={chapters}
        onChapter={(chapter) => pick(chapter, false)}
        description={files.find((file) => file.role === 'audio_description') ?? null}
        excerpt={editor.draft ?? excerpt}
        onWholeFilm={editor.draft ? null : () => stage.setExcerpt(null)}
        from={stage.from}
        onPosition={opening?.reached ?? null}
        onFollow={opening?.opened}
        generation={generation}
        onRetry={() => void retry()}
        reports={given?.step ? relay.reports : undefined}
      />
      {given?.step && <StepPanel {...given.step} title={given.title} playback={playback} timed={timed} shown={shown} take={relay.take} />}
    </div>
  );
}
