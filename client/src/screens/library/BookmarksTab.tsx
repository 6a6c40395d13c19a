import { NO_FOLDER } from '@fundus/contract/library/folders';
import { library, type BookmarkEntry } from '@fundus/contract/library/library';
import { useQuery } from '@tanstack/react-query';
import { Bookmark, FolderInput, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Pages } from '../../components/lists/Pages.tsx';
import { usePages } from '../../components/lists/use-pages.ts';
import { useSelection } from '../../components/lists/use-selection.ts';
import { useT } from '../../i18n/translate.ts';
import { showError } from '../../stores/show-error.ts';
import { openFolderDialog } from '../../stores/file-bookmarks.ts';
import { Button } from '../../ui/Button.tsx';
import { FindField } from '../../ui/fields/FindField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { BookmarkRow, NoteDialog } from './BookmarkRow.tsx';
import { FolderBar } from './FolderBar.tsx';
import '../../ui/fields/field.css';
import '../../components/lists/selected-rows.css';
import '../../components/lists/shelf.css';
import '../../components/medialists/lists-overview.css';
import './library-screen.css';

const SORTS = ['newest', 'own'] as const;

/** Lists bookmarks with their notes by folder, sorted by date or in the user's own order. */
export function BookmarksTab() {
  const { t } = useT();
  const [sort, setSort] = useState<(typeof SORTS)[number]>('newest');
  const [noting, setNoting] = useState<BookmarkEntry | null>(null);
  const [wanted, setWanted] = useState('');
  /** Search text. `null` until the first search, after which the field stays visible. */
  const [words, setWords] = useState<string | null>(null);
  const q = useDebounced((words ?? '').trim(), 200);
  const folders = useQuery({ ...query(library.folders), staleTime: 0 }).data;
  const nameOf = (id: string | null): string | undefined => folders?.items.find((folder) => folder.id === id)?.name;
  // If the selected folder no longer exists, all bookmarks are shown.
  const folder = wanted === NO_FOLDER || nameOf(wanted) !== undefined ? wanted : '';
  const list = usePages(library.bookmarks, { sort, q, ...(folder && { folder }) });
  const rows = list.items.map((entry) => ({ ...entry, id: entry.identifier }));
  const selection = useSelection(rows);
  const { chosen } = selection;
  // Search results cannot be reordered.
  const ordering = sort === 'own' && q === '';
  const order = useCall(library.orderBookmarks, { refreshes: [library.bookmarks] });

  const move = (from: number, by: number) => {
    const identifiers = list.items.map((entry) => entry.identifier);
    identifiers.splice(from + by, 0, ...identifiers.splice(from, 1));
    order.mutate({ body: { identifiers, ...(folder && { folder }) } }, { onError: showError });
  };
  const sortable = rows.length > 1 || words !== null || folder !== '';
  return (
    <>
      <div className="lists-bar bookmarks-bar">
        {sortable && <FindField label={t('library.bookmarks.find')} value={words ?? ''} maxLength={100} onType={setWords} />}
        {folders && folders.total + folders.items.length > 0 && <FolderBar folders={folders} value={folder} onChange={setWanted} />}
        {sortable && (
          <Select
            label={t('library.bookmarks.sort')}
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`library.bookmarks.sort.${value}`) }))}
            onChange={setSort}
          />
        )}
      </div>
      {rows.length > 0 && (
        <div className="selected-rows">
          <label className="check">
            <input
              type="checkbox"
              checked={chosen.length === rows.length}
              ref={(box) => {
                if (box) box.indeterminate = chosen.length > 0 && chosen.length < rows.length;
              }}
              onChange={selection.toggleAll}
            />
            <span>{chosen.length === 0 ? t('rows.chooseAll') : t('rows.chosen', { count: chosen.length })}</span>
          </label>
          {chosen.length > 0 && (
            <Button variant="line" icon={<FolderInput />} onClick={() => openFolderDialog(chosen, selection.clear)}>
              {t('library.folders.move')}
            </Button>
          )}
        </div>
      )}
      <Pages
        list={list}
        empty={
          q !== '' ? (
            <EmptyState icon={<Bookmark />} title={t('library.bookmarks.notFound', { q })} />
          ) : folder !== '' ? (
            <EmptyState icon={<FolderOpen />} title={t('library.folders.empty')}>
              <p>{t('library.folders.empty.hint')}</p>
            </EmptyState>
          ) : (
            <EmptyState icon={<Bookmark />} title={t('library.bookmarks.empty')}>
              <p>{t('library.bookmarks.empty.hint')}</p>
            </EmptyState>
          )
        }
      >
        {rows.map((entry, i) => (
          <BookmarkRow
            key={entry.id}
            entry={entry}
            selection={selection}
            folder={folder === '' ? nameOf(entry.folder_id) : undefined}
            trail={list.items.flatMap((one) => one.medium ?? [])}
            onNote={() => setNoting(entry)}
            onUp={ordering && i > 0 ? () => move(i, -1) : undefined}
            onDown={ordering && i < rows.length - 1 ? () => move(i, 1) : undefined}
          />
        ))}
      </Pages>
      {noting && <NoteDialog entry={noting} onClose={() => setNoting(null)} />}
    </>
  );
}
