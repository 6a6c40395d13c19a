import { today } from '@fundus/contract/days';
import type { AppError } from '@fundus/contract/errors';
import { sharedMedia, type ReceivedAction, type SharedMedium } from '@fundus/contract/shared-media/shared-media';
import {
  Archive,
  ArchiveRestore,
  Bookmark,
  BookmarkX,
  CalendarClock,
  CalendarX2,
  Check,
  EllipsisVertical,
  Forward,
  Mail,
  School,
  SquarePen,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { t as translate, useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { usePhone } from '../../ui/use-width.ts';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { mediaHref } from '../media/media-context.ts';
import { useBookmark } from '../media/use-bookmark.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { SHARED_READS } from './shared-reads.ts';
import { SharedLine } from './SharedLine.tsx';
import '../classes/class-forms.css';
import '../media/licence-badge.css';
import './sharing.css';
import { loadLater } from '../../ui/load-later.tsx';

const ShareDialog = loadLater(async () => (await import('./ShareDialog.tsx')).ShareDialog);
const ChangeDialog = loadLater(async () => (await import('./ChangeDialog.tsx')).ChangeDialog);

const showError = ({ code }: AppError): void => showSnackbar({ text: translate(`error.${code}`, { name: '' }), type: 'error' });

/** Shows a share that the user has received or sent, or that was made with the whole school. */
export function SharedRow({ entry }: { entry: SharedMedium }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<'forward' | 'change' | 'revoke' | null>(null);
  const { item, id, received, can } = entry;
  const title = entry.excerpt?.title ?? item?.display.title ?? entry.title;
  const mark = useMark(entry, title);
  const phone = usePhone();
  const archived = received === 'archived';
  // On phones the action is in the menu, because only one button fits beside the title.
  const archive = can.archive && {
    label: t(archived ? `shared.unarchive${phone ? '.short' : ''}` : `shared.archive${phone ? '.short' : ''}`, { title }),
    icon: archived ? <ArchiveRestore /> : <Archive />,
    onSelect: () => mark.to(archived ? 'unarchived' : 'archived'),
  };
  const date = formatDate(entry.shared_at, 'short', locale);
  const facts = [
    entry.from === '' ? t('shared.on', { date }) : t('shared.from', { name: entry.from, date }),
    entry.state === 'active' ? t('shared.until', { date: formatDate(entry.visible_until, 'short', locale) }) : null,
  ];
  return (
    <SharedLine
      item={item}
      title={entry.title}
      excerpt={entry.excerpt}
      to={mediaHref('media', entry.identifier, entry.excerpt?.id)}
      onOpen={mark.opened}
      fresh={received === 'unread'}
      dim={entry.state !== 'active'}
      facts={facts}
      words={entry.message}
      actions={
        <>
          {archive && !phone && <IconButton label={archive.label} icon={archive.icon} onClick={archive.onSelect} />}
          <RowMenu entry={entry} title={title} first={archive && phone ? [archive] : []} onOpen={setOpen} />
        </>
      }
    >
      <StateLine entry={entry} />
      {entry.mine && <Receivers entry={entry} />}
      {open === 'forward' && item && (
        <ShareDialog media={[{ ...item, excerpt: entry.excerpt }]} first="people" onClose={() => setOpen(null)} />
      )}
      {open === 'change' && <ChangeDialog entry={entry} onClose={() => setOpen(null)} />}
      {open === 'revoke' && <RevokeDialog id={id} title={title} onClose={() => setOpen(null)} />}
    </SharedLine>
  );
}

/** Returns functions that mark a share as opened, archived or unarchived. */
function useMark({ id, received, to, mine }: SharedMedium, title: string) {
  const { t } = useT();
  const call = useCall(sharedMedia.mark, SHARED_READS);
  const undo = useUndo(SHARED_READS);
  const send = (mark: ReceivedAction) => ({ params: { id }, body: { to: mark } });
  return {
    /** Marks the share as opened in the background. A failure does not prevent opening the medium. */
    opened: () => {
      if (received === 'unread' || (to === 'school' && !mine)) call.mutate(send('read'));
    },
    to: (mark: 'archived' | 'unarchived') =>
      call.mutate(send(mark), {
        onSuccess: () =>
          showSnackbar({
            text: t(`shared.${mark}`, { title }),
            action: undo(sharedMedia.mark, send(mark === 'archived' ? 'unarchived' : 'archived')),
          }),
        onError: showError,
      }),
  };
}

type RowMenuProps = {
  entry: SharedMedium;
  title: string;
  /** Items above those for every width. */
  first: readonly MenuItem[];
  onOpen: (what: 'forward' | 'change' | 'revoke') => void;
};

function RowMenu({ entry, title, first, onOpen }: RowMenuProps) {
  const { t } = useT();
  const { can, item } = entry;
  const take = useWithdrawShare(entry, title);
  const { offered, marked, toggle } = useBookmark(item ?? { identifier: entry.identifier, fn_titel: title, bookmarked: false });
  const items = [...first];
  // Excerpts are bookmarked in the player instead.
  if (item && offered && !entry.excerpt)
    items.push({
      label: t(marked ? 'card.bookmark.remove' : 'card.bookmark.add'),
      icon: marked ? <BookmarkX /> : <Bookmark />,
      onSelect: toggle,
    });
  if (can.forward && item) items.push({ label: t('shared.forward'), icon: <Forward />, onSelect: () => onOpen('forward') });
  if (can.change) items.push({ label: t('shared.change'), icon: <SquarePen />, onSelect: () => onOpen('change') });
  if (can.revoke) items.push({ label: t('shared.revoke'), icon: <Undo2 />, onSelect: take ?? (() => onOpen('revoke')) });
  if (items.length === 0) return null;
  return <Menu label={t('card.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />;
}

/** Returns a function that withdraws a share and offers an undo. Returns `null` if the share cannot be restored, so that the user must confirm. */
function useWithdrawShare(
  { id, item, identifier, excerpt, to, mine, receivers, message, visible_from, visible_until, state }: SharedMedium,
  title: string,
) {
  const { t } = useT();
  const revoke = useCall(sharedMedia.revoke, SHARED_READS);
  const undo = useUndo(SHARED_READS);
  if (!mine || !item || (to === 'people' && receivers.length === 0)) return null;
  const again = {
    body: {
      ...(excerpt ? { excerpts: [excerpt.id] } : { media: [identifier] }),
      people: receivers.map((person) => person.id),
      school: to === 'school',
      message,
      visible_from: state === 'waiting' ? visible_from : null,
      visible_until,
    },
  };
  return () =>
    revoke.mutate(
      { params: { id } },
      {
        onSuccess: () => showSnackbar({ text: t('shared.revoked', { title }), action: undo(sharedMedia.share, again) }),
        onError: showError,
      },
    );
}

function RevokeDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const { t } = useT();
  const revoke = useCall(sharedMedia.revoke, SHARED_READS);
  const send = () =>
    revoke.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          showSnackbar({ text: t('shared.revoked', { title }), type: 'success' });
          onClose();
        },
        onError: showError,
      },
    );
  return (
    <ConfirmDialog
      title={t('shared.revoke.title', { title })}
      action={t('shared.revoke')}
      disabled={revoke.isPending}
      onClose={onClose}
      onAction={send}
    >
      <p className="class-ask">{t('shared.revoke.text')}</p>
    </ConfirmDialog>
  );
}

