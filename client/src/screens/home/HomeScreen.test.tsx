import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { classMedia } from '@fundus/contract/classes/media';
import { classes } from '@fundus/contract/classes/classes';
import { library } from '@fundus/contract/library/library';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { classId, classLine, classMedium } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { sharedList, sharedMedium } from '../../testing/shared.ts';
import { Screen } from './HomeScreen.tsx';

const page = { total: 0, offset: 0, limit: 8 };
const open = async (config = frontendConfig(), user = person()) => {
  const api = fakeApi(
    on(classes.list, {
      ...page,
      items: [classLine({ role: user.role === 'L' ? 'owner' : 'student' })],
      years: [],
      counts: { own: 1, shared: 0, archived: 0, school: 0 },
      can: { create: false, seeSchool: false, join: false },
    }),
    on(classMedia.media, { items: [classMedium(1), classMedium(2, { item: null })] }),
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
    on(sharedMedia.list, sharedList([sharedMedium(7, { received: 'unread', message: 'Für die 8b' })])),
    on(sharedMedia.mark, { ok: true }),
    on(catalogue.trending, { items: [mediaItem({ identifier: 'T', fn_titel: 'Beliebtes' })] }),
  );
  await show(<Screen name="homepage" params={{}} search="" go={() => undefined} from={null} />, { config, user });
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

  it('shows what colleagues gave and is new; opening it says so', async () => {
    const api = await open(frontendConfig(), person({ school_id: 'school-1' }));
    const row = within(screen.getByRole('region', { name: 'Ihnen empfohlen' }));
    expect(row.getByText('von Meltem Demir')).toBeDefined();
    expect(row.getByText('Für die 8b')).toBeDefined();
    expect(row.getByRole('link', { name: 'Alle Empfehlungen' }).getAttribute('href')).toBe('/library/shared');
    expect(api.to(sharedMedia.list)[0]?.query).toMatchObject({ unread: 'true' });
    fireEvent.click(row.getByRole('link', { name: 'Medium 7' }));
    await waitFor(() => expect(api.to(sharedMedia.mark)[0]).toMatchObject({ params: { id: sharedMedium(7).id }, body: { to: 'read' } }));
  });

  it('asks nothing of the kind for pupils, nor for whoever has no school', async () => {
    const api = await open(frontendConfig(), person({ role: 'S', school_id: 'school-1' }));
    expect(api.to(sharedMedia.list)).toHaveLength(0);
    expect(screen.queryByRole('region', { name: 'Ihnen empfohlen' })).toBeNull();
  });

  it('shows pupils first what their teachers gave them', async () => {
    await open(frontendConfig(), person({ role: 'S', school_id: 'school-1' }));
    const [first] = screen.getAllByRole('region').filter((region) => region.className === 'block');
    expect(first!.getAttribute('aria-labelledby')).toContain('given');
    expect(within(first!).getByRole('link', { name: 'Medium 1' }).getAttribute('href')).toBe(`/class/${classId}/media/FU-1`);
    expect(within(first!).getByRole('link', { name: 'Zur Klasse' }).getAttribute('href')).toBe(`/class/${classId}`);
  });

  it('leads teachers back to the class they taught last', async () => {
    const api = await open(frontendConfig(), person({ school_id: 'school-1' }));
    const row = within(screen.getByRole('region', { name: 'Weiter, wo Sie waren' }));
    expect(row.getByRole('link', { name: /8b Geografie/ }).getAttribute('href')).toBe(`/class/${classId}`);
    expect(api.to(classMedia.media)).toHaveLength(0);
  });

  it('asks nothing of a shelf for whoever came by a code', async () => {
    const by_code = { label: '8b-07', valid_until: '2027-07-31' };
    const api = await open(frontendConfig(), person({ role: 'S', vorname: '', name: '', school_id: 'school-1', by_code }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('8b-07');
    expect(screen.getByRole('link', { name: 'Medium 1' })).toBeDefined();
    expect(api.calls.filter(({ endpoint }) => !endpoint.codes)).toEqual([]);
    expect(screen.queryByRole('button', { name: /merken/i })).toBeNull();
  });

  it('neither asks for it nor shows it where it is switched off', async () => {
    const api = await open(frontendConfig({ DisableTrending: true }));
    expect(screen.queryByRole('region', { name: 'Beliebt an Schulen' })).toBeNull();
    expect(api.to(catalogue.trending)).toEqual([]);
  });
});
