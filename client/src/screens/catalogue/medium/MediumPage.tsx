import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { traitsOf } from '@fundus/contract/portal-types';
import { startTransition, useCallback, useState } from 'react';
import type { MediaContext } from '../../../components/media/media-context.ts';
import type { Chapter } from '../../../player/controls/chapters.ts';
import { relayReports } from '../../../player/viewers/reports/relay-reports.ts';
import { useNewPlayback } from '../../../player/playback/start-playback.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useSession } from '../../../stores/session.ts';
import type { Neighbours } from '../../../stores/trail.ts';
import { subjectOf } from '../../../theme/subject-styles.ts';
import { WhenNear } from '../../../ui/WhenNear.tsx';
import type { Closed } from './stage/closed.ts';
import { MediumDescription } from './MediumDescription.tsx';
import { MediumActions } from './actions/MediumActions.tsx';
import { MediumHead } from './MediumHead.tsx';
import { MediumStage } from './stage/MediumStage.tsx';
import { MediumText } from './text/MediumText.tsx';
import { useExcerptEditing } from './text/use-excerpt-editing.ts';
import { MediumTop } from './MediumTop.tsx';
import { useStage } from './stage/use-stage.ts';
import type { Given } from './given/use-given.ts';
import { useMediumFiles } from './stage/use-medium-files.ts';
import { useMediumTracks } from './stage/use-medium-tracks.ts';
import { useOpened } from './use-opened.ts';
import './side/medium-side.css';
import './medium.css';
import { loadLater } from '../../../ui/load-later.tsx';

/** Reserves its space beside the player. */
const MediumPanel = loadLater(
  async () => (await import('./stage/MediumPanel.tsx')).MediumPanel,
  () => <div className="medium-panel" />,
);

/** Loaded after the page is rendered. */
const MediumSide = loadLater(
  async () => (await import('./side/MediumSide.tsx')).MediumSide,
  () => <div className="medium-side" />,
);
/** Reserves its space. */
const StepPanel = loadLater(
  async () => (await import('./stage/StepPanel.tsx')).StepPanel,
  () => <div className="medium-step" />,
);
const SimilarMedia = loadLater(async () => (await import('./SimilarMedia.tsx')).SimilarMedia);
/** Replaces the chapters while an excerpt is edited. */
const ExcerptEditor = loadLater(
  async () => (await import('./text/ExcerptEditor.tsx')).ExcerptEditor,
  () => <div className="medium-panel" />,
);

type Props = {
  detail: MediaDetail;
  /** Reason why it cannot be opened, or `null`. */
  closed: Closed | null;
  context: MediaContext;
  search: string;
  from: ScreenProps['from'];
  /** Licence or code in the address. */
  code: string | undefined;
  /** Time of the read in milliseconds, which is the age of signed addresses. */
  readAt: number;
  /** Neighbours in the list named in the address. */
  listed: Neighbours | null;
  /** Class or media list in which it is displayed. */
  given: Given | null;
  /** Refetches the medium with newly signed addresses. */
  renew: () => Promise<MediaDetail | null>;
};

/** Shows a medium: player and panels, title, actions, text. */
export function MediumPage({ detail, closed, context, search, from, code, listed, given, readAt, renew }: Props) {
  const { config } = useSession();
  const [relay] = useState(() => relayReports());
  const playback = useNewPlayback();
  const { files, generation, saving, retry } = useMediumFiles(detail, { readAt, renew });
  const stage = useStage(detail, files, playback, search);
  const { parts, part, extra, opened, timed, excerpt, resume, open, pick } = stage;
  const { captionFiles, tracks, track, chapters, excerpts, awaited, captionsAwaited } = useMediumTracks(detail, files, playback);
  const editor = useExcerptEditing({ stage, playback, closed: closed !== null, search });
  const shown = !closed && part !== null && (part.viewer === 'picture' || (!timed && opened === part.key));
  const opening = useOpened(detail.identifier, shown);
  const toExcerpt = (chapter: Chapter): void => {
    pick(chapter, true);
    stage.scrollTo();
  };
  const [side, setSide] = useState(false);
  const sideStands = useCallback(() => startTransition(() => setSide(true)), []);

  const panel =
    editor.editing !== null || (timed && (awaited || chapters.length > 1 || excerpts.length > 0)) || parts.length > 1 || extra !== null;
  return (
    <div data-subject={subjectOf(detail.fn_geb)?.key}>
      <MediumTop identifier={detail.identifier} context={context} from={from} listed={listed} given={given} />
      <div className="medium-stage" data-layout={!panel ? 'side' : timed && part?.viewer === 'audio' ? 'sound' : 'panel'}>
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
          {given?.step && (
            <StepPanel {...given.step} title={given.title} playback={playback} timed={timed} shown={shown} take={relay.take} />
          )}
        </div>
        {editor.editing && (
          <ExcerptEditor
            key={editor.editing === 'new' ? 'new' : editor.editing.id}
            medium={detail}
            playback={playback}
            length={detail.duration}
            chapters={chapters}
            cues={track?.cues ?? []}
            excerpt={editor.editing === 'new' ? null : editor.editing}
            onTimes={editor.setDraft}
            onPreview={({ start, end }) => pick({ start, end, title: '' }, true)}
            onClose={editor.close}
          />
        )}
        <div className="medium-head">
          <MediumHead detail={detail} context={context} part={given?.part ?? null}>
            <MediumActions
              detail={detail}
              context={context}
              part={closed ? null : part}
              playback={playback}
              resume={resume}
              excerpt={excerpt}
              opened={opened === part?.key}
              files={files}
              saving={saving}
              onOpen={(wanted) => open(wanted, false)}
              onPlay={stage.scrollTo}
              onExcerpt={editor.makes ? () => editor.edit('new') : null}
            />
          </MediumHead>
          <MediumDescription detail={detail} context={context} />
        </div>
        {panel && !editor.editing && (
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
        )}

        <MediumSide
          detail={detail}
          context={context}
          files={files}
          saving={saving}
          canOpen={!closed}
          needsSeat={closed?.reason === 'seat'}
          onOpen={(wanted) => open(wanted, true)}
          code={code}
          onLicence={() => void retry()}
          onReady={sideStands}
        />

        <MediumText
          detail={detail}
          excerpts={editor.shows ? { code: editor.code, onPick: toExcerpt, onShared: editor.showShared, onEdit: editor.edit } : null}
          transcript={timed && !closed && track && track.cues.length > 0 ? { playback, tracks, track } : null}
          awaited={timed && !closed && captionsAwaited}
          side={side}
          opened={opening?.counted === true}
        />
      </div>
      {/* Panels longer than the text push this down. */}
      {side && traitsOf(config).similarMedia && (
        <WhenNear>
          <SimilarMedia identifier={detail.identifier} context={context} />
        </WhenNear>
      )}
    </div>
  );
}
