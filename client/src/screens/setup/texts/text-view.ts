/** State of the text administration that is stored in the URL. */
import { areaOf, TEXT_STATES, type TextRow } from '@fundus/contract/setup/texts';

/** Filters by state. `missing_beside` finds texts that are missing in the second language. */
export const STATE_FILTERS = ['all', 'draft', ...TEXT_STATES, 'missing_beside'] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** `beside` is the second language: empty for the first other language, `none` to show only one. */
export type TextView = { lang: string; beside: string; area: string; state: StateFilter; q: string; page: number };

export const PAGE = 50;

export function parseTextView(search: string, fallback: string): TextView {
  const given = new URLSearchParams(search);
  const state = given.get('state') as StateFilter | null;
  return {
    lang: given.get('lang') ?? fallback,
    beside: given.get('beside') ?? '',
    area: given.get('area') ?? '',
    state: state && STATE_FILTERS.includes(state) ? state : 'all',
    q: given.get('q') ?? '',
    page: Math.max(1, Number.parseInt(given.get('page') ?? '1', 10) || 1),
  };
}

/** Returns the URL query of a view, without default values. */
export const viewQuery = ({ lang, beside, area, state, q, page }: TextView): Record<string, string | undefined> => ({
  lang,
  beside: beside || undefined,
  area: area || undefined,
  state: state === 'all' ? undefined : state,
  q: q || undefined,
  page: page > 1 ? String(page) : undefined,
});

export const isDraft = (row: TextRow): boolean => row.own !== row.published;

type Rows = ReadonlyMap<string, TextRow>;
export const rowsByKey = (rows: readonly TextRow[]): Rows => new Map(rows.map((row) => [row.key, row]));

const fits = (row: TextRow, state: StateFilter, other: TextRow | undefined): boolean => {
  if (state === 'all') return true;
  if (state === 'draft') return isDraft(row);
  return state === 'missing_beside' ? other?.state === 'missing' : row.state === state;
};

/** Returns the rows that match a view. All search words must occur in the key or in the texts of either language, in any order. */
export function filterRows(rows: readonly TextRow[], { area, state, q }: Pick<TextView, 'area' | 'state' | 'q'>, beside?: Rows): TextRow[] {
  const words = q.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const other = beside?.get(row.key);
    if (area && areaOf(row.key) !== area) return false;
    if (!fits(row, state, other)) return false;
    const text = [row.key, row.base, row.own, other?.base, other?.own].join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export const areasOf = (rows: readonly TextRow[]): string[] => [...new Set(rows.map((row) => areaOf(row.key)))].sort();

export function countStates(rows: readonly TextRow[], beside?: Rows): Record<StateFilter, number> {
  const counts = { all: rows.length, draft: 0, same: 0, changed: 0, outdated: 0, missing: 0, unused: 0, missing_beside: 0 };
  for (const row of rows) {
    counts[row.state]++;
    if (isDraft(row)) counts.draft++;
    if (beside?.get(row.key)?.state === 'missing') counts.missing_beside++;
  }
  return counts;
}
