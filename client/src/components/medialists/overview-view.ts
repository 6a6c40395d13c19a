/** View of the list overview as stored in the address. Pure. */
import { LIST_SCOPES, type ListScope } from '@fundus/contract/medialists/rules';
import { href } from '@fundus/contract/screens';
import { findScope } from './list-href.ts';

export const OVERVIEW_STATES = ['active', 'archived', 'deleted'] as const;
export type Overview = { scope: ListScope; state: (typeof OVERVIEW_STATES)[number]; subject: string; q: string; page: number };

function readQuery(search: string): Omit<Overview, 'scope'> & { scope: ListScope | null } {
  const query = new URLSearchParams(search);
  const page = Number(query.get('page'));
  return {
    scope: findScope(query.get('scope') ?? ''),
    state: OVERVIEW_STATES.find((state) => state === query.get('state')) ?? 'active',
    subject: query.get('subject') ?? '',
    q: query.get('q') ?? '',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export const readOverview = (search: string, scope: ListScope): Overview => ({ ...readQuery(search), scope });

/** Returns the view of the library tab. Its scope is a query parameter, which defaults to `first`. */
export const readTab = (search: string, first: ListScope): Overview => {
  const { scope, ...others } = readQuery(search);
  return { ...others, scope: scope ?? first };
};

const queryOf = ({ state, subject, q, page }: Overview) => ({
  state: state === 'active' ? '' : state,
  subject,
  q,
  page: page > 1 ? String(page) : '',
});

export const overviewHref = (view: Overview): string => href('medialist', { id: view.scope }, queryOf(view));
export const tabHref = (view: Overview, first: ListScope = LIST_SCOPES[0]): string =>
  href('library', { tab: 'lists' }, { scope: view.scope === first ? '' : view.scope, ...queryOf(view) });
