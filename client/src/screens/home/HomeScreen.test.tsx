import { catalogue } from '@fundus/contract/catalogue';
import { library } from '@fundus/contract/library';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './HomeScreen.tsx';

const page = { total: 0, offset: 0, limit: 8 };
const open = async (config = frontendConfig()) => {
  const api = fakeApi(
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
        },
      ],
    }),
    on(catalogue.search, { ...page, partialTotal: 0, items: [mediaItem({ identifier: 'N', fn_titel: 'Neues' })] }),
    on(catalogue.distinct, { f: 'fn_geb', values: [] }),
    on(catalogue.trending, { items: [mediaItem({ identifier: 'T', fn_titel: 'Beliebtes' })] }),
  );
  await show(<Screen name="homepage" params={{}} search="" go={() => undefined} from={null} />, { config });
  await screen.findByRole('heading', { name: 'Neu im Bestand' });
  return api;
};

describe('home', () => {
  it('shows what many people use, and leads through the bookmarks as a list', async () => {
    await open();
    const popular = within(screen.getByRole('region', { name: 'Beliebt an Schulen' }));
    expect(popular.getByRole('link', { name: 'Beliebtes' }).getAttribute('href')).toBe('/media/T');
    expect(screen.getByRole('link', { name: 'Gemerkt' }).getAttribute('href')).toBe('/media/B/bookmarks');
  });

  it('neither asks for it nor shows it where it is switched off', async () => {
    const api = await open(frontendConfig({ DisableTrending: true }));
    expect(screen.queryByRole('region', { name: 'Beliebt an Schulen' })).toBeNull();
    expect(api.to(catalogue.trending)).toEqual([]);
  });
});
