import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library, MAX_NOTE, type BookmarkEntry } from '@fundus/contract/library/library';
import { BookmarkX, ChevronDown, ChevronUp, EllipsisVertical, FolderInput, ListPlus, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { ConfirmDialog } from '../../components/forms/ConfirmDialog.tsx';
import { RowCheckbox } from '../../components/lists/SelectedRows.tsx';
import type { Selection } from '../../components/lists/use-selection.ts';
import { SmallCover } from '../../components/media/finder/SmallCover.tsx';
import { mayCreateLists } from '../../components/medialists/may-list.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { addMediaToList } from '../../stores/add-to-list.ts';
import { setBookmarked } from '../../stores/bookmarks.ts';
import { openFolderDialog } from '../../stores/file-bookmarks.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import '../../ui/list.css';
import '../../components/lists/line.css';
import '../../components/lists/shelf.css';

export type BookmarkRowEntry = BookmarkEntry & { id: string };

type Props = {
  entry: BookmarkRowEntry;
  selection: Selection<BookmarkRowEntry>;
  /** Name of the folder, set if the list contains more than one folder. */
  folder: string | undefined;
  trail: readonly MediaItem[];
  onNote: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** Shows a bookmarked medium with its note and actions. */
export function BookmarkRow({ entry, selection, folder, trail, onNote, onUp, onDown }: Props) {
  const { t, locale } = useT();
  const session = useSession();
  const { identifier, title, medium, note, added_at, rank, folder_id } = entry;
  const undo = useUndo({ refreshes: [library.bookmarks, library.folders] });
  const remove = useCall(library.removeBookmark, { refreshes: [library.bookmarks, library.folders] });
  const take = () =>
    remove.mutate(
      { params: { mediaId: identifier } },
      {
        onSuccess: () => {
          setBookmarked(identifier, false);
          showSnackbar({
            text: t('card.bookmark.removed', { title }),
            ...(medium && {
              action: undo(
                library.restoreBookmark,
                { params: { mediaId: identifier }, body: { note, added_at, rank, folder_id } },
                { done: () => setBookmarked(identifier, true) },
              ),
            }),
          });
        },
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  const items: MenuItem[] = [{ label: t(note ? 'library.note.change' : 'library.note.add'), icon: <SquarePen />, onSelect: onNote }];
  items.push({ label: t('library.folders.move'), icon: <FolderInput />, onSelect: () => openFolderDialog([entry]) });
  if (onUp) items.push({ label: t('library.bookmarks.up'), icon: <ChevronUp />, onSelect: onUp });
  if (onDown) items.push({ label: t('library.bookmarks.down'), icon: <ChevronDown />, onSelect: onDown });
  if (medium && mayCreateLists(session))
    items.push({ label: t('list.add.action'), icon: <ListPlus />, onSelect: () => addMediaToList([medium]) });
  items.push({ label: t('card.bookmark.remove'), icon: <BookmarkX />, onSelect: take });
  const actions = (
    <>
      <RowCheckbox row={entry} name={title} selection={selection} />
      <Menu label={t('card.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />
    </>
  );
  const added = t('library.bookmarks.added', { date: formatDate(added_at, 'short', locale) });
  const words = note && <p className="shelf-note">{note}</p>;

  if (medium) {
    return (
      <ShelfRow medium={medium} trail={trail} facts={[added, folder ?? null]} actions={actions}>
        {words}
      </ShelfRow>
    );
  }
  return (
    <li className="cover-row shelf-row gone">
      <SmallCover item={null} />
      <div className="shelf-text">
        <h2>{title}</h2>
        <p className="line-facts">
          <span>{t('library.bookmarks.gone')}</span>
          <span>{added}</span>
          {folder !== undefined && <span>{folder}</span>}
        </p>
        {words}
      </div>
      <div className="shelf-actions">{actions}</div>
    </li>
  );
}

export function NoteDialog({ entry, onClose }: { entry: BookmarkEntry; onClose: () => void }) {
  const { t } = useT();
  const [note, setNote] = useState(entry.note);
  const save = useCall(library.noteBookmark, { refreshes: [library.bookmarks] });
  return (
    <ConfirmDialog
      title={t('library.note.title', { title: entry.title })}
      action={t('app.save')}
      disabled={save.isPending}
      onClose={onClose}
      onAction={() => save.mutate({ params: { mediaId: entry.identifier }, body: { note } }, { onSuccess: onClose })}
    >
      <TextArea
        label={t('library.note')}
        hint={t('library.note.hint')}
        value={note}
        maxLength={MAX_NOTE}
        error={save.error && t(`error.${save.error.code}`)}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}
