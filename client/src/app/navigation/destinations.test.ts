import { describe, expect, it } from 'vitest';
import { frontendConfig, person } from '../../testing/people.ts';
import { destinations, MAX_AT_THUMB } from './destinations.ts';

const names = (about: Parameters<typeof destinations>[0]): string[] => destinations(about).map(({ name }) => name);

describe('the entries of the navigation', () => {
  it('hold both searches as one', () => {
    expect(names({ user: person(), config: frontendConfig() }).filter((name) => name.includes('search'))).toEqual(['search']);
  });

  it('lead guests to the catalogue where only that is open to them', () => {
    const config = frontendConfig({ SearchNotLoggedIn: false });
    expect(names({ user: false, config }).filter((name) => name.includes('search'))).toEqual(['csearch']);
  });

  it('have at the thumb what is used most; what comes after is news', () => {
    expect(names({ user: person({ school_id: 'school-1' }), config: frontendConfig() }).slice(MAX_AT_THUMB)).toEqual(['news-list']);
  });
});
