import { assignments } from '@fundus/contract/assignments/assignments';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { classMedia } from '@fundus/contract/classes/media';
import { classes } from '@fundus/contract/classes/classes';
import { shiftDay, today } from '@fundus/contract/days';
import { checklist } from '@fundus/contract/first-start/checklist';
import { library } from '@fundus/contract/library/library';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { licences } from '@fundus/contract/licences/licences';
import { uploads } from '@fundus/contract/files/uploads';
import { mails } from '@fundus/contract/mails/calls';
import { medialists } from '@fundus/contract/medialists/medialists';
import { reviews } from '@fundus/contract/reviews/reviews';
import { routines } from '@fundus/contract/routines/routines';
import { schools } from '@fundus/contract/schools/schools';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { addRecentSearch } from '../../stores/recent-searches.ts';
import { classId, classLine, classMedium } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { listLine } from '../../testing/medialist.ts';
import { lendingPoint } from '../../testing/lending.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { sharedList, sharedMedium } from '../../testing/shared.ts';
import { Screen } from './HomeScreen.tsx';

const page = { total: 0, offset: 0, limit: 8 };
const open = async (config = frontendConfig(), user = person(), ...more: Parameters<typeof fakeApi>) => {
  const api = fakeApi(
    on(assignments.own, { items: [] }),
    on(checklist.read, { hidden: true, school: null, rows: [] }),
    on(classes.list, {
      ...page,
      items: [classLine({ role: user.role === 'L' ? 'owner' : 'student' })],
      years: [],
      counts: { own: 1, shared: 0, archived: 0, school: 0, deleted: 0 },
      codes_without_class: 0,
      can: { create: false, seeSchool: false, join: false },
    }),
    on(classMedia.media, { items: [classMedium(1), classMedium(2, { item: null })], order_version: 1 }),
    on(library.history, { ...page, items: [], kept: true }),
    on(library.bookmarks, {
      ...page,
      items: [
        {
          identifier: 'B',
          title: 'Gemerkt',
          medium: mediaItem({ identifier: 'B', fn_titel: 'Gemerkt' }),
          note: '',
          added_at: '2026-05-03T10:00:00.000Z',
          rank: null,
          folder_id: null,
        },
      ],
    }),
    on(catalogue.search, { ...page, partialTotal: 0, items: [mediaItem({ identifier: 'N', fn_titel: 'Neues' })] }),
    on(catalogue.distinct, { f: 'fn_geb', values: [] }),
    on(sharedMedia.list, sharedList([sharedMedium(7, { received: 'unread', message: 'Für die 8b' })])),
    on(sharedMedia.mark, { ok: true }),
    on(catalogue.trending, { items: [mediaItem({ identifier: 'T', fn_titel: 'Beliebtes' })] }),
    ...more,
  );
  await show(<Screen name="homepage" params={{}} search="" go={() => undefined} from={null} />, { config, user });
  await screen.findByRole('heading', { name: /^Neu (im Bestand|für Ihre Fächer)$/ });
  return api;
};

