import type { TextRow } from '@fundus/contract/setup/texts';
import { describe, expect, it } from 'vitest';
import { areasOf, countStates, filterRows, parseTextView, rowsByKey, viewQuery } from './text-view.ts';

const row = (key: string, base: string, own: string | null = null, published: string | null = null): TextRow => ({
  key,
  base,
  own,
  published,
  state: own === null ? 'same' : 'changed',
  version: 0,
  changed_at: null,
  changed_by: null,
});
const rows = [row('nav.home', 'Start', 'Anfang'), row('nav.search', 'Mediathek'), row('search.label', 'Medien suchen', 'Finden', 'Finden')];
const keys = (search: string) => filterRows(rows, parseTextView(search, 'de')).map((found) => found.key);

describe('filter of texts', () => {
  it.each([
    ['', ['nav.home', 'nav.search', 'search.label']],
    ['area=nav', ['nav.home', 'nav.search']],
    ['state=changed', ['nav.home', 'search.label']],
    ['state=draft', ['nav.home']],
    ['state=same&area=nav', ['nav.search']],
    ['q=anfang', ['nav.home']],
    ['q=medi', ['nav.search', 'search.label']],
    ['q=SUCHEN+medien', ['search.label']],
    ['q=nav+medi', ['nav.search']],
    ['state=nonsense', ['nav.home', 'nav.search', 'search.label']],
  ])('applies the query "%s"', (search, wanted) => expect(keys(search)).toEqual(wanted));

  it('restores a view from its URL', () => {
    const view = { lang: 'ar', beside: 'de', area: 'nav', state: 'missing', q: 'a b', page: 3 } as const;
    expect(parseTextView(new URLSearchParams(viewQuery(view) as Record<string, string>).toString(), 'de')).toEqual(view);
    expect(viewQuery({ lang: 'de', beside: '', area: '', state: 'all', q: '', page: 1 })).toEqual({ lang: 'de' });
    expect(parseTextView('page=-4', 'de').page).toBe(1);
  });

  it('matches words in both displayed languages', () => {
    const beside = rowsByKey([{ ...row('nav.home', 'Home'), state: 'missing' }, row('search.label', 'Search media', 'Find')]);
    const found = (search: string) => filterRows(rows, parseTextView(search, 'de'), beside).map(({ key }) => key);
    expect([found('state=missing_beside'), found('q=find'), found('q=anfang+home')]).toEqual([
      ['nav.home'],
      ['search.label'],
      ['nav.home'],
    ]);
    expect(countStates(rows, beside).missing_beside).toBe(1);
  });

  it('counts texts by state', () => {
    expect(areasOf(rows)).toEqual(['nav', 'search']);
    expect(countStates(rows)).toMatchObject({ all: 3, draft: 1, same: 1, changed: 2, missing: 0 });
  });
});
