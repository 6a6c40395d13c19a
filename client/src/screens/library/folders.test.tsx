import { AppError } from '@fundus/contract/errors';
import { library, type BookmarkEntry } from '@fundus/contract/library/library';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { MoveToFolderDialog } from '../../components/bookmarks/MoveToFolderDialog.tsx';
import { clearBookmarks } from '../../stores/bookmarks.ts';
import { closeFiling, useToFile } from '../../stores/file-bookmarks.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { BookmarksTab } from './BookmarksTab.tsx';

const WATER = '01890000-0000-7000-8000-000000000001';
const entry = (identifier: string, folder_id: string | null): BookmarkEntry => ({
  ...{ identifier, title: `Medium ${identifier}`, note: '', added_at: '2026-05-04T08:00:00.000Z', rank: null, folder_id },
  medium: mediaItem({
    identifier,
    fn_titel: `Medium ${identifier}`,
    display: { title: `Medium ${identifier}`, subtitle: '' },
    bookmarked: true,
  }),
});
const FOLDERS = { items: [{ id: WATER, name: 'Wasser', count: 1 }], unfiled: 1, total: 2 };

function Tab() {
  const toFile = useToFile();
  return (
    <>
      <BookmarksTab />
      {toFile && <MoveToFolderDialog bookmarks={toFile} />}
    </>
  );
}
const open = () => show(<Tab />, { user: person(), config: frontendConfig() });

beforeEach(() => {
  clearBookmarks();
  closeFiling(false);
});

it('shows the bookmarks of the selected folder', async () => {
  const api = fakeApi(
    on(library.folders, FOLDERS),
    on(library.bookmarks, { total: 2, offset: 0, limit: 24, items: [entry('a', WATER), entry('b', null)] }),
  );
  await open();
  const choice = await screen.findByRole('combobox', { name: 'Ordner' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Alle Ordner (2)', 'Wasser (1)', 'Ohne Ordner (1)']);
  fireEvent.change(choice, { target: { value: WATER } });
  await waitFor(() => expect(api.to(library.bookmarks).at(-1)?.query).toMatchObject({ folder: WATER }));
  expect(screen.getByRole('button', { name: 'Ordner „Wasser“ verwalten' })).toBeTruthy();
});

it('reorders the bookmarks of a folder', async () => {
  const api = fakeApi(
    on(library.folders, FOLDERS),
    on(library.bookmarks, { total: 2, offset: 0, limit: 24, items: [entry('a', WATER), entry('b', WATER)] }),
    on(library.orderBookmarks, { ok: true }),
  );
  await open();
  fireEvent.change(await screen.findByRole('combobox', { name: 'Ordner' }), { target: { value: WATER } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Reihenfolge' }), { target: { value: 'own' } });
  await waitFor(() => expect(api.to(library.bookmarks).at(-1)?.query).toMatchObject({ folder: WATER, sort: 'own' }));
  fireEvent.click((await screen.findAllByRole('button', { name: /Medium b/ })).at(-1)!);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Nach oben' }));
  await waitFor(() => expect(api.to(library.orderBookmarks).at(-1)?.body).toEqual({ identifiers: ['b', 'a'], folder: WATER }));
});

it('shows an error if the name of a new folder is taken', async () => {
  const api = fakeApi(
    on(library.folders, FOLDERS),
    on(library.bookmarks, { total: 2, offset: 0, limit: 24, items: [entry('a', WATER), entry('b', null)] }),
    on(library.createFolder, new AppError('already_exists', { field: 'name' })),
  );
  await open();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Medium b/ }));
  fireEvent.click(screen.getByRole('button', { name: 'In Ordner legen' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('option', { name: 'Wasser' });
  fireEvent.change(within(dialog).getByRole('combobox'), { target: { value: 'new' } });
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Wasser' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'In Ordner legen' }));
  expect(await within(dialog).findByText('Einen Ordner mit diesem Namen gibt es bereits.')).toBeTruthy();
  expect(api.to(library.createFolder).at(-1)?.body).toEqual({ name: 'Wasser', identifiers: ['b'] });
});
