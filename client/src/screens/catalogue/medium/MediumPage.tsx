import { isTeacher } from '@fundus/contract/access';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { Excerpt as OwnExcerpt } from '@fundus/contract/catalogue/excerpts';
import { traitsOf } from '@fundus/contract/portal-types';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { MediaContext } from '../../../components/media/media-context.ts';
import type { Chapter } from '../../../player/controls/chapters.ts';
import { relayReports } from '../../../player/viewers/reports/relay-reports.ts';
import { mainParts, type MediaPart } from '../../../player/playback/media-parts.ts';
import { resumeAt } from '../../../player/playback/resume.ts';
import { useNewPlayback } from '../../../player/playback/start-playback.ts';
import { BackLink } from '../../../components/page/BackLink.tsx';
import type { ScreenProps } from '../../../components/page/screen.ts';
import { searchScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { neighbours, type Neighbours } from '../../../stores/trail.ts';
import { subjectOf } from '../../../theme/subject-styles.ts';
import { WhenNear } from '../../../ui/WhenNear.tsx';
import type { Closed } from './stage/closed.ts';
import { crumb, readTimes, type Excerpt } from './medium-address.ts';
import { MediumDescription } from './MediumDescription.tsx';
import { MediumActions } from './actions/MediumActions.tsx';
import { MediumHead } from './MediumHead.tsx';
import { MediumStage } from './stage/MediumStage.tsx';
import { MediumText } from './text/MediumText.tsx';
import type { Given } from './given/use-given.ts';
import { useMediumFiles } from './stage/use-medium-files.ts';
import { useMediumTracks } from './stage/use-medium-tracks.ts';
import { useOpened } from './use-opened.ts';
import './side/medium-side.css';
import './medium.css';
import { loadLater } from '../../../ui/load-later.tsx';

/** Beside the way back, in a row that is there already. */
const TrailLinks = loadLater(async () => (await import('./given/TrailLinks.tsx')).TrailLinks);
/** Its room beside the player is kept. */
const MediumPanel = loadLater(
  async () => (await import('./stage/MediumPanel.tsx')).MediumPanel,
  () => <div className="medium-panel" />,
);

/** Beside and below what is watched: fetched once the page stands. */
const MediumSide = loadLater(
  async () => (await import('./side/MediumSide.tsx')).MediumSide,
  () => <div className="medium-side" />,
);
/** Of the step of an assignment: its room is kept. */
const StepPanel = loadLater(
  async () => (await import('./stage/StepPanel.tsx')).StepPanel,
  () => <div className="medium-step" />,
);
const SimilarMedia = loadLater(async () => (await import('./SimilarMedia.tsx')).SimilarMedia);
/** Where the chapters were, while one is made. */
const ExcerptEditor = loadLater(
  async () => (await import('./text/ExcerptEditor.tsx')).ExcerptEditor,
  () => <div className="medium-panel" />,
);

type Props = {
  detail: MediaDetail;
  /** Why it does not open; null: it does. */
  closed: Closed | null;
  context: MediaContext;
  search: string;
  from: ScreenProps['from'];
  /** The licence or code its address names. */
  code: string | undefined;
  /** When the medium was read, in milliseconds: its addresses are as old. */
  readAt: number;
  /** Where it stands in the list its address names. */
  listed: Neighbours | null;
  /** The class or media list in which it is looked at. */
  given: Given | null;
  /** Reads the medium again, with addresses signed anew. */
  renew: () => Promise<MediaDetail | null>;
};

export function MediumPage({ detail, closed, context, search, from, code, listed, given, readAt, renew }: Props) {
  const { t } = useT();
  const session = useSession();
  const { user, config } = session;
  const stage = useRef<HTMLDivElement>(null);
  const [relay] = useState(() => relayReports());
  const playback = useNewPlayback();
  const { files, generation, saving, retry } = useMediumFiles(detail, { readAt, renew });
  const parts = useMemo(() => mainParts(files), [files]);
  const [extra, setExtra] = useState<MediaPart | null>(null);
  const [partKey, setPartKey] = useState(parts[0]?.key);
  const part = extra ?? parts.find((one) => one.key === partKey) ?? parts[0] ?? null;
  const [opened, setOpened] = useState<string | null>(null);
  const timed = !extra && (part?.viewer === 'video' || part?.viewer === 'audio');

  const { captionFiles, tracks, track, chapters, excerpts, awaited, captionsAwaited } = useMediumTracks(detail, files, playback);

  const [asked] = useState(() => readTimes(search));
  const [excerpt, setExcerpt] = useState<Excerpt | null>(asked.excerpt);
  const [resume] = useState(() => (asked.start === null && !asked.excerpt ? resumeAt(detail.position, detail.duration) : null));
  useEffect(() => playback.stopAt(excerpt?.end ?? null), [playback, excerpt]);

  const around = given ? given.around : (neighbours(detail.identifier, from?.href ?? null) ?? listed);
  const back = around
    ? { href: around.address, title: around.title }
    : crumb(from, searchScope(session) ?? (context === 'catalogue' ? 'catalogue' : null));
  const subject = subjectOf(detail.fn_geb);
  const shown = !closed && part !== null && (part.viewer === 'picture' || (!timed && opened === part.key));
  const telling = useOpened(detail.identifier, shown);

  const toStage = (): void => {
    const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    stage.current?.scrollIntoView({ block: 'nearest', behavior: quiet ? 'auto' : 'smooth' });
  };
  const open = (wanted: MediaPart, isExtra: boolean): void => {
    playback.pause();
    setExtra(isExtra ? wanted : null);
    if (!isExtra) setPartKey(wanted.key);
    setOpened(wanted.key);
    toStage();
  };
  const pick = (chapter: Chapter, stops: boolean): void => {
    setExcerpt(stops ? { start: chapter.start, end: chapter.end } : null);
    playback.seek(chapter.start);
    playback.play();
  };
  const toExcerpt = (chapter: Chapter): void => {
    pick(chapter, true);
    toStage();
  };
  const wholeFilm = (): void => setExcerpt(null);
  const [editing, setEditing] = useState<OwnExcerpt | 'new' | null>(null);
  const [draft, setDraft] = useState<Excerpt | null>(null);
  const opener = useRef<Element | null>(null);
  const edit = (which: OwnExcerpt | 'new'): void => {
    opener.current = document.activeElement;
    setEditing(which);
    toStage();
  };
  const endEditing = (): void => {
    setEditing(null);
    setDraft(null);
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus({ preventScroll: true });
  };
  const [sharedCode] = useState(() => new URLSearchParams(search).get('excerpt') ?? undefined);
  const showShared = useCallback(
    ({ start, end }: Chapter) => {
      setExcerpt({ start, end });
      playback.seek(start);
    },
    [playback],
  );
  const makesExcerpts = timed && !closed && !config.DisableSequences && user !== false && isTeacher(user);
  const hasExcerpts = makesExcerpts || (timed && !closed && !config.DisableSequences && sharedCode !== undefined);

  const [side, setSide] = useState(false);
  const sideStands = useCallback(() => startTransition(() => setSide(true)), []);

  const panel =
    editing !== null || (timed && (awaited || chapters.length > 1 || excerpts.length > 0)) || parts.length > 1 || extra !== null;
  return (
    <div data-subject={subject?.key}>
      <nav className="medium-crumb" aria-label={t('media.back')}>
        {back && <BackLink href={back.href}>{back.title ?? t('media.toSearch')}</BackLink>}
        {around && <TrailLinks around={around} />}
      </nav>
      {given?.note && (
        <section className="medium-note" aria-label={given.title}>
          <h2>{given.title}</h2>
          <p>{given.note}</p>
        </section>
      )}
      <div className="medium-stage" data-layout={!panel ? 'side' : timed && part.viewer === 'audio' ? 'sound' : 'panel'}>
        <div className="medium-player" ref={stage}>
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
            excerpt={draft ?? excerpt}
            onWholeFilm={draft ? null : wholeFilm}
            from={asked.start ?? resume ?? 0}
            onPosition={telling?.reached ?? null}
            onFollow={telling?.opened}
            generation={generation}
            onRetry={() => void retry()}
            reports={given?.step ? relay.reports : undefined}
          />
          {given?.step && (
            <StepPanel
              {...given.step}
              title={given.title}
              playback={playback}
              timed={timed}
              shown={shown}
              next={given.around.after}
              take={relay.take}
            />
          )}
        </div>
        {editing && (
          <ExcerptEditor
            key={editing === 'new' ? editing : editing.id}
            medium={detail}
            playback={playback}
            length={detail.duration}
            chapters={chapters}
            cues={track?.cues ?? []}
            excerpt={editing === 'new' ? null : editing}
            onTimes={setDraft}
            onPreview={({ start, end }) => pick({ start, end, title: '' }, true)}
            onClose={endEditing}
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
              onPlay={toStage}
              onExcerpt={makesExcerpts ? () => edit('new') : null}
            />
          </MediumHead>
          <MediumDescription detail={detail} context={context} />
        </div>
        {panel && !editing && (
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
          excerpts={hasExcerpts ? { code: sharedCode, onPick: toExcerpt, onShared: showShared, onEdit: edit } : null}
          transcript={timed && !closed && track && track.cues.length > 0 ? { playback, tracks, track } : null}
          awaited={timed && !closed && captionsAwaited}
          side={side}
          opened={telling?.counted === true}
        />
      </div>
      {/* Where the panels beside are longer than the text, they push down what stands below. */}
      {side && traitsOf(config).similarMedia && (
        <WhenNear>
          <SimilarMedia identifier={detail.identifier} context={context} />
        </WhenNear>
      )}
    </div>
  );
}
