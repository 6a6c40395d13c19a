import { AppError } from '@fundus/contract/errors';
import { news, type News } from '@fundus/contract/news/news';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ScreenProps } from '../../components/page/screen.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { managed, newsDraft, newsFile, newsId, newsOf } from '../../testing/news.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { usePlace } from '../../ui/router.tsx';
import { Screen } from './NewsScreen.tsx';

const open = (answer: News | AppError, from: ScreenProps<'news'>['from'] = null, id = newsId(1)) => {
  const api = fakeApi(on(news.read, answer));
  return show(<Screen name="news" params={{ id }} search="" go={() => undefined} from={from} />).then(() => api);
};

function Views() {
  const { search } = usePlace();
  return <Screen name="news" params={{ id: newsId(1) }} search={search.slice(1)} go={() => undefined} from={null} />;
}

describe('news article', () => {
  it('shows the cover, pictures and attachments of an article', async () => {
    await open(
      newsOf({
        cover: { href: newsFile(1).href, alt: 'Ein Plakat der Filmwoche', width: 800, height: 450 },
        category: { slug: 'schule', label: 'Schule' },
        body: `<h3>Wann</h3><p>Bald.<img src="${newsFile(2).href}" alt="Der Plan"></p>`,
        updated_at: '2026-11-21T08:00:00.000Z',
        attachments: [newsFile(3, { name: 'Programm.pdf', bytes: 1_200_000 })],
        previous: { id: newsId(5), title: 'Danach' },
        next: { id: newsId(6), title: 'Davor' },
      }),
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Nachricht 1' })).toBeDefined();
    expect(screen.getByRole('img', { name: 'Ein Plakat der Filmwoche' })).toBeDefined();
    expect(screen.getByRole('img', { name: 'Der Plan' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 2, name: 'Wann' })).toBeDefined();
    expect(screen.getByText('Aktualisiert am 21. November 2026')).toBeDefined();
    const file = screen.getByRole('link', { name: /Programm\.pdf/ });
    expect(file.getAttribute('href')).toBe(newsFile(3).href);
    expect(file.textContent).toContain('PDF · 1,2 MB');
    const others = within(screen.getByRole('navigation', { name: 'Weitere Neuigkeiten' }));
    expect(others.getByRole('link', { name: /Danach/ }).getAttribute('href')).toBe(`/news/${newsId(5)}`);
    expect(others.getByRole('link', { name: /Davor/ }).getAttribute('href')).toBe(`/news/${newsId(6)}`);
    expect(screen.queryByRole('link', { name: 'Bearbeiten' })).toBeNull();
  });

  it('lets editors open an expired article', async () => {
    await open(newsOf({ state: 'expired', language: 'en', title: 'Film week', can: { edit: true } }));
    expect(await screen.findByText(/Diese Neuigkeit ist abgelaufen/)).toBeDefined();
    expect(screen.getByText('Diese Neuigkeit gibt es nur in dieser Sprache: Englisch')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Film week' }).closest('[lang]')!.getAttribute('lang')).toBe('en');
    expect(screen.getByRole('link', { name: 'Bearbeiten' }).getAttribute('href')).toBe(`/news/${newsId(1)}?edit=1`);
  });

  it.each([
    ['/news/schule?page=2', 'Zu den Neuigkeiten', '/news/schule?page=2'],
    ['/news', 'Zu den Neuigkeiten', '/news'],
    [`/news/${newsId(7)}`, 'Zu den Neuigkeiten', '/news'],
    ['/school?tab=news', 'Zur Schule', '/school?tab=news'],
    ['/newsletter', 'Zu den Neuigkeiten', '/news'],
  ])('links from an article opened at %s back to %s', async (href, name, to) => {
    await open(newsOf(), { href, title: 'x' });
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(to);
  });

  it.each([newsId(1), '12'])('shows "not found" for the article %s', async (id) => {
    const api = await open(new AppError('not_found'), null, id);
    expect(await screen.findByRole('heading', { level: 1, name: 'Neuigkeit nicht gefunden' })).toBeDefined();
    expect(api.to(news.read)).toHaveLength(id === '12' ? 0 : 1);
  });

  it('addresses a learner informally', async () => {
    fakeApi(on(news.read, new AppError('not_found')));
    await show(<Screen name="news" params={{ id: newsId(1) }} search="" go={() => undefined} from={null} />, {
      user: person({ role: 'S' }),
    });
    expect(await screen.findByText('Die Neuigkeit wurde entfernt oder ist nicht für dich bestimmt.')).toBeDefined();
  });

  it('shows the date in German time regardless of the time zone', async () => {
    await open(newsOf({ display_at: '2026-11-20T23:30:00.000Z', updated_at: '2026-11-22T23:30:00.000Z' }));
    expect(await screen.findByText('21. November 2026')).toBeDefined();
    expect(screen.getByText('Aktualisiert am 23. November 2026')).toBeDefined();
  });

  it('focuses the heading when the user opens or leaves the editor', async () => {
    fakeApi(
      on(news.read, newsOf()),
      on(news.manage, managed()),
      on(news.categories, { items: [] }),
      on(news.draft, newsDraft({ state: 'published' })),
    );
    const { router } = await show(<Views />);
    await screen.findByRole('heading', { level: 1, name: 'Nachricht 1' });
    expect(document.activeElement).toBe(document.body);
    await act(() => router.go('?edit=1'));
    const editor = await screen.findByRole('heading', { level: 1, name: 'Filmwoche' });
    expect(document.activeElement).toBe(editor);
    await act(() => router.go('?'));
    const text = await screen.findByRole('heading', { level: 1, name: 'Nachricht 1' });
    expect(document.activeElement).toBe(text);
  });

  it('prints the article', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await open(newsOf());
    await screen.findByRole('heading', { level: 1, name: 'Nachricht 1' });
    fireEvent.click(screen.getByRole('button', { name: 'Drucken' }));
    expect(print).toHaveBeenCalledOnce();
  });
});
