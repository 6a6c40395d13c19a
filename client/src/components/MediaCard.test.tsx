import { AppError } from '@fundus/contract/errors';
import { library } from '@fundus/contract/library';
import { accounts } from '@fundus/contract/accounts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Snackbar } from '../app/Snackbar.tsx';
import { forgetMarks } from '../stores/bookmarks.ts';
import { guestBookmarks } from '../stores/guest-bookmarks.ts';
import { closeSnackbar } from '../stores/snackbar.ts';
import { fakeApi, on } from '../testing/fake-api.ts';
import { mediaItem } from '../testing/media-item.ts';
import { frontendConfig, person } from '../testing/people.ts';
import { show } from '../testing/render.tsx';
import { MediaCard } from './MediaCard.tsx';

const card = (about = {}, place: 'search' | 'csearch' | 'media' = 'search') => (
  <>
    <MediaCard item={mediaItem(about)} place={place} />
    <Snackbar />
  </>
);
const bookmark = () => screen.getByRole('button', { name: 'Merken: Die Zelle' });
const user = on(accounts.userinfo, person());

beforeEach(() => {
  forgetMarks();
  closeSnackbar();
});

describe('MediaCard', () => {
  it('says what it is in one line', async () => {
    await show(card({ new: true, fn_sprache: ['en'], year: 2021 }));
    const link = screen.getByRole('link', { name: 'Die Zelle' });
    expect(link.getAttribute('href')).toBe('/search/FU-1');
    expect(link.lang).toBe('en');
    for (const words of ['Biologie', 'Kl. 7–9', 'Englisch', '2021', '16:40', 'Neu', 'Online-Film']) screen.getByText(words);
  });

  it.each([
    ['media', '/media/FU-1'],
    ['csearch', '/catalogue/search/FU-1'],
  ] as const)('opens the page of its place: %s', async (place, path) => {
    await show(card({}, place));
    expect(screen.getByRole('link', { name: 'Die Zelle' }).getAttribute('href')).toBe(path);
  });

  it('bookmarks at once and takes it back by undo', async () => {
    const api = fakeApi(user, on(library.setBookmark, { bookmarked: true }), on(library.removeBookmark, { bookmarked: false }));
    await show(card());
    fireEvent.click(bookmark());
    expect(bookmark().getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(api.to(library.setBookmark)).toHaveLength(1));
    expect(api.to(library.setBookmark)[0]).toMatchObject({ params: { mediaId: 'FU-1' } });
    expect(api.to(library.setBookmark)[0]!.headers.get('X-CSRF-Token')).toBe('token-of-the-session');
    fireEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
    expect(bookmark().getAttribute('aria-pressed')).toBe('false');
    await waitFor(() => expect(api.to(library.removeBookmark)).toHaveLength(1));
  });

  it('takes the bookmark back when the portal refuses, and says why', async () => {
    fakeApi(user, on(library.setBookmark, new AppError('unavailable')));
    await show(card());
    fireEvent.click(bookmark());
    await waitFor(() => expect(bookmark().getAttribute('aria-pressed')).toBe('false'));
    await screen.findByText('Das ist im Augenblick nicht erreichbar.');
  });

  it("keeps a guest's bookmark on the device", async () => {
    const api = fakeApi();
    await show(card(), { user: false });
    fireEvent.click(bookmark());
    expect(bookmark().getAttribute('aria-pressed')).toBe('true');
    expect(localStorage.getItem('bookmarks')).toBe(JSON.stringify(guestBookmarks()));
    expect(guestBookmarks()).toHaveLength(1);
    fireEvent.click(bookmark());
    expect(localStorage.getItem('bookmarks')).toBeNull();
    expect(api.calls).toEqual([]);
  });

  it('offers only what may be done', async () => {
    await show(card({ can: { play: true, download: false, bookmark: true }, fn_prodname: '' }), { config: frontendConfig() });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' })));
    const menu = within(screen.getByRole('menu'));
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Details']);
  });

  it('offers download and more of the producer', async () => {
    await show(card());
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' })));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Details', 'Herunterladen', 'Mehr von Lindenblatt Lernfilm']);
    expect(items[2]!.getAttribute('href')).toBe('/search?filter_fn_prodname=Lindenblatt+Lernfilm');
  });
});
