import { describe, expect, it } from 'vitest';
import { frontendConfig, person } from '../../testing/people.ts';
import { listDestinations, MAX_BOTTOM_BAR_ITEMS } from './destinations.ts';

const names = (about: Parameters<typeof listDestinations>[0]): string[] => listDestinations(about).map(({ name }) => name);

describe('destinations', () => {
  it('combines both searches in one entry', () => {
    expect(names({ user: person(), config: frontendConfig() }).filter((name) => name.includes('search'))).toEqual(['search']);
  });

  it('links guests to the catalogue if they may open only the catalogue', () => {
    const config = frontendConfig({ SearchNotLoggedIn: false });
    expect(names({ user: false, config }).filter((name) => name.includes('search'))).toEqual(['csearch']);
  });

  it('shows the most used entries in the bottom bar, followed by the news', () => {
    expect(names({ user: person({ school_id: 'school-1' }), config: frontendConfig() }).slice(MAX_BOTTOM_BAR_ITEMS)).toEqual(['news-list']);
  });
});
