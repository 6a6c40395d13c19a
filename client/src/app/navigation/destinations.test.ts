import { describe, expect, it } from 'vitest';
import { frontendConfig, person } from '../../testing/people.ts';
import { listDestinations, MAX_BOTTOM_BAR_ITEMS } from './destinations.ts';

const names = (about: Parameters<typeof listDestinations>[0]): string[] => listDestinations(about).map(({ name }) => name);

describe('destinations', () => {
  it('combines both searches in one entry for signed-in users', () => {
    expect(names({ user: person(), config: frontendConfig() }).filter((name) => name.includes('search'))).toEqual(['search']);
  });

  it('offers guests only the catalogue search if the main search requires sign-in', () => {
    const config = frontendConfig({ SearchNotLoggedIn: false });
    expect(names({ user: false, config }).filter((name) => name.includes('search'))).toEqual(['csearch']);
  });

  it('leaves only the news outside the bottom bar', () => {
    expect(names({ user: person({ school_id: 'school-1' }), config: frontendConfig() }).slice(MAX_BOTTOM_BAR_ITEMS)).toEqual(['news-list']);
  });
});