/** Shows why a share is currently not available. */
function StateLine({ entry }: { entry: SharedMedium }) {
  const { t, locale } = useT();
  if (entry.state === 'active') return null;
  const Sign = entry.state === 'waiting' ? CalendarClock : CalendarX2;
  const day = entry.state === 'waiting' ? entry.visible_from : entry.visible_until;
  // The share has ended early because the sender has left the school.
  const left = entry.state === 'ended' && entry.visible_until >= today(new Date());
  return (
    <p className="state">
      <Sign className="i-16" />
      {left ? t('shared.state.left') : t(`shared.state.${entry.state}`, { date: day ? formatDate(day, 'long', locale) : '' })}
    </p>
  );
}

/** Number of receivers shown before the list is expanded. */
const NAMED = 3;

/** Shows the receivers and which of them have opened the share. For a school, shows only the number of users who have opened it. */
function Receivers({ entry: { to, receivers, opened } }: { entry: SharedMedium }) {
  const { t, locale } = useT();
  if (to === 'school') {
    const words =
      opened === 0 ? t('shared.school.unopened') : t('shared.school.opened', { count: opened, number: formatNumber(opened, locale) });
    return (
      <p className="shared-receivers">
        <School className="i-16" />
        {words}
      </p>
    );
  }
  if (receivers.length === 0) return <p className="shared-receivers">{t('shared.nobody')}</p>;
  const people = (
    <ul className="shared-people">
      {receivers.map((person) => (
        <li key={person.id}>
          {person.opened ? <Check className="i-16" /> : <Mail className="i-16" />}
          {t(person.opened ? 'shared.one.opened' : 'shared.one.unopened', { name: person.name })}
        </li>
      ))}
    </ul>
  );
  if (receivers.length <= NAMED) return <div className="shared-receivers">{people}</div>;
  const some = receivers.filter((person) => person.opened).length;
  return (
    <details className="shared-receivers">
      <summary>{t('shared.opened', { opened: formatNumber(some, locale), number: formatNumber(receivers.length, locale) })}</summary>
      {people}
    </details>
  );
}
