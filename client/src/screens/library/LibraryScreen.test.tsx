import { library, type BookmarkEntry, type SavedSearch } from '@fundus/contract/library';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetMarks } from '../../stores/bookmarks.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './LibraryScreen.tsx';

const page = <T,>(items: T[]) => ({ total: items.length, offset: 0, limit: 24, items });
const entry = (identifier: string, more: Partial<BookmarkEntry> = {}): BookmarkEntry => ({
  identifier,
  title: `Medium ${identifier}`,
  medium: mediaItem({ identifier, fn_titel: `Medium ${identifier}`, display: { title: `Medium ${identifier}`, subtitle: '' }, bookmarked: true }),
  note: '',
  added_at: '2026-05-04T08:00:00.000Z',
  ...more,
});
const search = (more: Partial<SavedSearch> = {}): SavedSearch => ({
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Moore',
  scope: 'search',
  query: 'q=Moor&filter_fn_typ=49',
  alert: 'off',
  last_run: '2026-05-04T08:00:00.000Z',
  new_count: 2,
  created_at: '2026-05-04T08:00:00.000Z',
  ...more,
});

const open = (tab?: string) =>
  show(<Screen name="library" params={tab === undefined ? {} : { tab }} search="" go={vi.fn()} from={null} />, {
    user: person(),
    config: frontendConfig(),
  });

describe('library', () => {
  beforeEach(() => forgetMarks());

  it('opens with the licences, also for a tab nobody knows', async () => {
    fakeApi(on(library.licences, page([])));
    await open('unknown');
    expect(screen.getByRole('link', { name: 'Lizenzen' }).getAttribute('aria-current')).toBe('page');
    expect(await screen.findByText('Zurzeit gibt es keine Lizenzen von Schule oder Kreis.')).toBeTruthy();
  });

  it('says the end of a licence, and that one without an end has none', async () => {
    const licence = (identifier: string, valid_to: string | null) => ({
      id: `01890000-0000-7000-8000-00000000000${identifier}`,
      medium: mediaItem({ identifier }),
      scope: 'school' as const,
      seats: 30,
      valid_from: null,
      valid_to,
      own: {
        id: `01890000-0000-7000-8000-00000000000${identifier}`,
        scope: 'school' as const,
        valid_to,
        state: valid_to ? ('expired' as const) : ('active' as const),
        remaining: 30,
        seat: null,
        can: { take: false, giveBack: false, manage: false },
      },
    });
    fakeApi(on(library.licences, page([licence('1', '2020-01-31'), licence('2', null)])));
    await open();
    expect(await screen.findByText('abgelaufen am 31.01.2020')).toBeTruthy();
    expect(screen.getByText('ohne Enddatum')).toBeTruthy();
  });

  it('moves a bookmark down in the own order, and keeps the title of a medium that is gone', async () => {
    const api = fakeApi(on(library.bookmarks, page([entry('a'), entry('b', { medium: null })])), on(library.orderBookmarks, { ok: true }));
    await open('bookmarks');
    expect(await screen.findByText('Nicht mehr im Bestand')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Reihenfolge' }), { target: { value: 'own' } });
    fireEvent.click(await screen.findByRole('button', { name: /Medium a/ }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Nach unten' }));
    await waitFor(() => expect(api.to(library.orderBookmarks)).toHaveLength(1));
    expect(api.to(library.orderBookmarks)[0]?.body).toEqual({ identifiers: ['b', 'a'] });
  });

  it('opens a kept search with its filters, and changes its alert', async () => {
    const api = fakeApi(on(library.searches, { items: [search()] }), on(library.changeSearch, search({ new_count: 0 })));
    await open('searches');
    const row = (await screen.findByText('2 neu')).closest('li')!;
    const link = within(row).getByRole('link', { name: 'Moore' });
    expect(link.getAttribute('href')).toBe('/search?q=Moor&filter_fn_typ=49');
    fireEvent.change(within(row).getByRole('combobox'), { target: { value: 'weekly' } });
    await waitFor(() => expect(api.to(library.changeSearch)).toHaveLength(1));
    expect(api.to(library.changeSearch)[0]?.body).toEqual({ alert: 'weekly' });
  });

  it('asks before the history is emptied', async () => {
    const seen = { medium: mediaItem({ identifier: 'a' }), position: 30, last_used: '2026-05-04T08:00:00.000Z' };
    const api = fakeApi(on(library.history, { ...page([seen]), kept: true }), on(library.forgetAll, { ok: true }));
    await open('history');
    fireEvent.click(await screen.findByRole('button', { name: 'Verlauf leeren' }));
    const dialog = screen.getByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Abbrechen' }));
    expect(api.to(library.forgetAll)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Verlauf leeren' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Verlauf leeren' }));
    await waitFor(() => expect(api.to(library.forgetAll)).toHaveLength(1));
  });
});
