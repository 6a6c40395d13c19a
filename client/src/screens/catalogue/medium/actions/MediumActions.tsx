import { hasAccount, isAdministrator, isCatalogueEditor, isTeacher } from '@fundus/contract/access';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import type { MediaFile } from '@fundus/contract/files/files';
import { href } from '@fundus/contract/screens';
import { traitsOf } from '@fundus/contract/portal-types';
import {
  Bookmark,
  BookMarked,
  ClipboardPlus,
  Download,
  EllipsisVertical,
  Flag,
  ListPlus,
  MonitorDown,
  Pause,
  Play,
  RotateCcw,
  Scissors,
  Share2,
  SquarePen,
  Users,
} from 'lucide-react';
import { useRef, useState } from 'react';
import type { MediaContext } from '../../../../components/media/media-context.ts';
import { filesToStore, listUnstorableKinds } from '../../../../player/playback/files-to-store.ts';
import type { MediaPart } from '../../../../player/playback/media-parts.ts';
import { usePlayback, type Playback } from '../../../../player/playback/playback.ts';
import { canBeAssigned } from '../../../../components/media/card-state.ts';
import { SaveLink, type DownloadSource } from '../../../../components/media/SaveLink.tsx';
import { mayCreateLists } from '../../../../components/medialists/may-list.ts';
import { mayShare } from '../../../../components/sharing/may-share.ts';
import { useBookmark } from '../../../../components/media/use-bookmark.ts';
import { formatDuration } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { addMediaToList, addPartToList } from '../../../../stores/add-to-list.ts';
import { startAssignment } from '../../../../stores/new-assignment.ts';
import { canStoreMedia } from '../../../../stores/offline/offline-cache.ts';
import { useSession } from '../../../../stores/session.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { FloatingPanel } from '../../../../ui/overlays/FloatingPanel.tsx';
import { Menu, type MenuItem } from '../../../../ui/overlays/Menu.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { shareAddress, sharedContext, type Excerpt } from '../medium-address.ts';
import { describeFile } from './describe-file.ts';
import type { MediumDialogName } from './MediumDialog.tsx';
import '../../../../ui/button.css';
import '../medium.css';
import { loadLater } from '../../../../ui/load-later.tsx';

/** Loaded on demand, because these parts are shown only after a click. */
const MediumDialog = loadLater(async () => (await import('./MediumDialog.tsx')).MediumDialog);
const DownloadList = loadLater(async () => (await import('./DownloadList.tsx')).DownloadList);

type Props = {
  detail: MediaDetail;
  context: MediaContext;
  part: MediaPart | null;
  playback: Playback;
  resume: number | null;
  excerpt: Excerpt | null;
  files: readonly MediaFile[];
  saving: DownloadSource;
  onPlay: () => void;
  /** Starts an excerpt; `null` if excerpts are disabled. */
  onExcerpt: (() => void) | null;
};

/** Shows the actions of a medium, with "play" as the primary one. The stage opens documents. Unavailable actions are omitted. */
export function MediumActions({ detail, context, part, playback, resume, excerpt, files, saving, onPlay, onExcerpt }: Props) {
  const { t } = useT();
  const session = useSession();
  const { config, user } = session;
  const { offered, marked, toggle } = useBookmark(detail);
  const [open, setOpen] = useState<MediumDialogName | null>(null);
  const timed = part?.viewer === 'video' || part?.viewer === 'audio';
  const { moodle, downloads: saves } = traitsOf(config);
  const downloads = !saves ? [] : files.filter((file) => file.role === 'main' && file.download_href);

  const share = useShareAddress({ detail, context, playback, timed, excerpt });

  /** Pauses the playback before a dialog opens. */
  const pauseAndOpen = (begin: () => void): void => {
    playback.pause();
    begin();
  };

  // Adds the displayed excerpt if there is one, else the whole medium.
  const addToList = (): void => {
    if (timed && excerpt) addPartToList(detail, titleOf(detail, excerpt, 90), excerpt);
    else addMediaToList([detail]);
  };
  const giveTask = (): void => {
    if (timed && excerpt) startAssignment(detail, { title: titleOf(detail, excerpt, 60), start_s: excerpt.start, end_s: excerpt.end });
    else startAssignment(detail);
  };

  const embeds = detail.rights === null || detail.rights.lms_embed;
  const takesAlong = moodle && embeds && user && (isTeacher(user) || isAdministrator(user));
  const storing = saves && hasAccount(user) && detail.can.download && canStoreMedia();
  const stores = storing ? filesToStore(files) : [];
  // The dialog also explains why some types of files cannot be stored.
  const offline = stores.length > 0 || (storing && listUnstorableKinds(files).length > 0);
  const more: MenuItem[] = [
    ...(offline ? [{ label: t('offline.save'), icon: <MonitorDown />, onSelect: () => pauseAndOpen(() => setOpen('offline')) }] : []),
    ...(takesAlong ? [{ label: t('media.moodle'), icon: <Download />, onSelect: () => setOpen('moodle') }] : []),
    { label: t('media.share'), icon: <Share2 />, onSelect: () => void share() },
    { label: t('media.cite'), icon: <BookMarked />, onSelect: () => setOpen('cite') },
    { label: t('report.action'), icon: <Flag />, onSelect: () => setOpen('report') },
  ];
  if (detail.own ? detail.own.can.edit : user && isCatalogueEditor(user)) {
    const to = href(detail.own ? 'own-material' : 'medium-editing', { id: detail.identifier });
    more.push({ kind: 'link', label: t('edit.open'), icon: <SquarePen />, href: to });
  }

  return (
    <>
      <div className="medium-actions">
        {timed && <PlayAction playback={playback} resume={resume} onPlay={onPlay} />}
        {mayShare(session) && canBeAssigned(detail) && (
          <Button icon={<ClipboardPlus />} onClick={() => pauseAndOpen(giveTask)}>
            {t('assignment.give')}
          </Button>
        )}
        {mayShare(session) && (
          <Button icon={<Users />} onClick={() => pauseAndOpen(() => setOpen('class'))}>
            {t('share.action')}
          </Button>
        )}
        {mayCreateLists(session) && <ListAction compact={resume !== null} onClick={() => pauseAndOpen(addToList)} />}
        {offered && (
          <IconButton
            label={marked ? `${t('media.bookmarked')}: ${t('card.bookmark.remove')}` : t('media.bookmark')}
            icon={<Bookmark className={marked ? 'full' : undefined} />}
            onClick={toggle}
          />
        )}
        {onExcerpt && <IconButton label={t('excerpts.make')} icon={<Scissors />} onClick={onExcerpt} />}
        {downloads.length > 0 && <Downloads files={downloads} saving={saving} />}
        <Menu label={t('card.menu', { title: detail.fn_titel })} trigger={<EllipsisVertical />} sections={[{ items: more }]} />
      </div>
      {open && <MediumDialog {...{ detail, user, downloads, saving }} which={open} files={stores} onClose={() => setOpen(null)} />}
    </>
  );
}

