import { AppError } from '@fundus/contract/errors';
import { library, type BookmarkEntry, type SavedSearch } from '@fundus/contract/library/library';
import { LIBRARY_GROUPS, LIBRARY_TABS } from '@fundus/contract/library/tabs';
import { type Wish, wishes } from '@fundus/contract/library/wishes';
import { licences, type OwnLicence } from '@fundus/contract/licences/licences';
import { licenceBulk } from '@fundus/contract/licences/bulk';
import { licencePackages } from '@fundus/contract/licences/packages';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { reviews, type FlaggedReview, type Report } from '@fundus/contract/reviews/reviews';
import { medialists } from '@fundus/contract/medialists/medialists';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearBookmarks } from '../../stores/bookmarks.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { licenceOf } from '../../testing/licence.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { simulatePhone } from '../../testing/phone.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './LibraryScreen.tsx';

const page = <T,>(items: T[]) => ({ total: items.length, offset: 0, limit: 24, items });
const entry = (identifier: string, more: Partial<BookmarkEntry> = {}): BookmarkEntry => ({
  identifier,
  title: `Medium ${identifier}`,
  medium: mediaItem({
    identifier,
    fn_titel: `Medium ${identifier}`,
    display: { title: `Medium ${identifier}`, subtitle: '' },
    bookmarked: true,
  }),
  note: '',
  added_at: '2026-05-04T08:00:00.000Z',
  rank: null,
  folder_id: null,
  ...more,
});
const search = (more: Partial<SavedSearch> = {}): SavedSearch => ({
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Moore',
  scope: 'search',
  query: 'q=Moor&filter_fn_typ=49',
  alert: 'off',
  last_run: '2026-05-04T08:00:00.000Z',
  seen_at: '2026-05-04T08:00:00.000Z',
  new_count: 2,
  created_at: '2026-05-04T08:00:00.000Z',
  ...more,
});

const open = (tab?: string, address = '', go = vi.fn(), user = person()) =>
  show(<Screen name="library" params={tab === undefined ? {} : { tab }} search={address} go={go} from={null} />, {
    user,
    config: frontendConfig(),
  });

