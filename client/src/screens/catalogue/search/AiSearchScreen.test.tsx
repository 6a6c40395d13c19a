import { catalogue, type MediaItem } from '@fundus/contract/catalogue/catalogue';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { mediaItem } from '../../../testing/media-item.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './AiSearchScreen.tsx';

const found = (items: MediaItem[], about: object = {}) => ({
  total: items.length,
  partialTotal: 0,
  offset: 0,
  limit: 24,
  items,
  words: ['Licht'],
  understood: [],
  topic: '',
  meaning: true,
  ...about,
});
const leaf = mediaItem({ identifier: 'FU-9', fn_titel: 'Im Blatt', meant: { similarity: 0.7, near: ['Chlorophyll', 'Blatt'] } });

async function opened(search: string) {
  const go = vi.fn<Go>();
  const props = { name: 'ai-search', params: {}, search, go, from: null } as ScreenProps<'ai-search'>;
  await show(<Screen {...props} />);
  return go;
}
const opensTo = (go: ReturnType<typeof vi.fn<Go>>) => decodeURIComponent(String(go.mock.lastCall?.[0]).replaceAll('+', ' '));

describe('AiSearchScreen', () => {
  it('searches only after the user submits a question or example', async () => {
    const api = fakeApi();
    const go = await opened('');
    expect(screen.getByRole('heading', { level: 1, name: 'KI-Suche' })).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Fragen' }).disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: 'Frage' }), { target: { value: '  Warum ist\nder Himmel blau? ' } });
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Frage' }), { key: 'Enter' });
    expect(opensTo(go)).toBe('/search/ai?q=Warum ist der Himmel blau?');
    fireEvent.click(screen.getByRole('button', { name: 'Warum spuckt ein Berg Feuer?' }));
    expect(opensTo(go)).toBe('/search/ai?q=Warum spuckt ein Berg Feuer?');
    expect(api.to(catalogue.vectorSearch)).toEqual([]);
  });

  it('offers to ignore a filter if nothing was found', async () => {
    const understood = [{ field: 'dauer' as const, values: ['5'] }];
    fakeApi(
      on(catalogue.vectorSearch, ({ query }: { query: Record<string, string> }) =>
        query.ignore === 'dauer' ? found([leaf]) : found([], { understood, topic: 'Vulkane' }),
      ),
    );
    await opened('q=Vulkane,+höchstens+5+Minuten');
    const step = await screen.findByRole('link', { name: 'Ohne den Filter „höchstens 5 Minuten“ suchen' });
    expect(step.getAttribute('href')).toContain('ignore=dauer');
    expect(screen.getByText('1 Medium')).toBeTruthy();
    screen.getByText(/^Oft hilft es, eine Angabe wegzulassen/);
  });

  it('shows matching words and related terms of each medium', async () => {
    const api = fakeApi(on(catalogue.vectorSearch, found([leaf], { total: 12 })));
    await opened('q=Licht+und+Zucker&filter_fn_geb=080*');
    await screen.findByRole('heading', { level: 1, name: '12 Medien zu „Licht und Zucker“' });
    expect(api.to(catalogue.vectorSearch)[0]!.query).toEqual({
      q: 'Licht und Zucker',
      filter_fn_geb: '080*',
      offset: '0',
      limit: '24',
    });
    expect(screen.getByText('Nach der Bedeutung der Frage gefunden')).toBeTruthy();
    const card = within(screen.getByRole('article'));
    expect(card.getByText('Verwandt: Chlorophyll, Blatt')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Im Blatt' }).getAttribute('href')).toBe('/search/FU-9');
    const words = screen.getByRole('link', { name: 'Nur nach den Wörtern suchen' }).getAttribute('href')!;
    expect(decodeURIComponent(words)).toBe('/search?q=Licht+und+Zucker&filter_fn_geb=080*');
  });

  it('removes a filter that was derived from the question on request', async () => {
    const understood = [
      { field: 'fn_adressat' as const, values: ['A(6)'] },
      { field: 'fn_typ' as const, values: ['49', '56', 'UC_CLIP', '46'] },
      { field: 'dauer' as const, values: ['5'] },
      { field: 'meets' as const, values: ['no_sound'] },
    ];
    fakeApi(on(catalogue.vectorSearch, found([leaf], { understood, topic: 'Vulkane' })));
    const go = await opened('q=Film+für+Klasse+6+über+Vulkane');
    const chips = within(await screen.findByRole('list', { name: 'In der Frage erkannt:' }));
    expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual(['Klasse 6', 'Film', 'höchstens 5 Minuten', 'ohne Ton']);
    expect(screen.getByText('Gesucht nach: „Vulkane“')).toBeTruthy();
    fireEvent.click(chips.getByRole('button', { name: 'Filter „höchstens 5 Minuten“ entfernen' }));
    expect(opensTo(go)).toBe('/search/ai?q=Film für Klasse 6 über Vulkane&ignore=dauer');
  });

  it.each([
    ['unreachable', /gerade nicht erreichbar/],
    ['learning', /noch nicht genug Medien/],
  ])('indicates that only words were searched: %s', async (notice, text) => {
    fakeApi(on(catalogue.vectorSearch, found([mediaItem()], { meaning: false, notice })));
    await opened('q=Licht');
    await screen.findByText(text);
    expect(screen.queryByText('Nach der Bedeutung der Frage gefunden')).toBeNull();
    expect(screen.getByRole('article')).toBeTruthy();
  });

  it('offers other searches if there are no results', async () => {
    fakeApi(
      on(catalogue.vectorSearch, ({ query }: { query: Record<string, string> }) => found(query.filter_fn_geb ? [] : [leaf], { words: [] })),
      on(catalogue.distinct, { f: 'fn_geb', values: [] }),
      on(catalogue.vectorDistinct, { f: 'fn_geb', values: [] }),
    );
    await opened('q=Licht&filter_fn_geb=080*');
    const link = await screen.findByRole('link', { name: /Ohne den Filter/ });
    expect(link.getAttribute('href')).toBe('/search/ai?q=Licht');
  });
});
