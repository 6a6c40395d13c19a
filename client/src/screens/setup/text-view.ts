/** Which texts are shown: the address says language, area, state, words and page. */
import { areaOf, TEXT_STATES, type TextRow, type TextState } from '@fundus/contract/setup/texts';

export const STATE_FILTERS = ['all', 'draft', ...TEXT_STATES] as const;
type StateFilter = (typeof STATE_FILTERS)[number];

export type TextView = { lang: string; area: string; state: StateFilter; q: string; page: number };

export const PAGE = 50;

export function readView(search: string, fallback: string): TextView {
  const given = new URLSearchParams(search);
  const state = given.get('state') as StateFilter | null;
  return {
    lang: given.get('lang') ?? fallback,
    area: given.get('area') ?? '',
    state: state && STATE_FILTERS.includes(state) ? state : 'all',
    q: given.get('q') ?? '',
    page: Math.max(1, Number.parseInt(given.get('page') ?? '1', 10) || 1),
  };
}

/** What stands in the address; what is as always is left out. */
export const viewQuery = ({ lang, area, state, q, page }: TextView): Record<string, string | undefined> => ({
  lang,
  area: area || undefined,
  state: state === 'all' ? undefined : state,
  q: q || undefined,
  page: page > 1 ? String(page) : undefined,
});

export const isDraft = (row: TextRow): boolean => row.own !== row.published;

/** The rows of a view. Words are looked for in key, default and own text, all of them, in any order. */
export function filterRows(rows: readonly TextRow[], { area, state, q }: TextView): TextRow[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (area && areaOf(row.key) !== area) return false;
    if (state === 'draft' ? !isDraft(row) : state !== 'all' && row.state !== state) return false;
    const text = `${row.key} ${row.base} ${row.own ?? ''}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export const areasOf = (rows: readonly TextRow[]): string[] => [...new Set(rows.map((row) => areaOf(row.key)))].sort();

export function countStates(rows: readonly TextRow[]): Record<TextState | 'draft' | 'all', number> {
  const counts = { all: rows.length, draft: 0, same: 0, changed: 0, outdated: 0, missing: 0, unused: 0 };
  for (const row of rows) {
    counts[row.state]++;
    if (isDraft(row)) counts.draft++;
  }
  return counts;
}
