import { AppError } from '@fundus/contract/errors';
import { library } from '@fundus/contract/library/library';
import { wishes } from '@fundus/contract/library/wishes';
import { accounts } from '@fundus/contract/accounts/accounts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { clearBookmarks } from '../../stores/bookmarks.ts';
import { guestBookmarks } from '../../stores/guest-bookmarks.ts';
import { closeSnackbar } from '../../stores/snackbar.ts';
import { loadReferenceNames } from '../../i18n/reference-names.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { MediaCard } from './MediaCard.tsx';

const card = (about = {}, context: 'search' | 'catalogue' | 'media' = 'search') => (
  <>
    <MediaCard item={mediaItem(about)} context={context} />
    <Snackbar />
  </>
);
const bookmark = () => screen.getByRole('button', { name: 'Merken: Die Zelle' });
const user = on(accounts.userinfo, person());

beforeEach(() => {
  clearBookmarks();
  closeSnackbar();
});

describe('MediaCard', () => {
  it('shows subject, grades, language and year of a medium', async () => {
    await show(card({ new: true, fn_sprache: ['en'], year: 2021 }));
    const link = screen.getByRole('link', { name: 'Die Zelle' });
    expect(link.getAttribute('href')).toBe('/search/FU-1');
    expect(link.lang).toBe('en');
    for (const words of ['Biologie', 'Kl. 7–9', 'Englisch', '2021', '16:40', 'Neu', 'Online-Film']) screen.getByText(words);
  });

  it.each([
    ['media', '/media/FU-1'],
    ['catalogue', '/catalogue/search/FU-1'],
  ] as const)("links to the medium's page in the current context: %s", async (context, path) => {
    await show(card({}, context));
    expect(screen.getByRole('link', { name: 'Die Zelle' }).getAttribute('href')).toBe(path);
  });

  it.each([
    ['de', 'Berufliche Bildung'],
    ['en', 'Vocational Education'],
  ])('shows a level that is named like the subject once: %s', async (language, name) => {
    await loadReferenceNames(language);
    await show(card({ fn_geb: ['040'], fn_adressat: ['BB'] }));
    await loadReferenceNames('de');
    expect(screen.getAllByText(new RegExp(`^${name}$`, 'i'))).toHaveLength(1);
  });

  const lends = { GeraeteVerleih: true, Verleih: true };
  const devicesOnly = { GeraeteVerleih: true, Verleih: false };
  it.each([
    ['a lent disc', '46', true, lends, {}, 'Video-DVD', true, false],
    ['a disc that no point lends', '46', false, lends, {}, 'Video-DVD: nicht im Verleih', false, true],
    ['a disc while only devices are lent', '46', false, devicesOnly, {}, 'Ausleihbar: Video-DVD', false, false],
    ['a device that no point lends', '89', false, devicesOnly, {}, 'Geräteverleih: nicht im Verleih', false, true],
    ['a disc that is not lent to pupils', '46', false, lends, { role: 'S' }, 'Video-DVD: Frag deine Lehrkraft', false, true],
    ['a lent disc for a pupil who borrows', '46', true, lends, { role: 'S', borrows: true }, 'Video-DVD', true, false],
  ])('shows whether a physical medium can be borrowed: %s', async (_, fn_typ, borrow, config, who, words, link, closed) => {
    const can = { play: false, download: false, bookmark: true, wish: false, borrow };
    await show(card({ fn_typ, can, viewer: 'none' }), { config: { ...frontendConfig(), ...config }, user: person(who) });
    expect(screen.getAllByText(words)).not.toEqual([]);
    const href = screen.queryByRole('link', { name: 'Ausleihen: Die Zelle' })?.getAttribute('href');
    expect(href).toBe(link ? '/tech-rental?medium=FU-1' : undefined);
    expect(screen.getByRole('article').hasAttribute('data-closed')).toBe(closed);
  });

  it('shows a disc that opens on a screen like an online medium, with a link if it is lent', async () => {
    const can = { play: true, download: false, bookmark: true, wish: false, borrow: false };
    const config = { ...frontendConfig(), ...lends };
    await show(card({ fn_typ: '46', can, viewer: 'video' }), { config });
    expect(screen.getByRole('article').hasAttribute('data-closed')).toBe(false);
    expect(screen.queryByText(/nicht im Verleih/)).toBeNull();
    cleanup();
    await show(card({ fn_typ: '46', can: { ...can, borrow: true }, viewer: 'video' }), { config });
    screen.getByRole('link', { name: 'Ausleihen: Die Zelle' });
  });

  it.each([
    ['a film', {}, true],
    ['a film without a file', { viewer: 'none' }, false],
    ['a disc', { fn_typ: '46', viewer: 'none' }, false],
    ['a device', { fn_typ: '89', viewer: 'none' }, false],
  ])('offers to assign media that open on a screen: %s', async (_, about, offered) => {
    await show(card(about), { user: person({ school_id: '00000000-0000-4000-8000-000000000009' }) });
    fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' }));
    screen.getByRole('menuitem', { name: 'Freigeben' });
    expect(screen.queryByRole('menuitem', { name: 'Als Aufgabe geben' }) !== null).toBe(offered);
  });

  it('bookmarks a medium immediately and offers an undo', async () => {
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

  it('reverts a bookmark that the server rejects', async () => {
    fakeApi(user, on(library.setBookmark, new AppError('unavailable')));
    await show(card());
    fireEvent.click(bookmark());
    await waitFor(() => expect(bookmark().getAttribute('aria-pressed')).toBe('false'));
    await screen.findByText('Das ist zurzeit nicht erreichbar.');
  });

  it('stores a guest’s bookmark on the device', async () => {
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

  it('offers only actions that the user may perform', async () => {
    await show(card({ can: { play: true, download: false, bookmark: true, wish: false, borrow: false }, fn_prodname: '' }), {
      config: frontendConfig(),
    });
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' })));
    const menu = within(screen.getByRole('menu'));
    expect(menu.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Details', 'Zur Liste']);
  });

  it('offers a download and a search for media of the same producer', async () => {
    await show(card());
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' })));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Details', 'Zur Liste', 'Herunterladen', 'Mehr von Lindenblatt Lernfilm']);
    expect(items[3]!.getAttribute('href')).toBe('/search?filter_fn_prodname=Lindenblatt+Lernfilm');
  });

  it('falls back to the default cover if the picture fails to load', async () => {
    await show(card({ cover: 'https://covers.example/FU-1' }));
    const picture = () => screen.queryByRole('img', { name: 'Die Zelle' });
    expect(picture()?.getAttribute('src')).toBe('https://covers.example/FU-1');
    fireEvent.error(picture()!);
    expect(picture()?.getAttribute('src')).toBe('/api/v1/covers/FU-1');
    fireEvent.error(picture()!);
    expect(picture()).toBeNull();
    expect(document.querySelector('.cover-none .lucide-film')).not.toBeNull();
  });

  it('shows truncated text in a tooltip on hover', async () => {
    await show(card({ display: { title: 'Die Zel\u00adle', subtitle: 'Wer in einer Zelle was erledigt' } }));
    const link = screen.getByRole('link', { name: /Zel/ });
    const enter = () => fireEvent.pointerEnter(screen.getByRole('article'), { pointerType: 'mouse' });
    enter();
    expect(link.title).toBe('');
    const tall = (element: Element) => Object.defineProperty(element, 'scrollHeight', { value: 90, configurable: true });
    tall(screen.getByRole('heading'));
    enter();
    expect(link.title).toBe('Die Zelle');
    tall(screen.getByText('Wer in einer Zelle was erledigt'));
    enter();
    expect(link.title).toBe('Die Zelle\nWer in einer Zelle was erledigt');
  });

  it('shows which needs of a class the medium meets', async () => {
    await show(card({ meets: ['captions', 'no_sound'], fits: ['captions'] }));
    expect(screen.getByText('Passt zur Klasse: Untertitel')).toBeDefined();
  });

  it('labels a medium with captions, easy language and its source', async () => {
    await show(card({ captions: true, fn_sprache: ['s1'], viewer: 'link', url: 'https://www.zum.example/zelle?x=1' }));
    for (const words of ['Mit Untertiteln', 'Leichte Sprache', 'zum.example']) screen.getByText(words);
  });

  it('labels a device and an external source without an address', async () => {
    await show(card({ fn_typ: '89', viewer: 'link' }));
    screen.getByText('Gerät');
    screen.getByText('Externe Quelle');
  });

  const closed = { active: false, can: { play: false, download: false, bookmark: true, wish: true, borrow: false } };

  it('offers a substitute and a wish for an unavailable medium', async () => {
    const api = fakeApi(user, on(wishes.setWish, { state: 'open' }), on(wishes.removeWish, { ok: true }));
    await show(card(closed), { config: frontendConfig({ VectorSearch: true }) });
    expect(screen.getByRole('article').dataset.closed).toBe('true');
    screen.getByText('Ihre Schule hat keine Lizenz');
    const menu = async () => {
      await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' })));
      return within(screen.getByRole('menu'));
    };
    expect((await menu()).getByRole('menuitem', { name: 'Ähnliches suchen' }).getAttribute('href')).toBe('/search/ai?q=Die+Zelle');
    await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: 'Für die Schule wünschen' })));
    await waitFor(() => expect(api.to(wishes.setWish)).toHaveLength(1));
    fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await waitFor(() => expect(api.to(wishes.removeWish)).toHaveLength(1));
  });

  it('does not grey out a medium for guests', async () => {
    await show(card({ ...closed, can: { ...closed.can, wish: false } }, 'catalogue'), { user: false });
    expect(screen.getByRole('article').dataset.closed).toBeUndefined();
    screen.getByText('Nur mit Anmeldung und Lizenz');
  });

  it('does not grey out a DVD without a licence', async () => {
    await show(<MediaCard item={mediaItem({ ...closed, fn_typ: '46', viewer: 'none' })} context="search" />);
    expect(screen.getByRole('article').dataset.closed).toBeUndefined();
  });

  it('searches for substitutes by title if semantic search is off', async () => {
    await show(<MediaCard item={mediaItem(closed)} context="search" />);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: /Weitere Aktionen/ })));
    expect(screen.getByRole('menuitem', { name: 'Ähnliches suchen' }).getAttribute('href')).toBe('/search?q=Die+Zelle');
  });

  it('shows a check box in selection mode', async () => {
    let chosen = false;
    const choice = { chosen, onToggle: () => (chosen = true) };
    await show(<MediaCard item={mediaItem()} context="search" choice={choice} />);
    expect(screen.queryByRole('link', { name: 'Die Zelle' })).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Die Zelle' }));
    expect(chosen).toBe(true);
  });
});
