/** What the address of lending says: which tab and point, what is looked for, which model and month. */
import { shiftDay } from '@fundus/contract/days';
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
  /** Days somebody wants a device for; empty: any. */
  from: string;
  until: string;
  /** … and lessons of the first of them, where it is lent by them; 0: any. */
  first: number;
  last: number;
  model: string;
  /** A medium of the catalogue somebody wants to borrow: its model is found by it. */
  medium: string;
  /** Monday the calendar begins with; empty: this week's. */
  week: string;
  /** How much of the calendar of all devices is seen. */
  span: TimelineSpan;
  /** Models with bookings alone. */
  booked: boolean;
  show: 'open' | 'over';
  page: number;
};

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
  };
}

export const lendingHref = ({ tab, show, page, first, last, span, booked, ...rest }: Partial<LendingView>): string =>
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
    },
  );

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => shiftDay(day, -((new Date(day).getUTCDay() + 6) % 7));
