/** State of the lending screens that is stored in the URL. */
import { shiftDay } from '@fundus/contract/days';
import {
  DESK_PARTS,
  DESK_SORTS,
  DESK_STEPS,
  ITEM_FILTERS,
  type DeskPart,
  type DeskSort,
  type DeskStep,
  type ItemFilter,
} from '@fundus/contract/lending/desk/desk-orders';
import { DELIVERIES, type Delivery } from '@fundus/contract/lending/states';
import { MAX_LESSONS } from '@fundus/contract/schools/timetable';
import { href } from '@fundus/contract/screens';

export const LENDING_TABS = [
  'devices',
  'favourites',
  'loans',
  'desk',
  'timeline',
  'tours',
  'private',
  'stock',
  'damage',
  'inventory',
  'numbers',
  'migration',
] as const;
export type LendingTab = (typeof LENDING_TABS)[number];

export const TIMELINE_SPANS = ['day', 'week', 'month'] as const;
export type TimelineSpan = (typeof TIMELINE_SPANS)[number];

export type LendingView = {
  tab: LendingTab;
  point: string;
  q: string;
  category: string;
  /** First day of the searched period, or an empty string for any day. */
  from: string;
  until: string;
  /** First lesson of the searched period, used by points that lend by lesson. 0 means any lesson. */
  first: number;
  last: number;
  model: string;
  /** Identifier of a catalogue medium, which selects the model that lends it. */
  medium: string;
  /** Monday of the first week in the calendar, or an empty string for the current week. */
  week: string;
  /** Length of the period that the timeline shows. */
  span: TimelineSpan;
  /** True if the timeline shows only models with bookings. */
  booked: boolean;
  show: 'open' | 'over';
  page: number;
  /** Filter of the order list at the desk. The fields up to `sort` belong to the same list. */
  part: DeskPart | '';
  step: DeskStep | '';
  delivery: Delivery | '';
  school: string;
  on: string;
  sort: DeskSort;
  /** Selected work list of the desk, or the filter of the stock. */
  work: ItemFilter | 'tasks' | 'waiting';
  shelf: string;
  /** Selected list of the stock tab. */
  list: StockList;
};

export const STOCK_LISTS = ['items', 'models', 'more'] as const;
export type StockList = (typeof STOCK_LISTS)[number];

const oneOf = <V extends string, D extends string>(known: readonly V[], value: string | null, otherwise: D): V | D =>
  known.find((each) => each === value) ?? otherwise;

const dayOf = (value: string | null): string =>
  value && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const idOf = (value: string | null): string => (value && UUID.test(value) ? value : '');

const lessonOf = (value: string | null): number => {
  const lesson = Number(value);
  return Number.isInteger(lesson) && lesson >= 1 && lesson <= MAX_LESSONS ? lesson : 0;
};

export function readLending(search: string): LendingView {
  const query = new URLSearchParams(search);
  return {
    tab: LENDING_TABS.find((each) => each === query.get('tab')) ?? 'devices',
    point: idOf(query.get('point')),
    q: (query.get('q') ?? '').slice(0, 100),
    category: (query.get('category') ?? '').slice(0, 60),
    from: dayOf(query.get('from')),
    until: dayOf(query.get('until')),
    first: lessonOf(query.get('first')),
    last: lessonOf(query.get('last')),
    model: idOf(query.get('model')),
    medium: (query.get('medium') ?? '').slice(0, 200),
    week: dayOf(query.get('week')),
    span: TIMELINE_SPANS.find((each) => each === query.get('span')) ?? 'week',
    booked: query.get('booked') === '1',
    show: query.get('show') === 'over' ? 'over' : 'open',
    page: Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1),
    part: oneOf(DESK_PARTS, query.get('part'), ''),
    step: oneOf(DESK_STEPS, query.get('step'), ''),
    delivery: oneOf(DELIVERIES, query.get('delivery'), ''),
    school: (query.get('school') ?? '').slice(0, 40),
    on: dayOf(query.get('on')),
    sort: oneOf(DESK_SORTS, query.get('sort'), 'day'),
    work: oneOf([...ITEM_FILTERS, 'tasks', 'waiting'], query.get('work'), ''),
    shelf: (query.get('shelf') ?? '').slice(0, 60),
    list: oneOf(STOCK_LISTS, query.get('list'), 'items'),
  };
}

export const lendingHref = ({ tab, show, page, first, last, span, booked, sort, list, ...rest }: Partial<LendingView>): string =>
  href(
    'tech-rental',
    {},
    {
      ...rest,
      first: first ? String(first) : '',
      last: last ? String(last) : '',
      span: span && span !== 'week' ? span : '',
      booked: booked ? '1' : '',
      tab: tab === 'devices' ? '' : (tab ?? ''),
      show: show === 'over' ? 'over' : '',
      page: page && page > 1 ? String(page) : '',
      sort: sort === 'day' ? '' : (sort ?? ''),
      list: list === 'items' ? '' : (list ?? ''),
    },
  );

/** Returns the Monday of the week that contains the day. */
export const mondayOf = (day: string): string => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7));

/** Returns the day, or the next day on Sundays, because the week of a Sunday is over. */
export const skipSunday = (day: string): string => (new Date(day).getUTCDay() === 0 ? shiftDay(day, 1) : day);
