/** View of the class pages as stored in their addresses. */
import { CLASS_LISTS } from '@fundus/contract/classes/rules';
import { href } from '@fundus/contract/screens';

/** Lists of classes, and `codes` for learner codes without a class. */
const LISTS = [...CLASS_LISTS, 'codes'] as const;
export type ClassList = (typeof LISTS)[number];

type ClassesView = {
  show: ClassList;
  /** School year such as `2026/27`, or '' for all years. */
  year: string;
  page: number;
  /** Join code in the address. `sheet` is the code of a printed sheet. */
  code: string;
  sheet: string;
};

/** Number of cards per page. */
export const CLASSES_PAGE = 24;

const pageOf = (query: URLSearchParams): number => Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1);
const pageText = (page: number | undefined): string => (page && page > 1 ? String(page) : '');

export function readClasses(search: string): ClassesView {
  const query = new URLSearchParams(search);
  const year = query.get('year') ?? '';
  return {
    show: LISTS.find((each) => each === query.get('show')) ?? 'own',
    year: /^\d{4}\/\d{2}$/.test(year) ? year : '',
    page: pageOf(query),
    code: (query.get('code') ?? '').slice(0, 40),
    sheet: (query.get('sheet') ?? '').slice(0, 200),
  };
}

export const classesHref = ({ show, year, page }: Partial<ClassesView>): string =>
  href('classes', {}, { show: show === 'own' ? '' : (show ?? ''), year: year ?? '', page: pageText(page) });

const CLASS_TABS = ['media', 'assignments', 'learners', 'groups', 'results', 'settings'] as const;
export type ClassTab = (typeof CLASS_TABS)[number];

export type ClassView = { tab: ClassTab | null; q: string; page: number };

/** Number of learners per page. */
export const MEMBERS_PAGE = 50;

export function readClass(search: string): ClassView {
  const query = new URLSearchParams(search);
  return { tab: CLASS_TABS.find((tab) => tab === query.get('tab')) ?? null, q: query.get('q') ?? '', page: pageOf(query) };
}

export const classHref = (id: string, { tab, q, page }: Partial<ClassView> = {}): string =>
  href('class', { id }, { tab: tab && tab !== 'media' ? tab : '', q: q ?? '', page: pageText(page) });
