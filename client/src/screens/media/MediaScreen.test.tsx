import { catalogue, type MediaDetail } from '@fundus/contract/catalogue';
import { AppError } from '@fundus/contract/errors';
import type { MediaFile } from '@fundus/contract/files';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import type { Session } from '../../stores/session.ts';
import { Screen } from './MediaScreen.tsx';

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
  ...mediaItem({ fn_text: 'Erster Absatz.\n\nZweiter Absatz.' }),
  labels: { '49': 'Online-Film', '0800107': 'Zellenlehre' },
  text_html: null,
  rights_note: 'CC BY 4.0',
  rights: null,
  files: [file()],
  sequences: [
    { start_s: 0, end_s: 400, title: 'Die Zelle' },
    { start_s: 300, end_s: 500, title: 'Der Kern' },
  ],
  versions: [],
  may: [
    { question: 'show_in_class', answer: 'yes', note: 'Ja, auch im Hybridunterricht' },
    { question: 'download', answer: 'limited', note: 'nur auf ein Dienstgerät' },
  ],
  position: null,
  ...about,
});

async function open(about: Partial<MediaDetail> | AppError, { search = '', ...session }: Partial<Session> & { search?: string } = {}) {
  const reply = about instanceof AppError ? about : medium(about);
  const api = fakeApi(on(catalogue.detail, reply), on(catalogue.similar, { items: [mediaItem({ identifier: 'FU-2', fn_titel: 'Das Gewebe' })] }));
  const from = { href: '/search?q=Zelle', title: '12 Medien zu „Zelle“' };
  const view = await show(<Screen name="search-media-detail" params={{ mediaId: 'FU-1' }} search={search} go={() => undefined} from={from} />, session);
  await act(async () => void (await new Promise((done) => setTimeout(done, 20))));
  return { ...view, api };
}

beforeEach(() => {
  for (const name of ['load', 'pause'] as const) vi.spyOn(HTMLMediaElement.prototype, name).mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

describe('a film', () => {
  test('has its heading, facts, rights and the way back to the results', async () => {
    await open({});
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Die Zelle');
    expect(screen.getByText('Film, 17 Minuten')).toBeDefined();
    expect(screen.getByText('Klasse 7–9')).toBeDefined();
    expect(screen.getByRole('link', { name: '12 Medien zu „Zelle“' }).getAttribute('href')).toBe('/search?q=Zelle');
    expect(screen.getByText('Ja, auch im Hybridunterricht')).toBeDefined();
    expect(screen.getByText('Eingeschränkt. nur auf ein Dienstgerät')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Zelle' }).getAttribute('href')).toBe('/search?q=Zelle');
    expect(screen.getByText('Zweiter Absatz.')).toBeDefined();
    expect(screen.getByText('Das Gewebe')).toBeDefined();
  });

  test('goes on where the person stopped, or from the start', async () => {
    await open({ position: 252 });
    expect(screen.getByRole('button', { name: 'Weiter ab 4:12' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Von vorn' })).toBeDefined();
    expect(screen.getByText('4:12')).toBeDefined();
  });

  test('an address with a time goes before the remembered position, and shows its excerpt', async () => {
    await open({ position: 252 }, { search: 't=72&e=150' });
    expect(screen.queryByRole('button', { name: 'Weiter ab 4:12' })).toBeNull();
    expect(screen.getByText('Ausschnitt 1:12 bis 2:30')).toBeDefined();
  });

  test('has excerpts, unless they are switched off', async () => {
    const { unmount } = await open({});
    expect(screen.getByRole('heading', { name: 'Ausschnitte' })).toBeDefined();
    unmount();
    await open({}, { config: frontendConfig({ DisableSequences: true }) });
    expect(screen.queryByRole('heading', { name: 'Ausschnitte' })).toBeNull();
  });

  test('may be saved in the formats there are', async () => {
    await open({ files: [file(), file({ id: 'small', height: 360, bytes: 9_000_000, download_href: '/content/d/small.mp4' })] });
    fireEvent.click(screen.getByRole('button', { name: 'Herunterladen' }));
    const links = screen.getAllByRole('link').filter((link) => link.hasAttribute('download'));
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/content/d/film.mp4', '/content/d/small.mp4']);
  });
});

test("the publisher's portal has neither downloads nor similar media", async () => {
  const { api } = await open({}, { config: frontendConfig({ Type: 'hueber' }) });
  expect(screen.queryByText('Herunterladen')).toBeNull();
  expect(api.to(catalogue.similar)).toHaveLength(0);
});

test('without the right to it nothing is offered for saving', async () => {
  await open({ files: [file({ download_href: null })] });
  expect(screen.queryByText('Herunterladen')).toBeNull();
});

test('a document opens only when asked', async () => {
  await open({ files: [file({ id: 'blatt', viewer: 'pdf', mime: 'application/pdf', height: null })] });
  expect(screen.getByRole('button', { name: 'Dokument öffnen' })).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Dokument „Die Zelle“' })).toBeNull();
});

test('a link shows where it leads and loads nothing of it', async () => {
  await open({ files: [], url: 'https://www.planet.example/zelle', fn_typ: '58' });
  const link = screen.getByRole('link', { name: /planet\.example öffnen/ });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  expect(document.querySelector('iframe')).toBeNull();
});

describe('what cannot be opened says why', () => {
  const shut = { active: false, can: { play: false, download: false, bookmark: true }, files: [] };
  const pupil = person({ role: 'S' });
  test.each([
    ['a teacher without licence', shut, {}, /Fragen Sie Ihre Schuladministration/],
    ['a pupil without licence', shut, { user: pupil }, /Frag deine Lehrkraft/],
    ['an ended licence', { ...shut, valid_to: '2020-07-31' as const }, {}, /am 31\. Juli 2020 abgelaufen/],
    ['a guest', shut, { user: false as const }, /Melden Sie sich an/],
    ['a disc', { ...shut, fn_typ: '46' }, {}, /nicht online, sondern als Video-DVD/],
  ])('%s', async (_, about, session, words) => {
    await open(about, session);
    expect(screen.getByText(words)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Abspielen' })).toBeNull();
  });

  test.each([
    ['not_found', 'Dieses Medium gibt es hier nicht'],
    ['licence_missing', 'Für dieses Medium fehlt die Freigabe'],
    ['expired', 'Dieses Medium ist nicht mehr verfügbar'],
  ] as const)('reply %s', async (code, title) => {
    await open(new AppError(code));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByRole('link', { name: 'Zur Suche' }).getAttribute('href')).toBe('/search');
  });
});

test('a description with markup is cleaned again before it is shown', async () => {
  await open({ text_html: '<p onclick="alert(1)">Ein <strong>starker</strong> Film</p><script>alert(1)</script><a href="javascript:alert(1)">Weg</a>' });
  const strong = await screen.findByText('starker');
  const html = strong.closest('.rich-text')!.innerHTML;
  expect(html).toBe('<p>Ein <strong>starker</strong> Film</p>Weg');
});
