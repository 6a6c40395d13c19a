import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { traitsOf } from '@fundus/contract/portal-types';
import { startTransition, useCallback, useState } from 'react';
import type { MediaContext } from '../../../components/media/media-context.ts';
import type { Chapter } from '../../../player/controls/chapters.ts';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { useSession } from '../../../stores/session.ts';
import type { Neighbours } from '../../../stores/trail.ts';
import { subjectOf } from '../../../theme/subject-styles.ts';
import { RenderWhenNear } from '../../../ui/RenderWhenNear.tsx';
import type { Closed } from './stage/closed.ts';
import { MediumDescription } from './MediumDescription.tsx';
import { MediumActions } from './actions/MediumActions.tsx';
import { MediumHeader } from './MediumHeader.tsx';
import { MediumText } from './text/MediumText.tsx';
import { MediumTop } from './MediumTop.tsx';
import { EditedExcerpt, MediumPanel, SidePanel } from './stage/SidePanel.tsx';
import { PlayerArea } from './stage/PlayerArea.tsx';
import { useMedium } from './use-medium.ts';
import type { ClassContext } from './given/use-class-context.ts';
import './side/medium-side.css';
import './medium.css';
import { loadLater, useLoaded } from '../../../ui/load-later.tsx';

/** Loaded after the page has been rendered. */
const MediumSide = loadLater(
  async () => (await import('./side/MediumSide.tsx')).MediumSide,
  () => <div className="medium-side" />,
);
const SimilarMedia = loadLater(async () => (await import('./SimilarMedia.tsx')).SimilarMedia);

type Props = {
  detail: MediaDetail;
  /** Reason why the medium cannot be opened, or `null`. */
  closed: Closed | null;
  context: MediaContext;
  search: string;
  from: ScreenProps['from'];
  /** Licence or code in the address. */
  code: string | undefined;
  /** Time of the read in milliseconds, at which the addresses of the files were signed. */
  readAt: number;
  /** Neighbours of the medium in the list named in the address. */
  listed: Neighbours | null;
  /** Class or media list in which the medium is displayed. */
  given: ClassContext | null;
  /** Refetches the medium to get newly signed addresses. */
  renew: () => Promise<MediaDetail | null>;
};

/** Shows a medium with player, panels, title, actions and text. */
export function MediumPage({ detail, closed, context, search, from, code, listed, given, readAt, renew }: Props) {
  const { config } = useSession();
  const medium = useMedium(detail, { closed, search, readAt, renew });
  const { playback, files, saving, retry, stage, tracks, editor, opening } = medium;
  const { parts, part, extra, timed, excerpt, resume, open, pick } = stage;
  const { track } = tracks;
  const toExcerpt = (chapter: Chapter): void => {
    pick(chapter, true);
    stage.scrollTo();
  };
  const [side, setSide] = useState(false);
  const sideStands = useCallback(() => startTransition(() => setSide(true)), []);

  const panel =
    editor.editing !== null ||
    (timed && (tracks.awaited || tracks.chapters.length > 1 || tracks.excerpts.length > 0)) ||
    parts.length > 1 ||
    extra !== null;
  const panelLoaded = useLoaded(panel ? MediumPanel : null);
  return (
    <div data-subject={subjectOf(detail.fn_geb)?.key}>
      <MediumTop identifier={detail.identifier} context={context} from={from} listed={listed} given={given} />
      <div className="medium-stage">
        <PlayerArea medium={medium} given={given} />
        {editor.editing && <EditedExcerpt medium={medium} excerpt={editor.editing} />}
        <div className="medium-head">
          <MediumHeader detail={detail} context={context} part={given?.part ?? null}>
            <MediumActions
              detail={detail}
              context={context}
              part={closed ? null : part}
              playback={playback}
              resume={resume}
              excerpt={excerpt}
              files={files}
              saving={saving}
              onPlay={stage.scrollTo}
              onExcerpt={editor.makes ? () => editor.edit('new') : null}
            />
          </MediumHeader>
          <MediumDescription detail={detail} context={context} />
        </div>
        <div className="medium-right">
          {panel && !editor.editing && <SidePanel medium={medium} />}
          <MediumSide
            detail={detail}
            context={context}
            files={files}
            saving={saving}
            canOpen={!closed}
            needsSeat={closed?.reason === 'seat'}
            awaited={tracks.awaited || !panelLoaded}
            onOpen={(wanted) => open(wanted, true)}
            code={code}
            onLicence={() => void retry()}
            onReady={sideStands}
          />
        </div>

        <MediumText
          detail={detail}
          excerpts={editor.shows ? { code: editor.code, onPick: toExcerpt, onShared: editor.showShared, onEdit: editor.edit } : null}
          transcript={timed && !closed && track && track.cues.length > 0 ? { playback, tracks: tracks.tracks, track } : null}
          awaited={timed && !closed && tracks.captionsAwaited}
          side={side}
          opened={opening?.counted === true}
        />
      </div>
      {/* Similar media are below the text, or further down if the panels are longer. */}
      {side && traitsOf(config).similarMedia && (
        <RenderWhenNear>
          <SimilarMedia identifier={detail.identifier} context={context} />
        </RenderWhenNear>
      )}
    </div>
  );
}
