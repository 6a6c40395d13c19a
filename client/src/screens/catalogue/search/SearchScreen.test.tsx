import { catalogue, type MediaItem, type Fallback } from '@fundus/contract/catalogue/catalogue';
import { AppError } from '@fundus/contract/errors';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { loadReferenceNames } from '../../../i18n/reference-names.ts';
import { fakeApi as fakeRoutes, on } from '../../../testing/fake-api.ts';
import { mediaItem } from '../../../testing/media-item.ts';
import { frontendConfig } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './SearchScreen.tsx';

const found = (
  items: MediaItem[],
  about: Partial<{ total: number; partialTotal: number; corrected: string; fallbacks: Fallback[] }> = {},
) => ({
  total: items.length,
  partialTotal: 0,
  offset: 0,
  limit: 24,
  items,
  ...about,
});
/** Fakes the API. By default, the catalogue has no further media. */
const fakeApi: typeof fakeRoutes = (...routes) => fakeRoutes(on(catalogue.catalogueSearch, found([])), ...routes);
const subjects = {
  f: 'fn_geb' as const,
  values: [
    { value: '080', label: 'Biologie', count: 9 },
    { value: '08001', label: 'Zellen', count: 4 },
    { value: '100', label: 'Chemie', count: 2 },
  ],
};

async function opened(search: string, about: Parameters<typeof show>[1] = {}, name: 'search' | 'csearch' = 'search') {
  const go = vi.fn<Go>();
  const props = { name, params: {}, search, go, from: null } as ScreenProps<'search' | 'csearch'>;
  const view = await show(<Screen {...props} />, about);
  return { go, ...view };
}
const opensTo = (go: ReturnType<typeof vi.fn<Go>>) => decodeURIComponent(String(go.mock.lastCall?.[0]));

