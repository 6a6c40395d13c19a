/** State of the school page that is stored in the URL. */
import { PERSON_KINDS, PERSON_SORTS, STATE_FILTERS, type PersonKind, type PersonSort } from '@fundus/contract/people/rules';
import { href } from '@fundus/contract/screens';

export const TABS = [
  'overview',
  'media',
  'shared',
  'news',
  'material',
  'people',
  'classes',
  'year',
  'invitations',
  'calendar',
  'numbers',
  'settings',
  'audit',
  'schools',
  'platforms',
] as const;
export type Tab = (typeof TABS)[number];

export type SchoolView = {
  /** ID of a school of the district. Empty for the user's own school or for the whole district. */
  id: string;
  tab: Tab | null;
  q: string;
  state: string;
  kind: string;
  /** ID of a class, which filters the people. */
  class: string;
  sort: string;
  /** First and last day of the audit log filter, as ISO dates. */
  from: string;
  to: string;
  page: number;
};

/** Number of rows per page. */
export const PAGE = 25;

const dayOf = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '');

const idOf = (text: string): string => (/^[0-9a-f-]{36}$/.test(text) ? text : '');

export function parseSchoolView(search: string): SchoolView {
  const query = new URLSearchParams(search);
  const param = (name: string): string => query.get(name) ?? '';
  return {
    id: param('id'),
    tab: TABS.find((tab) => tab === param('tab')) ?? null,
    q: param('q'),
    state: param('state'),
    kind: param('kind'),
    class: idOf(param('class')),
    sort: param('sort'),
    from: dayOf(param('from')),
    to: dayOf(param('to')),
    page: Math.max(1, Number.parseInt(param('page'), 10) || 1),
  };
}

export const viewHref = ({ page, tab, ...view }: Partial<SchoolView>): string =>
  href('school', {}, { ...view, tab: tab ?? '', page: page && page > 1 ? String(page) : '' });

const oneOf = <T extends string>(all: readonly T[], value: string): T => all.find((each) => each === value) ?? all[0]!;

export const stateOf = (value: string): (typeof STATE_FILTERS)[number] => oneOf(STATE_FILTERS, value);
export const parsePersonKind = (value: string): PersonKind => oneOf(PERSON_KINDS, value);
export const parsePersonSort = (value: string): PersonSort => oneOf(PERSON_SORTS, value);