describe('checklist of a new district', () => {
  const admin = person({ role: '', district_admin: '1' });
  const rows = (licences: 'open' | 'skipped') =>
    [
      { row: 'legal', state: 'done', count: 1 },
      { row: 'school', state: 'done', count: 2 },
      { row: 'licences', state: licences, count: 0 },
    ] as const;

  it('links each open step to its screen', async () => {
    const api = await open(
      frontendConfig(),
      admin,
      on(checklist.read, { hidden: false, school: 's-1', rows: [...rows('open'), { row: 'schoolAdmin', state: 'open', count: 0 }] }),
      on(checklist.skip, { hidden: false, school: null, rows: [...rows('skipped')] }),
    );
    const list = within(screen.getByRole('region', { name: 'Portal einrichten' }));
    expect(list.getByText('2 von 4 erledigt')).toBeTruthy();
    expect(list.getByRole('link', { name: /^Administration einer Schule einladen/ }).getAttribute('href')).toBe(
      '/school?id=s-1&tab=invitations',
    );
    expect(list.queryByRole('button', { name: 'Liste ausblenden' })).toBeNull();
    expect(list.queryByRole('button', { name: /Administration einer Schule/ })).toBeNull();
    fireEvent.click(list.getByRole('button', { name: 'Brauchen wir nicht: Lizenzen eintragen' }));
    await waitFor(() => expect(api.to(checklist.skip)[0]?.body).toEqual({ skipped: true }));
  });

  it('can be hidden once no row is open', async () => {
    const api = await open(
      frontendConfig(),
      admin,
      on(checklist.read, { hidden: false, school: null, rows: [...rows('skipped')] }),
      on(checklist.hide, { ok: true }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Liste ausblenden' }));
    await waitFor(() => expect(api.to(checklist.hide)).toHaveLength(1));
  });
});

describe('home', () => {
  it('links to popular media and bookmarks', async () => {
    await open();
    const popular = within(screen.getByRole('region', { name: 'Beliebt an Schulen' }));
    expect(popular.getByRole('link', { name: 'Beliebtes' }).getAttribute('href')).toBe('/media/T');
    expect(screen.getByRole('link', { name: 'Gemerkt' }).getAttribute('href')).toBe('/media/B/bookmarks');
  });

  it('marks a share of a colleague as read when it is opened', async () => {
    const api = await open(frontendConfig(), person({ school_id: 'school-1' }));
    const row = within(screen.getByRole('region', { name: 'Ihnen empfohlen' }));
    expect(row.getByText('von Meltem Demir')).toBeDefined();
    expect(row.getByText('Für die 8b')).toBeDefined();
    expect(row.getByRole('link', { name: 'Alle Empfehlungen' }).getAttribute('href')).toBe('/library/shared');
    expect(api.to(sharedMedia.list)[0]?.query).toMatchObject({ unread: 'true' });
    fireEvent.click(row.getByRole('link', { name: 'Medium 7' }));
    await waitFor(() => expect(api.to(sharedMedia.mark)[0]).toMatchObject({ params: { id: sharedMedium(7).id }, body: { to: 'read' } }));
  });

  it('shows the last opened media with the remaining time', async () => {
    const medium = mediaItem({ identifier: 'H', fn_titel: 'Angefangen', duration: 600 });
    await open(
      frontendConfig(),
      person(),
      on(library.history, {
        ...page,
        items: [{ medium, position: 300, last_used: '2026-05-03T10:00:00.000Z' }],
        kept: true,
      }),
    );
    const row = within(screen.getByRole('region', { name: 'Weitermachen' }));
    expect(row.getByText('Noch 5 Minuten')).toBeDefined();
    expect(row.getByRole('link', { name: 'Angefangen' }).getAttribute('href')).toBe('/media/H');
    expect(row.getByRole('link', { name: 'Verlauf' }).getAttribute('href')).toBe('/library/history');
  });

  it('shows one row of cards for each class of a learner', async () => {
    const items = [1, 2, 3, 4, 5].map((n) => classMedium(n));
    await open(frontendConfig(), person({ role: 'S', school_id: 'school-1' }), on(classMedia.media, { items, order_version: 1 }));
    expect(screen.getAllByRole('link', { name: /^Medium \d$/ })).toHaveLength(4);
  });

  it('requests no shares for users without a school', async () => {
    const api = await open(frontendConfig(), person({ role: 'S', school_id: 'school-1' }));
    expect(api.to(sharedMedia.list)).toHaveLength(0);
    expect(screen.queryByRole('region', { name: 'Ihnen empfohlen' })).toBeNull();
  });

  it('shows learners the media of their teachers first', async () => {
    await open(frontendConfig(), person({ role: 'S', school_id: 'school-1' }));
    const [first] = screen.getAllByRole('region').filter((region) => region.className === 'block');
    expect(first!.getAttribute('aria-labelledby')).toContain('given');
    expect(within(first!).getByRole('link', { name: 'Medium 1' }).getAttribute('href')).toBe(`/class/${classId}/media/FU-1`);
    expect(within(first!).getByRole('link', { name: 'Zur Klasse' }).getAttribute('href')).toBe(`/class/${classId}`);
  });

  it('links teachers to the class they used last', async () => {
    const api = await open(frontendConfig(), person({ school_id: 'school-1' }));
    const row = within(screen.getByRole('region', { name: 'Ihre Klassen' }));
    expect(row.getByRole('link', { name: /8b Geografie/ }).getAttribute('href')).toBe(`/class/${classId}`);
    expect(api.to(classMedia.media)[0]?.params).toEqual({ id: classId });
  });

  it('shows teachers new media of their subjects', async () => {
    const day = today(new Date());
    const until = (n: number, days: number) => classMedium(n, { title: `Film ${n}`, visible_until: shiftDay(day, days), state: 'shown' });
    const api = await open(
      frontendConfig(),
      person({ school_id: 'school-1' }),
      on(classMedia.media, { items: [until(1, 8), until(2, 3), until(3, -1)], order_version: 1 }),
    );
    expect(within(screen.getByRole('region', { name: 'Ihre Klassen' })).getByText(/^„Film 2“ nur noch bis /)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Neu für Ihre Fächer' })).toBeDefined();
    expect(api.to(catalogue.search)[0]?.query).toMatchObject({ sort: 'newest', usable: 'true', filter_fn_geb: '220*' });
  });

  it('marks new and expiring media for learners', async () => {
    const day = today(new Date());
    const media = [
      classMedium(1, { visible_until: shiftDay(day, 2) }),
      classMedium(2, { shared_at: `${day}T06:00:00.000Z`, visible_until: null }),
      classMedium(3, { shared_at: `${shiftDay(day, -9)}T06:00:00.000Z`, visible_until: null }),
    ];
    await open(frontendConfig(), person({ role: 'S', school_id: 'school-1' }), on(classMedia.media, { items: media, order_version: 1 }));
    expect([screen.getAllByText(/^Nur noch bis /).length, screen.getAllByText(/^Neu seit /).length]).toEqual([1, 1]);
  });

  it("shows the user's own tasks before recommendations and news", async () => {
    await open(
      frontendConfig(),
      person({ school_id: 'school-1' }),
      on(classes.list, {
        ...page,
        items: [classLine({ role: 'owner', applied: 2 })],
        years: [],
        counts: { own: 1, shared: 0, archived: 0, school: 0, deleted: 0 },
        codes_without_class: 0,
        can: { create: false, seeSchool: false, join: false },
      }),
      on(medialists.list, { ...page, items: [listLine()], scopes: ['mine'], can: { create: true, editorial: false } }),
    );
    const requests = within(within(screen.getByRole('region', { name: 'Heute' })).getByRole('region', { name: 'Anfragen' }));
    expect(requests.getByRole('link').textContent).toBe('2 Beitrittsanfragen für 8b Geografie');
    expect(requests.getByRole('link').getAttribute('href')).toBe(`/class/${classId}?tab=learners`);
    const regions = screen.getAllByRole('region').flatMap((region) => region.getAttribute('aria-labelledby') ?? []);
    const shown = ['h-today', 'h-classes', 'h-lists-mine', 'h-shared', 'h-bookmarks', 'h-new', 'h-trending'];
    expect(regions.filter((id) => shown.includes(id))).toEqual(shown);
    expect(
      within(screen.getByRole('region', { name: 'Ihre Listen' })).getByRole('link', { name: new RegExp(listLine().title) }),
    ).toBeDefined();
  });

  it('omits badges on cards if the heading explains them', async () => {
    await open(
      frontendConfig(),
      person({ school_id: 'school-1' }),
      on(catalogue.search, { ...page, partialTotal: 0, items: [mediaItem({ identifier: 'N', recommended: true, new: true })] }),
      on(sharedMedia.list, sharedList([sharedMedium(7, { received: 'unread', item: mediaItem({ recommended: true }) })])),
    );
    expect(screen.queryAllByTitle(/^(Neu|Empfohlen)$/)).toEqual([]);
  });

  it('shows district administrators pending tasks with links', async () => {
    const sums = { current: 3, expiring: 2, unused: 0, seats: 90, taken: 12, in_use: 8 };
    const api = await open(
      frontendConfig(),
      person({ role: '', district_admin: '1' }),
      on(uploads.openUploads, { items: [{ identifier: 'FU-1', title: 'Die Zelle', waiting: 1, failed: 2 }] }),
      on(mails.unsent, { waiting: 1, given_up: 2 }),
      on(mails.sendAgain, { again: 2 }),
      on(schools.list, { ...page, items: [], number_pattern: '', sums: { schools: 2, waiting: 3 } }),
      on(reviews.reports, { ...page, items: [], open: 1, flagged: 0 }),
      on(licences.list, { ...page, items: [], sums, can: { create: true, forSchools: false }, settings: null }),
      on(routines.list, {
        items: [{ name: 'files', state: 'failed', last_at: null, next_at: null, duration_ms: null, lost: false, error: 'full' }],
        doubted_until: null,
        failed: { items: [], kinds: [] },
        queue: { waiting: 0, given_up: 0, oldest: null },
        search: { engine: 'own', state: 'ready', health: null, media: 1, behind: 0, meaning: true, problem: null },
      }),
    );
    const row = within(screen.getByRole('region', { name: 'Heute' }));
    expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 Personen warten auf Bestätigung', '/school?state=pending_approval&tab=people'],
      ['1 Meldung zu prüfen', '/library/reports'],
      ['2 Lizenzen des Kreises enden bald', '/library/licences?view=manage&show=expiring'],
      [
        '„Die Zelle“: 2 Dateien wurden nicht angenommen\u00a0· „Die Zelle“: 1 Datei wird noch hochgeladen oder geprüft',
        '/editing/FU-1?tab=files',
      ],
      ['1 Aufgabe ist fehlgeschlagen', '/routines'],
    ]);
    fireEvent.click(row.getByRole('button', { name: '3 Mails konnten nicht gesendet werden' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Noch einmal senden' }));
    await waitFor(() => expect(api.to(mails.sendAgain)).toHaveLength(1));
  });

  it('lists current loans and the tasks of the lending desk', async () => {
    const day = today(new Date());
    const id = (nth: number) => `019b0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
    const rental = (nth: number, about: Partial<RentalOrder['lines'][number]>): RentalOrder => ({
      ...{ id: id(nth), number: '51', point: { id: id(1), name: 'Medienzentrum' }, borrower: '', school: '', title: '', purpose: '' },
      ...{
        contact: '',
        delivery: 'pickup',
        walk_up: false,
        private: null,
        fee: null,
        state: 'approved',
        reason: '',
        submitted_at: null,
        responsible: null,
      },
      lines: [nth * 10, nth * 10 + 1].map((line) => ({
        ...{
          id: id(line),
          model: { id: id(5), name: `Koffer ${nth}`, picture: null },
          start: day,
          end: day,
          lessons: null,
          state: 'ready',
        },
        ...{
          overdue: false,
          lapsed: false,
          item_code: '',
          pickup_on: null,
          unkept: false,
          collect_until: day,
          renewals: 0,
          needed_on: null,
          courier: null,
        },
        ...{ courier_days: null, note: '' },
        can: { cancel: false, change: false, renew: false },
        ...about,
      })),
      can: { cancel: false, decide: false, agree: false },
    });
    const late = rental(2, { state: 'on_loan', end: shiftDay(day, -2), overdue: true });
    const later = rental(4, { start: shiftDay(day, 2) });
    await open(
      frontendConfig({ GeraeteVerleih: true }),
      person({ school_id: 'school-1' }),
      on(lending.orders, { ...page, items: [rental(3, {}), later, late] }),
      on(lending.points, { items: [lendingPoint({ id: id(1), name: 'Medienzentrum' })], can: { create: false } }),
      on(lendingDesk.desks, {
        items: [
          {
            ...{ id: id(1), name: 'Medienzentrum', check: 2 },
            parts: { overdue: 1, requests: 0, pick_ups: 0, returns: 0, coming: 4, lent: 9 },
          },
        ],
      }),
    );
    const row = within(screen.getByRole('region', { name: 'Heute' }));
    const links = row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links[0]).toEqual(['Medienzentrum: 1 überfällig\u00a0· 2 zu prüfen', `/tech-rental?tab=desk&point=${id(1)}`]);
    expect(links[1]).toEqual([expect.stringMatching(/^2 × Koffer 2Medienzentrum\u00a0· Überfällig seit /), '/tech-rental?tab=loans']);
    expect(links[2]?.[0]).toMatch(/^2 × Koffer 3Medienzentrum\u00a0· Liegt bereit/);
    expect(row.queryByText(/Koffer 4/)).toBeNull();
  });

  it('shows only the user’s own recent searches', async () => {
    const user = person();
    for (const words of ['Zellen', 'Vulkane']) addRecentSearch(user.id, words);
    await open(frontendConfig(), user);
    const recent = within(screen.getByRole('navigation', { name: 'Zuletzt gesucht' }));
    expect(recent.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Vulkane', '/search?q=Vulkane'],
      ['Zellen', '/search?q=Zellen'],
    ]);
    addRecentSearch('somebody else', 'Brüche');
    cleanup();
    await open(frontendConfig(), user);
    expect(screen.queryByRole('navigation', { name: 'Zuletzt gesucht' })).toBeNull();
  });

  it('requests no bookmarks for learner codes', async () => {
    const by_code = { label: '8b-07', valid_until: '2027-07-31' };
    const api = await open(frontendConfig(), person({ role: 'S', vorname: '', name: '', school_id: 'school-1', by_code }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('8b-07');
    expect(screen.getByRole('link', { name: 'Medium 1' })).toBeDefined();
    expect(api.calls.filter(({ endpoint }) => !endpoint.codes)).toEqual([]);
    expect(screen.queryByRole('button', { name: /merken/i })).toBeNull();
  });

  it('does not request trending media if they are disabled', async () => {
    const api = await open(frontendConfig({ DisableTrending: true }));
    expect(screen.queryByRole('region', { name: 'Beliebt an Schulen' })).toBeNull();
    expect(api.to(catalogue.trending)).toEqual([]);
  });
});
