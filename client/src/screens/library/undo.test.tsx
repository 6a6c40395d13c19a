import { AppError } from '@fundus/contract/errors';
import { library } from '@fundus/contract/library/library';
import { wishes } from '@fundus/contract/library/wishes';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { clearBookmarks, isBookmarked } from '../../stores/bookmarks.ts';
import { closeSnackbar } from '../../stores/snackbar.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './LibraryScreen.tsx';

const medium = mediaItem({ identifier: 'a', bookmarked: true });
const at = '2026-05-04T08:00:00.000Z';
const page = <T,>(items: T[]) => ({ total: items.length, offset: 0, limit: 24, items });

beforeEach(() => {
  clearBookmarks();
  closeSnackbar();
});

const open = (tab: string) =>
  show(
    <>
      <Screen name="library" params={{ tab }} search="" go={() => {}} from={null} />
      <Snackbar />
    </>,
    { user: person(), config: frontendConfig() },
  );

it('shows an error if a bookmark cannot be removed or restored', async () => {
  let kept = true;
  let refused = true;
  fakeApi(
    on(library.bookmarks, () =>
      page(kept ? [{ identifier: 'a', title: 'Die Zelle', medium, note: '', added_at: at, rank: null, folder_id: null }] : []),
    ),
    on(library.removeBookmark, () => (refused ? new AppError('unavailable') : ((kept = false), { bookmarked: false as const }))),
    on(library.restoreBookmark, new AppError('forbidden')),
  );
  await open('bookmarks');
  const take = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^Weitere Aktionen/ }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Von der Merkliste entfernen' }));
  };
  await take();
  await screen.findByText('Das ist zurzeit nicht erreichbar.');
  refused = false;
  await take();
  const undo = await screen.findByRole('button', { name: 'Rückgängig' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Weitere Aktionen/ })).toBeNull());
  fireEvent.click(undo);
  await screen.findByText('Dazu fehlen Ihnen die Rechte.');
  expect(isBookmarked(medium)).toBe(false);
});

it('shows an error if a withdrawn request cannot be restored', async () => {
  let made = true;
  const wish = { id: '01890000-0000-7000-8000-000000000001', identifier: 'a', title: 'Die Zelle', medium, note: 'Für 7a', answer: '', at };
  fakeApi(
    on(library.tabs, { items: ['licences', 'wishes'] }),
    on(wishes.wishes, () => ({
      ...page(made ? [{ ...wish, state: 'open' as const, by: null, can: { withdraw: true, decide: false } }] : []),
      can: { decide: false },
    })),
    on(wishes.removeWish, () => ((made = false), { ok: true as const })),
    on(wishes.setWish, new AppError('forbidden')),
  );
  await open('wishes');
  fireEvent.click(await screen.findByRole('button', { name: 'Zurückziehen' }));
  const undo = await screen.findByRole('button', { name: 'Rückgängig' });
  await waitFor(() => expect(screen.queryByText('Für 7a')).toBeNull());
  fireEvent.click(undo);
  await screen.findByText('Dazu fehlen Ihnen die Rechte.');
});