describe('SearchScreen', () => {
  it('sends the search parameters of the address', async () => {
    const api = fakeApi(on(catalogue.search, found([mediaItem()], { total: 1128 })));
    await opened('q=Zelle&c=media&filter_fn_geb=080*|100*&sort=newest');
    await screen.findByRole('heading', { level: 1, name: '1.128 Medien zu „Zelle“' });
    expect(api.to(catalogue.search)[0]!.query).toEqual({
      q: 'Zelle',
      c: 'media',
      filter_fn_geb: '080*|100*',
      sort: 'newest',
      usable: 'true',
      offset: '0',
      limit: '24',
    });
    expect(screen.getAllByRole('status').map((part) => part.textContent)).toContain('1.128 Medien zu „Zelle“');
  });

  it('shows the button that saves the search next to the filter button on phones', async () => {
    const { matchMedia } = window;
    vi.stubGlobal('matchMedia', (asked: string) => ({ ...matchMedia(asked), matches: asked === '(width < 48rem)' }));
    fakeApi(on(catalogue.search, found([mediaItem()])));
    await opened('q=Zelle');
    const save = await screen.findByRole('button', { name: 'Suche merken' });
    expect(save.parentElement).toBe(screen.getByRole('button', { name: 'Filter' }).parentElement);
    vi.stubGlobal('matchMedia', matchMedia);
  });

  it('shows a tab for external sources only if they are enabled', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])), on(catalogue.catalogueSearch, found([mediaItem()])));
    const config = frontendConfig({ ExternSearch: true });
    const tabs = () => screen.queryByRole('navigation', { name: 'Wo gesucht wird' });
    const view = await opened('q=Zelle&c=media', { config });
    const links = within(tabs()!).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['Mediathek', '/search?q=Zelle&c=media', 'page'],
      ['Externe Quellen', '/search?q=Zelle&tab=external', null],
    ]);
    view.unmount();
    for (const [about, name] of [
      [{ config: frontendConfig() }, 'search'],
      [{ config, user: false }, 'search'],
      [{ config }, 'csearch'],
    ] as const) {
      const { unmount } = await opened('q=Zelle', about, name);
      expect(tabs()).toBeNull();
      unmount();
    }
  });

  it('shows the filtered producer in the heading', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])));
    await opened('filter_fn_prodname=Nordwind+Schulfilm');
    await screen.findByRole('heading', { level: 1, name: '1 Medium von Nordwind Schulfilm' });
  });

  it('removes a filter when the user clicks its chip', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])));
    const { go } = await opened('q=Zelle&filter_fn_geb=080*|100*&filter_fn_typ=49');
    const chips = within(await screen.findByRole('list', { name: 'Ausgewählte Filter' }));
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['Biologie', 'Chemie', 'Online-Film', 'Alle entfernen']);
    fireEvent.click(chips.getByRole('button', { name: 'Filter „Biologie“ entfernen' }));
    expect(opensTo(go)).toBe('/search?q=Zelle&filter_fn_geb=100*&filter_fn_typ=49');
    expect(go.mock.lastCall?.[1]).toEqual({ replace: true });
    fireEvent.click(chips.getByRole('button', { name: 'Alle entfernen' }));
    expect(opensTo(go)).toBe('/search?q=Zelle');
  });

  it('lets the user stop boosting results for a class', async () => {
    const api = fakeApi(on(catalogue.search, found([mediaItem()])));
    const { go } = await opened('q=Zelle&grade=A(8)&needs=captions');
    const chips = within(await screen.findByRole('list', { name: 'Ausgewählte Filter' }));
    expect(api.to(catalogue.search)[0]!.query).toMatchObject({ grade: 'A(8)', needs: 'captions' });
    fireEvent.click(chips.getByRole('button', { name: 'Filter „Passendes zuerst: Jahrgang 8, Untertitel“ entfernen' }));
    expect(opensTo(go)).toBe('/search?q=Zelle');
  });

  it('selects filter values in a tree with counts', async () => {
    const api = fakeApi(on(catalogue.search, found([mediaItem()])), on(catalogue.distinct, subjects));
    const { go } = await opened('q=Zelle&sort=title');
    fireEvent.click(await screen.findByRole('button', { name: 'Fach' }));
    const biology = await screen.findByRole('checkbox', { name: /Biologie/ });
    expect(api.to(catalogue.distinct)[0]!.query).toEqual({ q: 'Zelle', f: 'fn_geb', usable: 'true' });
    expect(screen.queryByRole('checkbox', { name: /Zellen/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Teilgebiete: Biologie' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Zellen/ }));
    expect(opensTo(go)).toBe('/search?q=Zelle&filter_fn_geb=08001*&sort=title');
    fireEvent.click(biology);
    expect(opensTo(go)).toBe('/search?q=Zelle&filter_fn_geb=080*&sort=title');
  });

  it('names filter values in the language of the page', async () => {
    await loadReferenceNames('en');
    const grades = { f: 'fn_adressat' as const, values: [{ value: 'A(7)', label: 'Klasse 7', count: 3 }] };
    fakeApi(
      on(catalogue.search, found([mediaItem()])),
      on(catalogue.distinct, ({ query }) => (query.f === 'fn_adressat' ? grades : subjects)),
    );
    await opened('q=Zelle&filter_fn_geb=0800401*');
    fireEvent.click(await screen.findByRole('button', { name: /^Fach/ }));
    await screen.findByRole('checkbox', { name: /^Biology/ });
    const chips = within(screen.getByRole('list', { name: 'Ausgewählte Filter' }));
    await chips.findByRole('button', { name: 'Filter „General botany“ entfernen' });
    fireEvent.click(screen.getByRole('button', { name: 'Stufe' }));
    await screen.findByRole('checkbox', { name: /^Grade 7/ });
    await loadReferenceNames('de');
  });

  it('changes the result type and the sort order', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])));
    const { go } = await opened('q=Zelle');
    fireEvent.change(await screen.findByLabelText('Ergebnisart'), { target: { value: 'books' } });
    expect(opensTo(go)).toBe('/search?q=Zelle&c=books');
    fireEvent.change(screen.getByLabelText('Sortierung'), { target: { value: 'newest' } });
    expect(opensTo(go)).toBe('/search?q=Zelle&sort=newest');
  });

  it('separates partial matches from full matches with a heading', async () => {
    const items = [mediaItem(), mediaItem({ identifier: 'FU-2', fn_titel: 'Das Gewebe', partial: true })];
    fakeApi(on(catalogue.search, found(items, { total: 1, partialTotal: 1 })));
    await opened('q=Zelle+Kern');
    const line = await screen.findByText('1 weiteres Medium mit einem Teil der Wörter');
    const after = screen.getByRole('link', { name: 'Das Gewebe' });
    expect(line.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(line.compareDocumentPosition(screen.getByRole('link', { name: 'Die Zelle' })) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  });

  it('shows which filter hides all full matches', async () => {
    const fallbacks: Fallback[] = [{ kind: 'withoutOne', without: { field: 'filter_fn_geb', values: ['600*'] }, count: 3 }];
    fakeApi(on(catalogue.search, found([mediaItem({ partial: true })], { total: 0, partialTotal: 1, fallbacks })));
    await opened('q=Zelle+Kern&filter_fn_geb=600*');
    const fuller = within(await screen.findByRole('region', { name: 'Medien mit allen Wörtern:' }));
    const link = fuller.getByRole('link', { name: 'Ohne den Filter „Sport“ suchen' });
    expect(link.getAttribute('href')).toBe('/search?q=Zelle+Kern');
    expect(link.parentElement?.textContent).toContain('3 Medien');
    const line = screen.getByText('Medien mit einem Teil der Wörter');
    expect(line.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  });

  it('offers only fallbacks that have results', async () => {
    const fallbacks: Fallback[] = [
      { kind: 'spelling', q: 'Fotosynthese', count: 4 },
      { kind: 'withoutOne', without: { field: 'filter_fn_geb', values: ['600*'] }, count: 7 },
      { kind: 'withoutOne', without: { field: 'filter_fn_typ', values: ['49', '29'] }, count: 2 },
      { kind: 'subject', q: '', subject: { code: '080', label: 'Biologie' }, count: 30 },
    ];
    fakeApi(on(catalogue.search, found([], { fallbacks })), on(catalogue.catalogueSearch, found([])));
    await opened('q=Fotosyntese&filter_fn_geb=600*&filter_fn_typ=49|29');
    const without = await screen.findByRole('link', { name: 'Ohne den Filter „Sport“ suchen' });
    expect(decodeURIComponent(without.getAttribute('href')!)).toBe('/search?q=Fotosyntese&filter_fn_typ=49|29');
    expect(without.parentElement?.textContent).toContain('7 Medien');
    const steps = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
    expect(steps.filter((href) => /q=Fotosynt|fn_geb/.test(href)).map((href) => decodeURIComponent(href))).toEqual([
      '/search?q=Fotosynthese&filter_fn_geb=600*&filter_fn_typ=49|29',
      '/search?q=Fotosyntese&filter_fn_typ=49|29',
      '/search?q=Fotosyntese&filter_fn_geb=600*',
      '/search?filter_fn_geb=080*',
    ]);
    expect(screen.getByRole('link', { name: 'Meinten Sie „Fotosynthese“?' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Alles zum Thema „Biologie“ ansehen' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Im ganzen Katalog suchen' })).toBeNull();
    const wish = screen.getByRole('link', { name: 'Dem Medienzentrum einen Wunsch schicken' });
    expect(wish.getAttribute('href')).toBe('/contact?wish=Fotosyntese');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Keine Medien zu „Fotosyntese“');
  });

  it('retries a failed search on request', async () => {
    let broken = true;
    fakeApi(on(catalogue.search, () => (broken ? new AppError('search_timeout') : found([mediaItem()]))));
    await opened('q=Zelle');
    await screen.findByText(/Die Suche hat zu lange gedauert/);
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
    await screen.findByRole('link', { name: 'Die Zelle' });
  });

  it('remembers the selected view of the results', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])));
    const first = await opened('');
    fireEvent.click(await screen.findByRole('button', { name: 'Als Liste anzeigen' }));
    expect(screen.getByRole('button', { name: 'Als Karten anzeigen' })).toBeTruthy();
    first.unmount();
    await opened('');
    expect(await screen.findByRole('button', { name: 'Als Karten anzeigen' })).toBeTruthy();
  });

  it('hides result type and filters in a portal of type hueber', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])));
    await opened('q=Zelle&filter_fn_geb=080*', { config: frontendConfig({ Type: 'hueber' }) });
    await screen.findByRole('link', { name: 'Die Zelle' });
    expect(screen.queryByLabelText('Ergebnisart')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Fach/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Filter „Biologie“ entfernen' })).toBeTruthy();
  });

  it('shows a search field if the catalogue has no navigation bar', async () => {
    fakeApi(on(catalogue.catalogueSearch, found([mediaItem()])));
    const { go } = await opened('filter_fn_geb=080*&embed=1', {}, 'csearch');
    const field = await screen.findByRole('combobox', { name: 'Im ganzen Bestand suchen' });
    await act(async () => void fireEvent.change(field, { target: { value: 'Z' } }));
    fireEvent.submit(field.closest('form')!);
    expect(opensTo(go)).toBe('/catalogue/search?q=Z&filter_fn_geb=080*');
    expect(screen.getByRole('link', { name: 'Die Zelle' }).getAttribute('href')).toBe('/catalogue/search/FU-1');
  });

  it('keeps query and filters when switching to the whole catalogue', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])));
    const { go } = await opened('q=Zelle&filter_fn_geb=080*');
    const scope = within(await screen.findByRole('group', { name: 'Wo gesucht wird' }));
    expect(scope.getByRole('button', { name: 'Sofort nutzbar' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(scope.getByRole('button', { name: 'Gesamter Bestand' }));
    expect(opensTo(go)).toBe('/catalogue/search?q=Zelle&filter_fn_geb=080*');
  });

  it('links from the last usable medium to the other matches', async () => {
    const api = fakeApi(on(catalogue.search, found([mediaItem()])), on(catalogue.catalogueSearch, found([], { total: 3 })));
    await opened('q=Zelle&filter_fn_geb=080*');
    const link = await screen.findByRole('link', { name: '2 weitere Medien ansehen, die nicht sofort nutzbar sind' });
    expect(link.getAttribute('href')).toBe('/catalogue/search?q=Zelle&filter_fn_geb=080*');
    expect(api.to(catalogue.catalogueSearch)[0]?.query).toMatchObject({ q: 'Zelle', limit: '1' });
  });

  it('shows no link if all matches are usable', async () => {
    const api = fakeApi(on(catalogue.search, found([mediaItem()])), on(catalogue.catalogueSearch, found([mediaItem()])));
    await opened('q=Zelle');
    await waitFor(() => expect(api.to(catalogue.catalogueSearch)).toHaveLength(1));
    expect(screen.queryByRole('link', { name: /nicht sofort nutzbar/ })).toBeNull();
  });

  it('extends the search to all licensed media if the catalogue is disabled', async () => {
    const api = fakeApi(on(catalogue.search, found([mediaItem()])));
    const config = frontendConfig({ Katalog: false });
    const { go, unmount } = await opened('q=Zelle', { config });
    fireEvent.click(await screen.findByRole('button', { name: 'Alle Medien der Schule' }));
    expect(opensTo(go)).toBe('/search?q=Zelle&wide=1');
    unmount();
    await opened('q=Zelle&wide=1', { config });
    await screen.findByRole('link', { name: 'Die Zelle' });
    const pages = api.to(catalogue.search).filter(({ query }) => query.limit === '24');
    expect(pages.map(({ query }) => query.usable)).toEqual(['true', undefined]);
  });

  it('hides the scope switch from guests who may search only the catalogue', async () => {
    fakeApi(on(catalogue.catalogueSearch, found([mediaItem()])));
    await opened('q=Zelle', { config: frontendConfig({ SearchNotLoggedIn: false }), user: false }, 'csearch');
    await screen.findByRole('link', { name: 'Die Zelle' });
    expect(screen.queryByRole('group', { name: 'Wo gesucht wird' })).toBeNull();
  });

  it('links a match in captions to its time in the player', async () => {
    const text = [
      { text: 'einem Hohlraum, der ', mark: false },
      { text: 'Magmakammer', mark: true },
    ];
    const can = { play: true, download: false, bookmark: true, wish: false, borrow: false };
    fakeApi(
      on(
        catalogue.search,
        found([
          mediaItem({ can, reason: { where: 'captions', text, at: 9 } }),
          mediaItem({ identifier: 'FU-2', fn_titel: 'Gestein', can, reason: { where: 'text', text, at: null } }),
        ]),
      ),
    );
    await opened('q=Magmakammer');
    const time = await screen.findByRole('link', { name: 'Bei 0:09 gesagt: Die Zelle' });
    expect(time.getAttribute('href')).toMatch(/\?t=9$/);
    expect(screen.getByText('In der Beschreibung')).toBeTruthy();
    expect(screen.getAllByText('Magmakammer')[0]!.tagName).toBe('MARK');
  });

  it('moves the only tab stop of the filters with the arrow keys', async () => {
    fakeApi(on(catalogue.search, found([mediaItem()])));
    await opened('q=Zelle');
    const buttons = within(await screen.findByRole('toolbar', { name: 'Filter' })).getAllByRole('button');
    expect(buttons.map((button) => button.tabIndex)).toEqual([0, -1, -1, -1]);
    buttons[0]!.focus();
    fireEvent.keyDown(buttons[0]!, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(buttons[3]);
    expect(buttons.map((button) => button.tabIndex)).toEqual([-1, -1, -1, 0]);
  });

  it('loads more results when the user presses the button', async () => {
    const page = (offset: number) =>
      Array.from({ length: 4 }, (_, i) => mediaItem({ identifier: `FU-${offset + i}`, fn_titel: `Nr. ${offset + i}` }));
    const api = fakeApi(
      on(catalogue.search, ({ query }) => ({
        ...found(page(Number(query.offset)), { total: 10 }),
        offset: Number(query.offset),
        limit: 4,
      })),
    );
    await opened('q=Nr');
    await screen.findByText('4 von 10 Medien');
    fireEvent.click(screen.getByRole('button', { name: 'Weitere anzeigen' }));
    await screen.findByText('8 von 10 Medien');
    expect(api.to(catalogue.search).map(({ query }) => query.offset)).toEqual(['0', '4']);
  });

  it.each([
    [5, 47, ['5 Medien zu „Nr“', 'Das könnte auch passen (47)'], ['4 von 5 Medien', '3 von 47 weiteren Medien']],
    [
      0,
      50,
      ['Kein genauer Treffer zu „Nr“', 'Verwandte Medien'],
      ['4 von 50 Medien mit einem Teil der Wörter', '8 von 50 Medien mit einem Teil der Wörter'],
    ],
  ])('shows consistent numbers of full and partial matches (%i and %i)', async (total, partialTotal, heads, ends) => {
    const page = (offset: number) =>
      Array.from({ length: 4 }, (_, i) => {
        const place = offset + i;
        return mediaItem({ identifier: `FU-${place}`, fn_titel: `Nr. ${place}`, ...(place >= total && { partial: true as const }) });
      });
    fakeApi(
      on(catalogue.search, ({ query }) => ({
        ...found(page(Number(query.offset)), { total, partialTotal }),
        offset: Number(query.offset),
        limit: 4,
      })),
    );
    await opened('q=Nr');
    await screen.findByRole('heading', { level: 1, name: heads[0]! });
    await screen.findByText(ends[0]!);
    fireEvent.click(screen.getByRole('button', { name: 'Weitere anzeigen' }));
    await screen.findByText(ends[1]!);
    expect(screen.getByRole('heading', { level: 2, name: heads[1]! })).toBeTruthy();
  });
});