describe('library', () => {
  beforeEach(() => clearBookmarks());

  it('opens the list tab for an unknown tab name', async () => {
    fakeApi(
      on(library.tabs, { items: [...LIBRARY_TABS] }),
      on(sharedMedia.list, { ...page([]), unread: 0 } as never),
      on(medialists.list, { ...page([]), can: { create: true, editorial: false }, scopes: ['mine'] } as never),
    );
    await open('unknown');
    const groups = await screen.findByRole('navigation', { name: 'Bereiche von „Meine Medien“' });
    const names = (nav: HTMLElement) =>
      within(nav)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(names(groups)).toEqual(['Sammlung', 'Eigenes Material', 'Empfohlen', 'Lizenzen', 'Verlauf']));
    expect(within(groups).getByRole('link', { name: 'Sammlung' }).getAttribute('aria-current')).toBe('page');
    const parts = screen.getByRole('navigation', { name: 'Teile von „Sammlung“' });
    expect(names(parts)).toEqual(['Listen', 'Merkliste', 'Ausschnitte', 'Offline']);
    expect(within(parts).getByRole('link', { name: 'Listen' }).getAttribute('aria-current')).toBe('page');
  });

  it('assigns each tab to exactly one group', () => {
    expect(Object.values(LIBRARY_GROUPS).flat()).toEqual(LIBRARY_TABS);
  });

  it('shows the end date of a licence, or that it has none', async () => {
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
        returns: false as const,
        is_mediathek: false,
        seat: null,
        can: { take: false, giveBack: false, manage: false },
      },
    });
    fakeApi(on(library.licences, { ...page([licence('1', '2020-01-31'), licence('2', null)]), can: { manage: false } }));
    await open('licences');
    expect(await screen.findAllByText('30 Plätze')).toHaveLength(2);
    expect(screen.getAllByText('Medium')).toHaveLength(2);
    expect(await screen.findByText('abgelaufen am 31.01.2020')).toBeTruthy();
    expect(screen.getByText('ohne Enddatum')).toBeTruthy();
  });

  it('moves a bookmark down the list', async () => {
    const api = fakeApi(on(library.bookmarks, page([entry('a'), entry('b', { medium: null })])), on(library.orderBookmarks, { ok: true }));
    await open('bookmarks');
    expect(await screen.findByText('Nicht mehr im Bestand')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Reihenfolge' }), { target: { value: 'own' } });
    fireEvent.click(await screen.findByRole('button', { name: /Medium a/ }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Nach unten' }));
    await waitFor(() => expect(api.to(library.orderBookmarks)).toHaveLength(1));
    expect(api.to(library.orderBookmarks)[0]?.body).toEqual({ identifiers: ['b', 'a'] });
    // Search results cannot be reordered.
    fireEvent.change(screen.getByRole('searchbox', { name: 'Titel oder Notiz suchen' }), { target: { value: ' Zelle ' } });
    await waitFor(() => expect(api.to(library.bookmarks).at(-1)?.query).toMatchObject({ q: 'Zelle', sort: 'own' }));
    fireEvent.click(await screen.findByRole('button', { name: /Medium a/ }));
    expect(screen.queryByRole('menuitem', { name: 'Nach unten' })).toBeNull();
  });

  it('opens a saved search with its filters', async () => {
    const api = fakeApi(on(library.searches, { items: [search()] }), on(library.changeSearch, search({ new_count: 0 })));
    await open('searches');
    const row = (await screen.findByText('2 neu')).closest('li')!;
    const link = within(row).getByRole('link', { name: 'Moore' });
    expect(link.getAttribute('href')).toBe('/search?q=Moor&filter_fn_typ=49');
    fireEvent.change(within(row).getByRole('combobox'), { target: { value: 'weekly' } });
    await waitFor(() => expect(api.to(library.changeSearch)).toHaveLength(1));
    expect(api.to(library.changeSearch)[0]?.body).toEqual({ alert: 'weekly' });
  });

  it('asks before clearing the history', async () => {
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

  describe('licences', () => {
    const ID = licenceOf().id;
    const own = (more: Partial<OwnLicence> = {}): OwnLicence => ({
      id: ID,
      scope: 'volume',
      valid_to: null,
      state: 'active',
      remaining: 4,
      returns: false,
      is_mediathek: false,
      seat: null,
      can: { take: true, giveBack: false, manage: false },
      ...more,
    });
    const shelf = (licence: OwnLicence, manage = false) => ({
      ...page([
        {
          id: ID,
          medium: mediaItem({ identifier: 'a' }),
          scope: 'volume' as const,
          seats: 5,
          valid_from: null,
          valid_to: null,
          own: licence,
        },
      ]),
      can: { manage },
    });

    it('let the user claim and return a seat', async () => {
      let mine = own();
      const api = fakeApi(
        on(library.licences, () => shelf(mine)),
        on(licenceSeats.assign, () => {
          mine = own({ seat: { id: ID, state: 'assigned', code_id: null }, can: { take: false, giveBack: true, manage: false } });
          return { given: 1, had: 0, left_out: 0, remaining: 3 };
        }),
        on(licenceSeats.takeBack, new AppError('state_conflict', { field: 'seats' })),
      );
      await open('licences');
      expect(await screen.findByText('noch 4 Plätze frei')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Platz belegen' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Platz zurückgeben' }));
      expect(api.to(licenceSeats.assign)[0]?.body).toEqual({ mediaId: 'a', to: [{ kind: 'person', id: person().id }] });
      await waitFor(() => expect(api.to(licenceSeats.takeBack)[0]?.body).toEqual({ seats: [ID] }));
      expect(screen.getByRole('link', { name: 'Die Zelle' }).getAttribute('href')).toBe(`/library/media/a/${ID}`);
    });

    it('are searched by title', async () => {
      const api = fakeApi(on(library.licences, ({ query }) => (query.q ? { ...page([]), can: { manage: false } } : shelf(own()))));
      await open('licences');
      fireEvent.change(await screen.findByRole('searchbox', { name: 'Titel suchen' }), { target: { value: ' Moor ' } });
      expect(await screen.findByText('Es gibt keine Lizenz für ein Medium mit „Moor“ im Titel')).toBeTruthy();
      expect(api.to(library.licences).at(-1)?.query).toMatchObject({ q: 'Moor', ended: 'false' });
    });

    it('have a menu of actions on phones', async () => {
      simulatePhone();
      const licence = own({ seat: { id: ID, state: 'assigned', code_id: null }, can: { take: false, giveBack: true, manage: true } });
      fakeApi(on(library.licences, shelf(licence)));
      await open('licences', '', vi.fn(), person({ school_id: 'school-1' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Weitere Aktionen zu Die Zelle' }));
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
        'Freigeben',
        'Platz zurückgeben',
        'Verwalten',
      ]);
    });

    it('show why a code is rejected', async () => {
      const answers = [new AppError('not_found'), new AppError('no_seats_left'), new AppError('expired')];
      fakeApi(
        on(library.licences, { ...page([]), can: { manage: false } }),
        on(licences.redeem, () => answers.shift()!),
      );
      await open('licences');
      fireEvent.click(await screen.findByRole('button', { name: 'Code einlösen' }));
      const dialog = within(screen.getByRole('dialog'));
      const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Code einlösen' });
      expect(send.disabled).toBe(true);
      fireEvent.change(dialog.getByLabelText('Code'), { target: { value: 'abcd efgh' } });
      for (const words of [/Diesen Code gibt es nicht/, /Codes sind schon vergeben/, /nicht mehr einlösbar/]) {
        fireEvent.click(send);
        expect(await dialog.findByText(words)).toBeTruthy();
      }
    });

    it('are filtered for managers by the parameters in the URL', async () => {
      const sums = { current: 3, expiring: 1, unused: 0, seats: 90, taken: 12, in_use: 8 };
      const go = vi.fn();
      let settings = { teachers_take: true, teachers_assign: true };
      let answered = Promise.resolve();
      const api = fakeApi(
        on(library.licences, { ...page([]), can: { manage: true } }),
        on(licences.list, async () => {
          await answered;
          return { ...page([licenceOf()]), sums, can: { create: true, forSchools: false }, settings };
        }),
        on(licences.choices, { licensors: ['Lernfilm'], schools: [] }),
        on(licenceBulk.changeMany, ({ body }) => ({
          ...{ total: 1, changed: 1, same: 0, left_out: [], schools: 1, seats_ended: 0, seen: 'gesehen' },
          lines: [
            {
              title: 'Lebenslinien',
              owner: 'Schule a',
              scope: 'volume' as const,
              valid_to: '2027-07-31',
              next_valid_to: '2028-07-31',
              result: 'changed' as const,
            },
          ],
          bulk_id: (body as { seen?: string }).seen ? '01890000-0000-7000-8000-0000000000aa' : null,
        })),
        on(licenceBulk.undoMany, { undone: 1, skipped: 0 }),
        on(licences.settings, () => (settings = { ...settings, teachers_take: false })),
      );
      await open('licences', 'view=manage&show=expiring&c=books', go);
      const row = within((await screen.findByRole('rowheader', { name: /Lebenslinien/ })).closest('tr')!);
      expect(row.getByRole('link').getAttribute('href')).toBe(`/school/FU-1/${ID}`);
      expect(api.to(licences.list)[0]?.query).toMatchObject({ show: 'expiring', c: 'books' });
      fireEvent.change(screen.getByRole('combobox', { name: 'Medienart' }), { target: { value: 'all' } });
      expect(go).toHaveBeenLastCalledWith('/library/licences?view=manage&show=expiring', { replace: true });
      const mayTake = screen.getByRole<HTMLInputElement>('checkbox', { name: /Lehrkräfte dürfen Plätze selbst/ });
      const asked = api.to(licences.list).length;
      let answer = () => {};
      answered = new Promise((resolve) => (answer = resolve));
      fireEvent.click(mayTake);
      await waitFor(() => expect(api.to(licences.settings)[0]?.body).toEqual({ teachers_take: false }));
      // The checkbox keeps its new state while the list is refetched.
      await waitFor(() => expect(api.to(licences.list).length).toBeGreaterThan(asked));
      await act(() => new Promise((passed) => setTimeout(passed, 20)));
      expect(mayTake.checked).toBe(false);
      await act(async () => answer());
      expect(mayTake.checked).toBe(false);
      // Bulk actions can change multiple licences. The list of this test has one.
      fireEvent.click(screen.getByRole('checkbox', { name: /^Lebenslinien.* auswählen$/ }));
      fireEvent.click(screen.getByRole('button', { name: 'Ausblenden (1)' }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(await dialog.findByText('1 Lizenz ändert sich.')).toBeDefined();
      expect(dialog.getByText('31.07.2027 → 31.07.2028')).toBeDefined();
      fireEvent.click(await dialog.findByRole('button', { name: '1 Lizenz ausblenden' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      const selection = { ids: [ID] };
      expect(api.to(licenceBulk.changeMany).map(({ body }) => body)).toEqual([
        { selection, change: { hidden: true } },
        { selection, change: { hidden: true }, seen: 'gesehen' },
      ]);
    });

    it('can be created after invalid fields are corrected', async () => {
      const sums = { current: 0, expiring: 0, unused: 0, seats: 0, taken: 0, in_use: 0 };
      const go = vi.fn();
      let refused = true;
      const medium = { ...licenceOf().medium, producer: 'Beispielverlag', year: 2020, free: false };
      const api = fakeApi(
        on(library.licences, { ...page([]), can: { manage: true } }),
        on(licences.list, { ...page([]), sums, can: { create: true, forSchools: false }, settings: null }),
        on(licences.media, { items: [medium, { ...medium, identifier: 'frei', fn_titel: 'Freies', free: true }] }),
        on(licences.create, () => {
          if (!refused) return licenceOf();
          refused = false;
          return new AppError('validation_failed', { field: 'valid_to' });
        }),
      );
      await open('licences', 'view=manage', go);
      fireEvent.click(await screen.findByRole('button', { name: 'Lizenz eintragen' }));
      const dialog = within(await screen.findByRole('dialog'));
      fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'Leben' } });
      fireEvent.click(await dialog.findByRole('radio', { name: /Lebenslinien/ }));
      expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Freies.*für alle frei/ }).disabled).toBe(true);
      fireEvent.change(dialog.getByLabelText('Plätze'), { target: { value: '12' } });
      fireEvent.click(dialog.getByRole('button', { name: 'Eintragen' }));
      expect(await dialog.findByText(/einen letzten Tag/)).toBeTruthy();
      fireEvent.change(dialog.getByLabelText('Letzter Tag'), { target: { value: '2027-07-31' } });
      fireEvent.click(dialog.getByRole('button', { name: 'Eintragen' }));
      await waitFor(() => expect(go).toHaveBeenCalledWith(`/school/FU-1/${ID}`));
      expect(api.to(licences.create)[1]?.body).toMatchObject({ mediaId: 'FU-1', scope: 'volume', seats: 12, valid_to: '2027-07-31' });
    });
  });

  it('adds only the valid licences of a package', async () => {
    const sums = { current: 0, expiring: 0, unused: 0, seats: 0, taken: 0, in_use: 0 };
    const line = {
      line: 2,
      medium: 'FU-1',
      title: 'Die Zelle',
      code: 'L-1',
      scope: 'volume',
      seats: 30,
      runtime: 'days',
      runtime_days: 365,
    } as const;
    const row = { ...line, valid_from: null, valid_to: null, price: 24_990, result: 'new', problem: null } as const;
    const wrong = { ...row, line: 3, title: null, result: 'error', problem: { field: 'seats', rule: 'required' } } as const;
    const looked = { source: 'csv' as const, table: null, owner: 'Schule a', rows: [row, wrong], created: 1, here: 0, left_out: 1 };
    let refused = true;
    const api = fakeApi(
      on(library.licences, { ...page([]), can: { manage: true } }),
      on(licences.list, { ...page([]), sums, can: { create: true, forSchools: false }, settings: null }),
      on(licencePackages.importPackage, () => {
        if (!refused) return looked;
        refused = false;
        return new AppError('not_found', { field: 'number' });
      }),
    );
    await open('licences', 'view=manage', vi.fn());
    fireEvent.click(await screen.findByRole('button', { name: 'Paket importieren' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Abholnummer'), { target: { value: 'acde-fghj-3467' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Prüfen' }));
    expect(await dialog.findByText(/ist kein Paket für Ihre Schule/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Prüfen' }));
    const rows = (await dialog.findAllByRole('row')).slice(1).map((each) => each.textContent);
    expect(rows[0]).toMatch(/^3.*Plätze: fehlt$/);
    expect(rows[1]).toMatch(/Die Zelle.*365 Tage ab dem ersten vergebenen Platz.*249,90.*wird eingetragen$/);
    fireEvent.click(dialog.getByRole('button', { name: '1 Lizenz eintragen' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.to(licencePackages.importPackage).map(({ body }) => (body as { dry_run: boolean }).dry_run)).toEqual([true, true, false]);
  });

  describe('reports', () => {
    const ID = licenceOf().id;
    const report = (more: Partial<Report> = {}): Report => ({
      id: ID,
      medium: { identifier: 'FU-1', fn_titel: 'Die Zelle', there: true },
      reason: 'broken',
      text: 'Bleibt bei 2:10 stehen',
      by: 'Emil Y, Schule a',
      answerable: true,
      state: 'new',
      answer: '',
      at: '2026-05-04T08:00:00.000Z',
      ...more,
    });

    it('are available only if the server offers them', async () => {
      fakeApi(
        on(library.licences, { ...page([]), can: { manage: false } }),
        on(library.tabs, { items: ['licences', 'bookmarks', 'reports'] }),
      );
      await open('licences');
      expect(await screen.findByRole('link', { name: 'Meldungen' })).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'Downloads' })).toBeNull();
    });

    it('can be resolved with an answer', async () => {
      const api = fakeApi(
        on(library.tabs, { items: ['licences', 'reports'] }),
        on(reviews.reports, { ...page([report()]), open: 1, flagged: 0 }),
        on(reviews.settle, report({ state: 'fixed' })),
      );
      await open('reports');
      expect(await screen.findByText('Bleibt bei 2:10 stehen')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Bearbeiten' }));
      const dialog = within(screen.getByRole('dialog'));
      fireEvent.change(dialog.getByLabelText('Antwort'), { target: { value: 'Neue Datei' } });
      fireEvent.click(dialog.getByRole('button', { name: 'Behoben' }));
      await waitFor(() => expect(api.to(reviews.settle)[0]?.body).toEqual({ state: 'fixed', answer: 'Neue Datei' }));
    });

    it('let an editor hide a flagged review', async () => {
      const flagged: FlaggedReview = {
        id: ID,
        medium: { identifier: 'FU-1', fn_titel: 'Die Zelle' },
        stars: 1,
        text: 'Naja',
        tips: '',
        flags: 3,
        state: 'flagged',
        changed_at: '2026-05-04T08:00:00.000Z',
      };
      const api = fakeApi(
        on(library.tabs, { items: ['licences', 'reports'] }),
        on(reviews.reports, { ...page([]), open: 0, flagged: 1 }),
        on(reviews.flagged, page([flagged])),
        on(reviews.decide, { ok: true }),
      );
      await open('reports');
      fireEvent.click(await screen.findByRole('button', { name: 'Bewertungen' }));
      expect(await screen.findByText('3 Einsprüche')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Ausblenden' }));
      await waitFor(() => expect(api.to(reviews.decide)[0]?.body).toEqual({ state: 'hidden' }));
    });
  });

  describe('wishes', () => {
    const ID = licenceOf().id;
    const wish = (more: Partial<Wish> = {}): Wish => ({
      id: ID,
      identifier: 'a',
      title: 'Die Zelle',
      medium: mediaItem({ identifier: 'a' }),
      note: 'Für 7a',
      state: 'open',
      answer: '',
      by: null,
      at: '2026-05-04T08:00:00.000Z',
      can: { withdraw: true, decide: false },
      ...more,
    });

    it('can be withdrawn', async () => {
      const api = fakeApi(
        on(library.tabs, { items: ['licences', 'wishes'] }),
        on(wishes.wishes, { ...page([wish()]), can: { decide: false } }),
        on(wishes.removeWish, { ok: true }),
      );
      await open('wishes');
      expect(await screen.findByText('Für 7a')).toBeTruthy();
      expect(screen.queryByRole('group', { name: 'Wünsche anzeigen' })).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: 'Zurückziehen' }));
      await waitFor(() => expect(api.to(wishes.removeWish)[0]?.params).toEqual({ mediaId: 'a' }));
    });

    it('can be declined by the school with an answer', async () => {
      const asked = wish({ by: 'Lea Lehr', can: { withdraw: false, decide: true } });
      const api = fakeApi(
        on(library.tabs, { items: ['licences', 'wishes'] }),
        on(wishes.wishes, ({ query }) => ({ ...page(query.school === 'true' ? [asked] : []), can: { decide: true } })),
        on(wishes.decideWish, { ok: true }),
      );
      await open('wishes');
      fireEvent.click(await screen.findByRole('button', { name: 'Schule' }));
      expect(await screen.findByText('Lea Lehr')).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'Entscheiden' }));
      const dialog = within(screen.getByRole('dialog'));
      fireEvent.change(dialog.getByLabelText('Status'), { target: { value: 'declined' } });
      fireEvent.change(dialog.getByLabelText('Antwort'), { target: { value: 'Erst im neuen Jahr' } });
      fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
      await waitFor(() => expect(api.to(wishes.decideWish)[0]?.body).toEqual({ state: 'declined', answer: 'Erst im neuen Jahr' }));
    });
  });
});
