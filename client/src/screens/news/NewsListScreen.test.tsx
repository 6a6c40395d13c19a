import type { User } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { news, type NewsRow } from '@fundus/contract/news/news';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { managed, newsCard, newsId, newsList } from '../../testing/news.ts';
import { frontendConfig } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './NewsListScreen.tsx';

const go = vi.fn();
const open = (search = '', c = '', about: { user?: User | false; config?: ReturnType<typeof frontendConfig> } = {}) =>
  show(<Screen name="news-list" params={c ? { c } : {}} search={search} go={go} from={null} />, about);
const CATEGORIES = [
  { slug: 'schule', label: 'Schule', count: 2 },
  { slug: 'technik', label: 'Technik', count: 1 },
];

beforeEach(() => go.mockReset());

describe('list of news', () => {
  it('marks all articles as read after showing them', async () => {
    const api = fakeApi(
      on(news.list, newsList([newsCard(1, { pinned: true, unread: true, updated_at: '2026-11-21T08:00:00.000Z' }), newsCard(2)])),
      on(news.unread, { count: 1 }),
      on(news.markAllRead, { ok: true }),
    );
    await open();
    const first = (await screen.findByRole('link', { name: 'Nachricht 1' })).closest('article')!;
    expect(first.dataset.large).toBe('true');
    expect(within(first).getByText('Neu')).toBeDefined();
    expect(within(first).getByText('Angeheftet')).toBeDefined();
    expect(within(first).getByText('aktualisiert')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Nachricht 2' }).getAttribute('href')).toBe(`/news/${newsId(2)}`);
    await waitFor(() => expect(api.to(news.markAllRead)).toHaveLength(1));
    expect(screen.queryByRole('link', { name: 'Verwalten' })).toBeNull();
  });

  it('does not mark articles as read if there are no new ones', async () => {
    const api = fakeApi(on(news.list, newsList()), on(news.unread, { count: 0 }), on(news.markAllRead, { ok: true }));
    const { unmount } = await open();
    await screen.findByRole('link', { name: 'Nachricht 1' });
    expect(api.to(news.markAllRead)).toHaveLength(0);
    unmount();
    await open('', '', { user: false, config: frontendConfig({ Type: 'bawue' }) });
    await screen.findByRole('link', { name: 'Nachricht 1' });
    expect(api.to(news.unread)).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Neuigkeiten als Feed' }).getAttribute('href')).toBe('/api/v1/news/feed.xml');
  });

  it('filters by the category in the URL', async () => {
    const api = fakeApi(on(news.list, newsList([newsCard(1)], { categories: CATEGORIES })), on(news.unread, { count: 0 }));
    await open('page=2', 'schule');
    const chips = within(await screen.findByRole('navigation', { name: 'Kategorien' }));
    expect(chips.getByRole('link', { name: 'Schule' }).getAttribute('aria-current')).toBe('page');
    expect(chips.getByRole('link', { name: 'Technik' }).getAttribute('href')).toBe('/news/technik');
    expect(chips.getByRole('link', { name: 'Alle' }).getAttribute('href')).toBe('/news');
    expect(api.to(news.list)[0]!.query).toMatchObject({ c: 'schule', offset: '12', limit: '12', lang: 'de' });
  });

  it('lets editors write the first article if the list is empty', async () => {
    fakeApi(on(news.list, newsList([], { can: { write: true, categories: false } })), on(news.unread, { count: 0 }));
    await open();
    expect(await screen.findByRole('heading', { name: 'Noch keine Neuigkeiten' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Neuigkeit schreiben' }).getAttribute('href')).toBe('/news?edit=new');
    expect(screen.getByRole('link', { name: 'Verwalten' }).getAttribute('href')).toBe('/news?manage=all');
  });

  it('reloads the list when the user retries after an error', async () => {
    let fails = true;
    fakeApi(
      on(news.list, () => (fails ? new AppError('unavailable') : newsList())),
      on(news.unread, { count: 0 }),
    );
    await open();
    fails = false;
    fireEvent.click(await screen.findByRole('button', { name: 'Noch einmal versuchen' }));
    expect(await screen.findByRole('link', { name: 'Nachricht 1' })).toBeDefined();
  });
});

describe('news management', () => {
  const row: NewsRow = {
    id: newsId(1),
    language: 'de',
    title: 'Filmwoche',
    category: null,
    from: 'Gymnasium am Lindenhof',
    pinned: false,
    state: 'scheduled',
    audience: 'classes',
    targets: ['8b', '9c'],
    roles: 'learner',
    languages: ['de', 'en'],
    display_at: '2026-12-01T07:00:00.000Z',
    expires_at: null,
    changed_at: '2026-11-20T08:00:00.000Z',
  };

  it('lists the articles in the selected state', async () => {
    const api = fakeApi(
      on(
        news.manage,
        managed([row], {
          counts: { draft: 2, in_review: 0, scheduled: 1, published: 0, expired: 0, archived: 0 },
        }),
      ),
    );
    await open('manage=scheduled&q=film');
    const item = (await screen.findByRole('link', { name: 'Filmwoche' })).closest('li')!;
    expect(within(item).getByText('Ausgewählte Klassen · 8b, 9c · Nur Schülerinnen und Schüler')).toBeDefined();
    expect(within(item).getByText('erscheint am 01.12.2026, 08:00')).toBeDefined();
    expect(within(item).getByText('Geplant')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Filmwoche' }).getAttribute('href')).toBe(`/news/${newsId(1)}?edit=1`);
    const states = within(screen.getByRole('navigation', { name: 'Neuigkeiten nach Status' }));
    expect(states.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Alle3', 'Entwürfe2', 'Geplant1']);
    expect(api.to(news.manage)[0]!.query).toMatchObject({ state: 'scheduled', q: 'film' });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Neuigkeit suchen' }), { target: { value: 'woche' } });
    await waitFor(() => expect(go).toHaveBeenCalledWith('/news?manage=scheduled&q=woche', { replace: true }));
  });

  it('lets a district edit and reorder its categories', async () => {
    const api = fakeApi(
      on(news.manage, managed([], { can: { school: false, district: true, categories: true, review: false } })),
      on(news.categories, {
        items: [
          { slug: 'schule', labels: { de: 'Schule' }, count: 2 },
          { slug: 'technik', labels: { de: 'Technik', en: 'Technology' }, count: 0 },
        ],
      }),
      on(news.setCategories, { items: [] }),
    );
    await open('manage=all');
    fireEvent.click(await screen.findByRole('button', { name: 'Kategorien' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Kategorien' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Technik nach oben' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Schule entfernen' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Kategorie hinzufügen' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    expect((await dialog.findAllByText('Bitte ausfüllen.')).length).toBe(2);
    fireEvent.change(dialog.getAllByLabelText('Name: Deutsch')[1]!, { target: { value: 'Für Eltern' } });
    // Only new categories have an editable slug.
    expect((dialog.getByLabelText('Kürzel für die Adresse') as HTMLInputElement).value).toBe('fuer-eltern');
    expect(dialog.getByText(/Kürzel für die Adresse: technik/)).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(api.to(news.setCategories)).toHaveLength(1));
    expect(api.to(news.setCategories)[0]!.body).toEqual({
      items: [
        { slug: 'technik', labels: { de: 'Technik', en: 'Technology' } },
        { slug: 'fuer-eltern', labels: { de: 'Für Eltern' } },
      ],
      expected: [
        { slug: 'schule', labels: { de: 'Schule' } },
        { slug: 'technik', labels: { de: 'Technik', en: 'Technology' } },
      ],
    });
  });

  it('keeps the focus in a row that is moved or removed', async () => {
    const problems = [{ field: 'items.2.slug', rule: 'taken' }];
    fakeApi(
      on(news.manage, managed([], { can: { school: false, district: true, categories: true, review: false } })),
      on(news.categories, {
        items: ['Eins', 'Zwei', 'Drei'].map((de) => ({ slug: de.toLowerCase(), labels: { de }, count: 0 })),
      }),
      on(news.setCategories, new AppError('validation_failed', { field: 'items.2.slug', details: { problems } })),
    );
    await open('manage=all');
    fireEvent.click(await screen.findByRole('button', { name: 'Kategorien' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Kategorien' }));
    const press = (name: string) => {
      const button = dialog.getByRole('button', { name });
      button.focus();
      fireEvent.click(button);
    };
    const focused = () => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent;
    press('Eins nach unten');
    expect(focused()).toBe('Eins nach unten');
    press('Eins nach unten');
    expect(focused()).toBe('Eins nach oben');
    press('Zwei entfernen');
    expect(focused()).toBe('Drei entfernen');
    press('Eins entfernen');
    expect(focused()).toBe('Drei entfernen');
    press('Drei entfernen');
    expect(focused()).toBe('Kategorie hinzufügen');
    for (const name of ['A', 'B', 'C']) {
      press('Kategorie hinzufügen');
      const fields = dialog.getAllByLabelText('Name: Deutsch');
      expect(document.activeElement).toBe(fields.at(-1));
      fireEvent.change(fields.at(-1)!, { target: { value: name } });
    }
    press('Speichern');
    expect(await dialog.findByText('Dieses Kürzel verwendet bereits eine andere Kategorie.')).toBeDefined();
    press('C nach oben');
    press('A entfernen');
    const wrong = dialog.getAllByLabelText('Kürzel für die Adresse').filter((field) => field.hasAttribute('aria-invalid'));
    expect(wrong.map((field) => (field as HTMLInputElement).value)).toEqual(['c']);
  });
});