/** Returns the title of an excerpt: the medium's title, cut to `length` characters, and the times. */
const titleOf = ({ fn_titel }: MediaDetail, { start, end }: Excerpt, length: number): string =>
  `${fn_titel.slice(0, length)} (${formatDuration(start)}–${formatDuration(end)})`;

type Shared = Pick<Props, 'detail' | 'context' | 'playback' | 'excerpt'> & { timed: boolean };

/** Returns a function that copies the medium's address with the current time or the played excerpt. */
function useShareAddress({ detail, context, playback, excerpt, timed }: Shared): () => Promise<void> {
  const { t } = useT();
  const { config } = useSession();
  return async () => {
    const { time, begun } = playback.get();
    const seconds = timed && begun ? time : 0;
    const copied = await copyText(
      shareAddress(location.origin, detail.identifier, sharedContext(context, config), seconds, timed ? excerpt : null),
    );
    const from = excerpt?.start ?? seconds;
    if (!copied) showSnackbar({ text: t('media.share.failed'), type: 'error' });
    else
      showSnackbar({
        text: from >= 1 ? t('media.share.copiedAt', { time: formatDuration(from) }) : t('media.share.copied'),
        type: 'success',
      });
  };
}

/**
 * Shows the button that adds the medium to a list. It is compact next to the long "continue" button of a film, so that the row fits a window of 1280
 * px.
 */
function ListAction({ compact, onClick }: { compact: boolean; onClick: () => void }) {
  const { t } = useT();
  const label = t('list.add.action');
  if (compact) return <IconButton label={label} icon={<ListPlus />} onClick={onClick} />;
  return (
    <Button icon={<ListPlus />} onClick={onClick}>
      {label}
    </Button>
  );
}

function PlayAction({ playback, resume, onPlay }: { playback: Playback; resume: number | null; onPlay: () => void }) {
  const { t } = useT();
  const playing = usePlayback(playback, (state) => state.playing);
  const begun = usePlayback(playback, (state) => state.begun);
  const goesOn = resume !== null && !begun;
  return (
    <>
      <Button
        variant="primary"
        className="medium-main"
        icon={playing ? <Pause className="full" /> : <Play className="full" />}
        onClick={() => {
          playback.toggle();
          if (!playing) onPlay();
        }}
      >
        {playing ? t('player.pause') : goesOn ? t('media.resume', { time: formatDuration(resume) }) : t('player.play')}
      </Button>
      {goesOn && (
        <IconButton
          label={t('media.fromStart')}
          icon={<RotateCcw />}
          onClick={() => {
            playback.seek(0);
            playback.play();
            onPlay();
          }}
        />
      )}
    </>
  );
}

/** Downloads a single file immediately, or lets the user choose between several files. */
function Downloads({ files, saving }: Pick<Props, 'files' | 'saving'>) {
  const { t, locale } = useT();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const close = (reason: 'escape' | 'outside'): void => {
    setOpen(false);
    if (reason === 'escape') button.current?.querySelector('button')?.focus();
  };
  const only = files.length === 1 ? files[0]! : null;
  if (only) {
    return (
      <SaveLink
        className="btn btn-icon"
        aria-label={t('media.download')}
        title={`${t('media.download')}: ${describeFile(only, locale)}`}
        id={only.id}
        href={only.download_href!}
        saving={saving}
      >
        <Download />
      </SaveLink>
    );
  }
  return (
    <>
      <span ref={button}>
        <IconButton label={t('media.download')} icon={<Download />} aria-expanded={open} onClick={() => setOpen(!open)} />
      </span>
      {open && (
        <FloatingPanel anchor={button} role="group" aria-label={t('media.download')} onClose={close}>
          <DownloadList files={files} saving={saving} onSaved={() => setOpen(false)} />
        </FloatingPanel>
      )}
    </>
  );
}
