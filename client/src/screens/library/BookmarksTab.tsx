import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library, LONGEST_NOTE, type BookmarkEntry } from '@fundus/contract/library/library';
import { Bookmark, BookmarkX, ChevronDown, ChevronUp, EllipsisVertical, ListPlus, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { SmallCover } from '../../components/media/SmallCover.tsx';
import { mayList } from '../../components/medialists/may-list.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { addMediaToList } from '../../stores/add-to-list.ts';
import { setMark } from '../../stores/bookmarks.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { FindField } from '../../ui/FindField.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { Pages } from '../../components/lists/Pages.tsx';
import { ShelfRow } from './ShelfRow.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import '../../ui/list.css';
import '../../components/lists/line.css';
import '../../components/lists/shelf.css';

const SORTS = ['newest', 'own'] as const;

/** What was bookmarked, with notes, in the order of the days or in one of the person's own. */
export function BookmarksTab() {
  const { t } = useT();
  const [sort, setSort] = useState<(typeof SORTS)[number]>('newest');
  const [noting, setNoting] = useState<BookmarkEntry | null>(null);
  /** Null until something was looked for: the field stays from then on. */
  const [words, setWords] = useState<string | null>(null);
  const q = useDebounced((words ?? '').trim(), 200);
  const list = usePages(library.bookmarks, { sort, q });
  // Among some of them there is no order to change.
  const ordering = sort === 'own' && q === '';
  const order = useCall(library.orderBookmarks, { refreshes: [library.bookmarks] });

  const move = (from: number, by: number) => {
    const identifiers = list.items.map((entry) => entry.identifier);
    identifiers.splice(from + by, 0, ...identifiers.splice(from, 1));
    order.mutate({ body: { identifiers } });
  };
  return (
    <>
      {(list.items.length > 1 || words !== null) && (
        <div className="shelf-head">
          <FindField label={t('library.bookmarks.find')} value={words ?? ''} maxLength={100} onType={setWords} />
          <Select
            label={t('library.bookmarks.sort')}
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`library.bookmarks.sort.${value}`) }))}
            onChange={setSort}
          />
        </div>
      )}
      <Pages
        list={list}
        empty={
          q === '' ? (
            <EmptyState icon={<Bookmark />} title={t('library.bookmarks.empty')}>
              <p>{t('library.bookmarks.empty.hint')}</p>
            </EmptyState>
          ) : (
            <EmptyState icon={<Bookmark />} title={t('library.bookmarks.notFound', { q })} />
          )
        }
      >
        {list.items.map((entry, i) => (
          <Row
            key={entry.identifier}
            entry={entry}
            trail={list.items.flatMap((one) => one.medium ?? [])}
            onNote={() => setNoting(entry)}
            onUp={ordering && i > 0 ? () => move(i, -1) : undefined}
            onDown={ordering && i < list.items.length - 1 ? () => move(i, 1) : undefined}
          />
        ))}
      </Pages>
      {noting && <NoteDialog entry={noting} onClose={() => setNoting(null)} />}
    </>
  );
}

type RowProps = {
  entry: BookmarkEntry;
  trail: readonly MediaItem[];
  onNote: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

function Row({ entry, trail, onNote, onUp, onDown }: RowProps) {
  const { t, locale } = useT();
  const session = useSession();
  const { identifier, title, medium, note, added_at, rank } = entry;
  const undo = useUndo({ refreshes: [library.bookmarks] });
  const remove = useCall(library.removeBookmark, { refreshes: [library.bookmarks] });
  const take = () =>
    remove.mutate(
      { params: { mediaId: identifier } },
      {
        onSuccess: () => {
          setMark(identifier, false);
          showSnackbar({
            text: t('card.bookmark.removed', { title }),
            ...(medium && {
              action: undo(
                library.restoreBookmark,
                { params: { mediaId: identifier }, body: { note, added_at, rank } },
                { done: () => setMark(identifier, true) },
              ),
            }),
          });
        },
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  const items: MenuItem[] = [{ label: t(note ? 'library.note.change' : 'library.note.add'), icon: <SquarePen />, onSelect: onNote }];
  if (onUp) items.push({ label: t('library.bookmarks.up'), icon: <ChevronUp />, onSelect: onUp });
  if (onDown) items.push({ label: t('library.bookmarks.down'), icon: <ChevronDown />, onSelect: onDown });
  if (medium && mayList(session)) items.push({ label: t('list.add.action'), icon: <ListPlus />, onSelect: () => addMediaToList([medium]) });
  items.push({ label: t('card.bookmark.remove'), icon: <BookmarkX />, onSelect: take });
  const actions = <Menu label={t('card.menu', { title })} trigger={<EllipsisVertical />} sections={[{ items }]} />;
  const added = t('library.bookmarks.added', { date: formatDate(added_at, 'short', locale) });
  const words = note && <p className="shelf-note">{note}</p>;

  if (medium) {
    return (
      <ShelfRow medium={medium} trail={trail} facts={[added]} actions={actions}>
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
        </p>
        {words}
      </div>
      <div className="shelf-actions">{actions}</div>
    </li>
  );
}

function NoteDialog({ entry, onClose }: { entry: BookmarkEntry; onClose: () => void }) {
  const { t } = useT();
  const [note, setNote] = useState(entry.note);
  const save = useCall(library.noteBookmark, { refreshes: [library.bookmarks] });
  return (
    <AskDialog
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
        maxLength={LONGEST_NOTE}
        error={save.error && t(`error.${save.error.code}`)}
        onChange={(event) => setNote(event.target.value)}
      />
    </AskDialog>
  );
}
