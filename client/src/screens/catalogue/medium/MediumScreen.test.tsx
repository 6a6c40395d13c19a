import { catalogue, type MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { classMedia } from '@fundus/contract/classes/media';
import { classes } from '@fundus/contract/classes/classes';
import { classQuestions } from '@fundus/contract/classes/questions';
import { AppError } from '@fundus/contract/errors';
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import type { MediaFile } from '@fundus/contract/files/files';
import { library } from '@fundus/contract/library/library';
import { wishes } from '@fundus/contract/library/wishes';
import { licences, type OwnLicence } from '@fundus/contract/licences/licences';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { reviews } from '@fundus/contract/reviews/reviews';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { classId, classMedium, classOf } from '../../../testing/class.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { mediaItem } from '../../../testing/media-item.ts';
import { frontendConfig, person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { storeNavigationList } from '../../../stores/trail.ts';
import type { Session } from '../../../stores/session.ts';
import { Screen } from './MediumScreen.tsx';
// Loaded before the tests, so that they do not have to wait.
import '../../../player/viewers/MediaPlayer.tsx';
import './stage/ClosedReason.tsx';
import './stage/MediumPanel.tsx';

const file = (about: Partial<MediaFile> = {}): MediaFile => ({
  id: 'film',
  role: 'main',
  mime: 'video/mp4',
  language: 'de',
  label: null,
  bytes: 48_000_000,
  width: 1280,
  height: 720,
  viewer: 'video',
  href: '/content/t/film.mp4',
  download_href: '/content/d/film.mp4',
  ...about,
});

const medium = (about: Partial<MediaDetail> = {}): MediaDetail => ({
  ...mediaItem(),
  fn_text: 'Erster Absatz.\n\nZweiter Absatz.',
  fn_schlag: ['Zelle'],
  labels: { '49': 'Online-Film', '0800107': 'Zellenlehre' },
  text_html: null,
  ...{ isbn: '9783161484100', ean: null, doi: null },
  rights_note: 'CC BY 4.0',
  rights: null,
  files: [file()],
  sequences: [
    { start_s: 0, end_s: 400, title: 'Die Zelle' },
    { start_s: 300, end_s: 500, title: 'Der Kern' },
  ],
  versions: [],
  may: [
    { question: 'show_in_class', answer: 'yes', why: 'until', note: '2028-07-31' },
    { question: 'download', answer: 'limited', why: 'delete', note: '2028-07-31' },
  ],
  own: null,
  position: null,
  ...about,
});

type About = Partial<Session> & { search?: string; own?: OwnLicence[] };

async function open(about: Partial<MediaDetail> | AppError, { search = '', own = [], ...session }: About = {}) {
  const reply = about instanceof AppError ? about : medium(about);
  let wished: 'open' | null = null;
  const api = fakeApi(
    on(licences.ofMedium, () => ({ items: own })),
    on(reviews.report, ({ body }) =>
      (body as { reason: string }).reason === 'other' ? new AppError('validation_failed', { field: 'text' }) : { ok: true as const },
    ),
    on(excerpts.excerpts, { items: [], can: { create: false } }),
    on(library.appearances, { items: [] }),
    on(library.openMedium, { ok: true }),
    on(wishes.wishOf, () => ({ state: wished, can: { wish: true } })),
    on(wishes.setWish, () => {
      wished = 'open';
      return { state: 'open' as const };
    }),
    on(classQuestions.askable, { classes: [{ id: classId, name: '8b', state: 'none', reason: null }] }),
    on(licenceSeats.assign, { given: 1, had: 0, left_out: 0, remaining: 2 }),
    on(catalogue.detail, reply),
    on(catalogue.similar, { items: [mediaItem({ identifier: 'FU-2', fn_titel: 'Das Gewebe' })] }),
  );
  const from = { href: '/search?q=Zelle', title: '12 Medien zu „Zelle“' };
  const view = await show(
    <Screen name="search-media-detail" params={{ mediaId: 'FU-1' }} search={search} go={() => undefined} from={from} />,
    session,
  );
  await act(async () => void (await new Promise((done) => setTimeout(done, 20))));
  return { ...view, api };
}

beforeEach(() => {
  for (const name of ['load', 'pause'] as const) vi.spyOn(HTMLMediaElement.prototype, name).mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

describe('film', () => {
  test('shows title, duration, grades and usage rights', async () => {
    await open({});
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Die Zelle');
    expect(screen.getByText('Film, 17 Minuten')).toBeDefined();
    expect(screen.getByText('Klasse 7–9')).toBeDefined();
    expect(screen.getByRole('link', { name: '12 Medien zu „Zelle“' }).getAttribute('href')).toBe('/search?q=Zelle');
    expect(await screen.findByText('Ja, bis zum Ende der Lizenz am 31.07.2028')).toBeDefined();
    expect(screen.getByText('Ja, bis 31.07.2028; danach löschen')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Zelle' }).getAttribute('href')).toBe('/search?q=Zelle');
    expect(screen.getByText('Zweiter Absatz.')).toBeDefined();
    expect(await screen.findByText('Das Gewebe')).toBeDefined();
  });

  test('offers to resume the film or to restart it', async () => {
    await open({ position: 252 });
    expect(screen.getByRole('button', { name: 'Weiter ab 4:12' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Von Anfang an' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Zur Liste' }).textContent).toBe('');
    expect(screen.getByText('4:12')).toBeDefined();
  });

  test('prefers a time in the address to the stored position', async () => {
    await open({ position: 252 }, { search: 't=72&e=150' });
    expect(screen.queryByRole('button', { name: 'Weiter ab 4:12' })).toBeNull();
    expect(screen.getByText('Ausschnitt 1:12 bis 2:30')).toBeDefined();
  });

  test('lets teachers in a portal of type hueber export a medium to Moodle', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const hueber = frontendConfig({ Type: 'hueber' });
    const entry = () => screen.queryByText('Für Moodle exportieren');
    for (const [config, user, there] of [
      [frontendConfig(), person(), false],
      [hueber, person({ role: 'S' }), false],
      [hueber, false, false],
      [hueber, person(), true],
    ] as const) {
      const { unmount } = await open({}, { config, user });
      fireEvent.click(await screen.findByRole('button', { name: 'Weitere Aktionen zu Die Zelle' }));
      expect(entry() !== null).toBe(there);
      if (!there) unmount();
    }
    fireEvent.click(entry()!);
    fireEvent.click(await screen.findByLabelText(/^Der Kern/));
    fireEvent.click(screen.getByRole('button', { name: 'Seite mit Links' }));
    fireEvent.click(screen.getByRole('button', { name: 'Datei speichern' }));
    const page = new DOMParser().parseFromString(await saved[0]!.text(), 'text/html');
    expect([...page.querySelectorAll('a')].map((link) => link.href.replace(location.origin, ''))).toEqual([
      '/media/FU-1',
      '/media/FU-1?e=400',
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('starts an excerpt at its start time instead of the stored position', async () => {
    await open({ position: 252 }, { search: 'e=150' });
    expect(screen.queryByRole('button', { name: 'Weiter ab 4:12' })).toBeNull();
    expect(screen.getByText('Ausschnitt 0:00 bis 2:30')).toBeDefined();
    expect(screen.queryByText('4:12')).toBeNull();
  });

  test('offers excerpts unless they are disabled', async () => {
    const { unmount } = await open({});
    expect(screen.getByRole('heading', { name: 'Ausschnitte' })).toBeDefined();
    unmount();
    await open({}, { config: frontendConfig({ DisableSequences: true }) });
    expect(screen.queryByRole('heading', { name: 'Ausschnitte' })).toBeNull();
  });

  test('offers downloads in all formats', async () => {
    await open({ files: [file(), file({ id: 'small', height: 360, bytes: 9_000_000, download_href: '/content/d/small.mp4' })] });
    fireEvent.click(screen.getByRole('button', { name: 'Herunterladen' }));
    const links = () => screen.getAllByRole('link').filter((link) => link.hasAttribute('download'));
    await waitFor(() => expect(links().map((link) => link.getAttribute('href'))).toEqual(['/content/d/film.mp4', '/content/d/small.mp4']));
  });

  test('renews an expired download address', async () => {
    await open({});
    const link = screen.getByRole('link', { name: /Herunterladen/ });
    const film = document.querySelector('video')!;
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.getAttribute('href')!);
    });
    expect(fireEvent.click(link)).toBe(true);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    fakeApi(on(catalogue.detail, medium({ files: [file({ href: '/content/t2/film.mp4', download_href: '/content/d2/film.mp4' })] })));
    expect(fireEvent.click(link)).toBe(false);
    await waitFor(() => expect(saved).toEqual(['/content/d2/film.mp4']));
    expect(screen.getByRole('link', { name: /Herunterladen/ }).getAttribute('href')).toBe('/content/d2/film.mp4');
    expect(film.getAttribute('src')).toBe('/content/t/film.mp4');
    fakeApi(on(catalogue.detail, medium({ files: [file({ download_href: null })] })));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * 60_000);
    fireEvent.click(screen.getByRole('link', { name: /Herunterladen/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Herunterladen/ })).toBeNull());
    vi.restoreAllMocks();
  });
});

test('offers neither downloads nor similar media in the publisher’s portal', async () => {
  const { api } = await open({}, { config: frontendConfig({ Type: 'hueber' }) });
  expect(screen.queryByText('Herunterladen')).toBeNull();
  expect(api.to(catalogue.similar)).toHaveLength(0);
});

test('hides the download from users without download rights', async () => {
  await open({ files: [file({ download_href: null })] });
  expect(screen.queryByText('Herunterladen')).toBeNull();
});

test('opens a document only after a click', async () => {
  await open({ files: [file({ id: 'blatt', viewer: 'pdf', mime: 'application/pdf', height: null })] });
  expect(screen.getByRole('button', { name: 'Dokument öffnen' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Dokument „Die Zelle“' })).toBeNull();
});

test('shows the target of a link without loading it', async () => {
  await open({ files: [], url: 'https://www.planet.example/zelle', fn_typ: '58' });
  const link = await screen.findByRole('link', { name: /planet\.example öffnen/ });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(document.querySelector('iframe')).toBeNull();
});

test('links a disc to its booking page if the user may borrow it', async () => {
  const disc = {
    active: false,
    can: { play: false, download: false, bookmark: true, wish: false, borrow: false },
    files: [],
    fn_typ: '46',
  };
  const { unmount } = await open(disc, { config: frontendConfig({ Verleih: true, GeraeteVerleih: true }) });
  expect(screen.getAllByRole('link', { name: 'Ausleihen' })[0]!.getAttribute('href')).toMatch(/^\/tech-rental\?medium=/);
  unmount();
  await open(disc, { config: frontendConfig({ Verleih: false }) });
  expect(screen.getByText('Fragen Sie Ihr Medienzentrum, ob Sie das Medium dort ausleihen können.')).toBeDefined();
});

describe('medium that cannot be opened', () => {
  const shut = { active: false, can: { play: false, download: false, bookmark: true, wish: false, borrow: false }, files: [] };
  const pupil = person({ role: 'S' });
  test.each([
    ['a teacher without licence', shut, {}, /Ihre Schule hat keine Lizenz/],
    ['a teacher who may wish it', { ...shut, can: { ...shut.can, wish: true } }, {}, /Sie können es sich wünschen/],
    ['a pupil without licence', shut, { user: pupil }, /Frag deine Lehrkraft/],
    ['a teacher who may have a seat', { ...shut, active: true, remaining: 3 }, {}, /Lizenzplatz nötig: noch 3 frei/],
    ['an ended licence', { ...shut, valid_to: '2020-07-31' as const }, {}, /am 31\. Juli 2020 abgelaufen/],
    ['a guest', shut, { user: false as const }, /Melden Sie sich an/],
    ['a disc', { ...shut, fn_typ: '46' }, {}, /^Dieses Medium gibt es nicht online, sondern nur als/],
    ['a disc, to a pupil', { ...shut, fn_typ: '46' }, { user: pupil }, /^Dieses Medium gibt es nicht online/],
    ['a device', { ...shut, fn_typ: '89' }, {}, /^Dieses Gerät ist zum Ausleihen/],
    ['a device, to a pupil', { ...shut, fn_typ: '89' }, { user: pupil }, /^Dieses Gerät ist zum Ausleihen/],
  ])('shows the reason: %s', async (_, about, session, words) => {
    await open(about, session);
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Abspielen' })).toBeNull();
  });

  test.each([
    ['not_found', 'Medium nicht gefunden'],
    ['licence_missing', 'Kein Zugriff auf dieses Medium'],
    ['expired', 'Dieses Medium ist nicht mehr verfügbar'],
  ] as const)('shows an error page for %s', async (code, title) => {
    await open(new AppError(code));
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
    expect(screen.getByRole('link', { name: 'Zur Suche' }).getAttribute('href')).toBe('/search');
  });
});

test('sanitises a description that contains markup', async () => {
  await open({
    text_html: '<p onclick="alert(1)">Ein <strong>starker</strong> Film</p><script>alert(1)</script><a href="javascript:alert(1)">Weg</a>',
  });
  const strong = await screen.findByText('starker');
  const html = strong.closest('.rich-text')!.innerHTML;
  expect(html).toBe('<p>Ein <strong>starker</strong> Film</p>Weg');
});

describe('licence', () => {
  const ID = '01890000-0000-7000-8000-000000000001';
  const own = (more: Partial<OwnLicence> = {}): OwnLicence => ({
    id: ID,
    scope: 'volume',
    valid_to: '2028-07-31',
    state: 'active',
    remaining: 3,
    returns: false,
    is_mediathek: false,
    seat: null,
    can: { take: true, giveBack: false, manage: false },
    ...more,
  });

  test('shows its end and the number of free seats', async () => {
    await open({}, { own: [own()] });
    expect(await screen.findByText(/Volumenlizenz, bis 31\.07\.2028/)).toBeDefined();
    expect(screen.getByText('noch 3 Plätze frei')).toBeDefined();
  });
  test('refetches the medium after the user claims a seat', async () => {
    const { api } = await open({}, { own: [own()] });
    fireEvent.click(await screen.findByRole('button', { name: 'Platz belegen' }));
    await waitFor(() => expect(api.to(licenceSeats.assign)[0]?.body).toMatchObject({ mediaId: 'FU-1', to: [{ kind: 'person' }] }));
    await waitFor(() => expect(api.to(catalogue.detail)).toHaveLength(2));
  });

  test('is not requested for guests or free media', async () => {
    const { api, unmount } = await open({}, { user: false });
    expect(api.to(licences.ofMedium)).toHaveLength(0);
    unmount();
    await open({}, { own: [own({ scope: 'free' })] });
    expect(screen.queryByRole('heading', { name: 'Lizenz' })).toBeNull();
  });

  test('shows only the licence named in the address', async () => {
    const other = own({ id: '01890000-0000-7000-8000-000000000002', scope: 'school', seat: null });
    fakeApi(on(licences.ofMedium, { items: [own(), other] }), on(catalogue.detail, medium()), on(catalogue.similar, { items: [] }));
    await show(
      <Screen
        name="library-media-detail"
        params={{ mediaType: 'media', mediaId: 'FU-1', codeId: other.id }}
        search=""
        go={() => undefined}
        from={null}
      />,
    );
    expect(await screen.findByText(/Schullizenz/)).toBeDefined();
    expect(screen.queryByText(/Volumenlizenz/)).toBeNull();
  });
});

test('redirects from a merged medium to its new address', async () => {
  const api = fakeApi(
    on(catalogue.detail, medium({ identifier: 'FU-9' })),
    on(catalogue.similar, { items: [] }),
    on(licences.ofMedium, { items: [] }),
  );
  const go = vi.fn();
  await show(<Screen name="media" params={{ id: 'FU-1' }} search="t=72" go={go} from={null} />);
  await waitFor(() => expect(go).toHaveBeenCalledWith('/media/FU-9?t=72', { replace: true }));
  expect(go).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  // The medium is read only once, because the next page uses the cache.
  await show(<Screen name="media" params={{ id: 'FU-9' }} search="t=72" go={go} from={null} />);
  expect(api.to(catalogue.detail).length).toBeGreaterThan(0);
});

test('shows the citation in the selected style', async () => {
  await open({});
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Zitieren' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Die Zelle', { selector: 'cite' })).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'BibTeX' }));
  expect(dialog.getByText(/@misc\{lindenblatt2023zelle/)).toBeDefined();
  expect(dialog.getByRole('link', { name: 'Als Datei speichern' }).getAttribute('download')).toBe('lindenblatt2023zelle.bib');
});

test('links to the previous and next medium of the search results', async () => {
  history.replaceState(null, '', '/search?q=Zelle');
  storeNavigationList(
    ['FU-0', 'FU-1', 'FU-2'].map((identifier) => ({ identifier, title: `Titel ${identifier}`, href: `/search/${identifier}` })),
  );
  await open({});
  expect((await screen.findByRole('link', { name: 'Voriges Medium: Titel FU-0' })).getAttribute('href')).toBe('/search/FU-0');
  expect(screen.getByRole('link', { name: 'Nächstes Medium: Titel FU-2' }).getAttribute('href')).toBe('/search/FU-2');
  storeNavigationList([]);
});

describe('reporting a problem', () => {
  const report = async (session: Partial<Session> = {}) => {
    const { api } = await open({}, session);
    fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen zu Die Zelle' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Problem melden' }));
    return { api, dialog: within(await screen.findByRole('dialog')) };
  };

  test('sends the selected reason and the text', async () => {
    const { api, dialog } = await report();
    expect(dialog.queryByLabelText('E-Mail für die Antwort')).toBeNull();
    fireEvent.change(dialog.getByLabelText('Was stimmt nicht?'), { target: { value: 'content' } });
    fireEvent.change(dialog.getByLabelText('Beschreibung'), { target: { value: 'Bei 2:10 falsch' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Melden' }));
    await waitFor(() =>
      expect(api.to(reviews.report)[0]?.body).toEqual({
        mediaId: 'FU-1',
        reason: 'content',
        text: 'Bei 2:10 falsch',
        email: '',
        language: 'de',
      }),
    );
  });

  test('asks a guest for an optional e-mail address', async () => {
    const { dialog } = await report({ user: false });
    fireEvent.change(dialog.getByLabelText('E-Mail für die Antwort'), { target: { value: 'gast@example.org' } });
    fireEvent.change(dialog.getByLabelText('Was stimmt nicht?'), { target: { value: 'other' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Melden' }));
    expect(await dialog.findByText('Bitte beschreiben Sie das Problem kurz.')).toBeDefined();
  });
});

test('lets the user request a missing licence', async () => {
  const shut = { active: false, can: { play: false, download: false, bookmark: true, wish: false, borrow: false }, files: [] };
  const { api } = await open(shut);
  fireEvent.click(await screen.findByRole('button', { name: 'Für die Schule wünschen' }));
  await waitFor(() => expect(api.to(wishes.setWish)[0]?.params).toEqual({ mediaId: 'FU-1' }));
});

test('does not offer a second wish for the same medium', async () => {
  const { api } = await open({
    active: false,
    can: { play: false, download: false, bookmark: true, wish: true, borrow: false },
    files: [],
  });
  expect(screen.getByText(/Sie können es sich wünschen/)).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Für die Schule wünschen' }));
  await waitFor(() => expect(api.to(wishes.setWish)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText(/Sie können es sich wünschen/)).toBeNull());
});

describe('without a licence', () => {
  test('links teachers to the catalogue', async () => {
    await open(new AppError('licence_missing'));
    expect(screen.getByRole('link', { name: 'Im Katalog ansehen' }).getAttribute('href')).toBe('/catalogue/search/FU-1');
    expect(screen.queryByRole('button', { name: 'Lehrkraft fragen' })).toBeNull();
  });

  test('shows no link if the user may not open the catalogue', async () => {
    await open(new AppError('licence_missing'), { config: frontendConfig({ Katalog: false }) });
    expect(screen.queryByRole('link', { name: 'Im Katalog ansehen' })).toBeNull();
  });

  test.each([
    ['the page', new AppError('licence_missing')],
    [
      'the closed cover of the catalogue',
      { active: false, can: { play: false, download: false, bookmark: true, wish: false, borrow: false }, files: [] },
    ],
  ])('lets a pupil ask a teacher on %s', async (_, what) => {
    await open(what, { user: person({ role: '' }) });
    expect(await screen.findByRole('button', { name: 'Lehrkraft fragen' })).toBeDefined();
  });
});

describe('lists and classes that contain a medium', () => {
  const at = '2026-05-03T10:00:00.000Z';

  test('are listed with link and note', async () => {
    const api = fakeApi(
      on(catalogue.detail, medium()),
      on(catalogue.similar, { items: [] }),
      on(licences.ofMedium, { items: [] }),
      on(excerpts.excerpts, { items: [], can: { create: false } }),
      on(library.appearances, {
        items: [
          { kind: 'classes', at, count: 1, note: '', classes: [{ id: classId, name: '8b Geografie' }] },
          { kind: 'bookmarks', at, count: 1, note: 'Für die 7a', classes: [] },
          { kind: 'excerpts', at, count: 2, note: '', classes: [] },
        ],
      }),
    );
    await show(<Screen name="media" params={{ id: 'FU-1' }} search="" go={() => undefined} from={null} />);
    const panel = within(await screen.findByRole('region', { name: 'Eigene Aktivitäten' }));
    expect(panel.getByRole('link', { name: 'Merkliste' }).getAttribute('href')).toBe('/library/bookmarks');
    panel.getByText('gemerkt am 03.05.2026');
    panel.getByText('Notiz: Für die 7a');
    panel.getByText('2 eigene Ausschnitte');
    expect(panel.getByRole('link', { name: '8b Geografie' }).getAttribute('href')).toBe(`/class/${classId}/media/FU-1`);
    expect(api.to(library.appearances)[0]?.params).toEqual({ mediaId: 'FU-1' });
  });

  test('are not requested for a guest', async () => {
    const { api } = await open({}, { user: false });
    expect(api.to(library.appearances)).toEqual([]);
  });
});

describe('list named in the address', () => {
  const entry = (identifier: string) => ({
    identifier,
    title: identifier,
    medium: mediaItem({ identifier, fn_titel: identifier }),
    rank: null,
    folder_id: null,
    note: '',
    added_at: '2026-05-03T10:00:00.000Z',
  });
  const visit = async (list: string, user: Session['user'] = person()) => {
    storeNavigationList([]);
    const api = fakeApi(
      on(catalogue.detail, medium()),
      on(catalogue.similar, { items: [] }),
      on(licences.ofMedium, { items: [] }),
      on(library.appearances, { items: [] }),
      on(excerpts.excerpts, { items: [], can: { create: false } }),
      on(library.bookmarks, { total: 3, offset: 0, limit: 100, items: ['FU-0', 'FU-1', 'FU-9'].map(entry) }),
    );
    await show(<Screen name="media" params={{ id: 'FU-1', list }} search="" go={() => undefined} from={null} />, { user });
    await act(async () => void (await new Promise((done) => setTimeout(done, 20))));
    return api;
  };

  test('links to the previous and next medium of a shared list', async () => {
    await visit('bookmarks');
    expect((await screen.findByRole('link', { name: 'Voriges Medium: FU-0' })).getAttribute('href')).toBe('/media/FU-0/bookmarks');
    expect(screen.getByRole('link', { name: 'Nächstes Medium: FU-9' }).getAttribute('href')).toBe('/media/FU-9/bookmarks');
    expect(screen.getByRole('link', { name: 'Merkliste' }).getAttribute('href')).toBe('/library/bookmarks');
  });

  test.each([
    ['an unknown list', 'abc', person()],
    ['the list of a guest', 'bookmarks', false as const],
  ])('ignores %s', async (_, list, user) => {
    const api = await visit(list, user);
    expect(screen.queryByRole('link', { name: /Nächstes Medium/ })).toBeNull();
    expect(api.to(library.bookmarks)).toEqual([]);
  });
});

describe('learner code', () => {
  const user = person({ role: 'S', school_id: 'a', by_code: { label: '8b-07', valid_until: '2027-07-31' } });

  test.each([
    ['a film that plays', medium()],
    ['one without licence', medium({ active: false, can: { play: false, download: false, bookmark: false, wish: false, borrow: false } })],
  ])('sends no request that requires an account: %s', async (_, about) => {
    const { api } = await open(about, { user });
    await screen.findByText('Das Gewebe');
    expect(api.calls.length).toBeGreaterThan(0);
    const refused = api.calls.filter(({ endpoint }) => !endpoint.codes && endpoint.guests !== 'always');
    expect(refused.map(({ endpoint }) => endpoint.path)).toEqual([]);
    expect(screen.queryByRole('button', { name: /Merken|Freigeben|Wünschen/ })).toBeNull();
  });
});

describe('in a class', () => {
  test('links to the neighbouring media and the class', async () => {
    fakeApi(
      on(catalogue.detail, medium()),
      on(catalogue.similar, { items: [] }),
      on(licences.ofMedium, () => ({ items: [] })),
      on(library.appearances, { items: [] }),
      on(excerpts.excerpts, { items: [], can: { create: false } }),
      on(classes.read, classOf()),
      on(classMedia.media, {
        order_version: 1,
        items: [
          classMedium(3),
          classMedium(1, { identifier: 'FU-1', note: 'Bis Minute 4' }),
          classMedium(2, { item: null }),
          classMedium(4, { kind: 'book' }),
        ],
      }),
    );
    const from = { href: '/search?q=Zelle', title: 'Suche' };
    const params = { id: classId, mediaType: 'media', mediaId: 'FU-1' };
    await show(<Screen name="class-media-detail" params={params} search="" go={() => undefined} from={from} />);
    expect(await screen.findByText('Bis Minute 4')).toBeDefined();
    const trail = within(screen.getByRole('navigation', { name: 'Zurück' }));
    expect(trail.getByRole('link', { name: '8b Geografie' }).getAttribute('href')).toBe(`/class/${classId}`);
    expect(trail.getByRole('link', { name: /Medium 3/ }).getAttribute('href')).toBe(`/class/${classId}/media/FU-3`);
    // A medium that was removed from the catalogue has no page.
    expect(trail.getByRole('link', { name: /Medium 4/ }).getAttribute('href')).toBe(`/class/${classId}/book/FU-4`);
  });
});

describe('report that a medium was opened', () => {
  const openings = (api: Awaited<ReturnType<typeof open>>['api']) => api.to(library.openMedium).map(({ params }) => params.mediaId);
  const sheet = file({ mime: 'application/pdf', viewer: 'pdf', href: '/content/t/blatt.pdf' });

  test('is sent for a document only when it is opened', async () => {
    const { api } = await open({ files: [sheet] });
    expect(openings(api)).toEqual([]);
    fireEvent.click(screen.getAllByRole('button', { name: /öffnen/i })[0]!);
    await waitFor(() => expect(openings(api)).toEqual(['FU-1']));
  });

  test('is sent for a picture when it is displayed', async () => {
    const { api } = await open({ files: [file({ mime: 'image/png', viewer: 'picture', href: '/content/t/bild.png' })] });
    await waitFor(() => expect(openings(api)).toEqual(['FU-1']));
  });

  test('is sent for an external link when it is followed', async () => {
    const { api } = await open({ files: [], viewer: 'link', url: 'https://medien.example/zelle' });
    const link = await screen.findByRole('link', { name: /medien\.example/ });
    expect(openings(api)).toEqual([]);
    fireEvent.click(link);
    fireEvent.click(link);
    await waitFor(() => expect(openings(api)).toEqual(['FU-1']));
  });

  test('is not sent for a guest', async () => {
    const { api } = await open({ files: [file({ mime: 'image/png', viewer: 'picture', href: '/content/t/bild.png' })] }, { user: false });
    await screen.findByRole('heading', { level: 1 });
    expect(openings(api)).toEqual([]);
  });
});
