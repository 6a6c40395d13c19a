/** State of the marketplace that is stored in the URL. */
import { PRODUCT_KINDS } from '@fundus/contract/marketplace/rules';
import { href } from '@fundus/contract/screens';

export const TABS = ['products', 'cart', 'orders', 'keep'] as const;
export type Tab = (typeof TABS)[number];
export const SORTS = ['title', 'newest', 'wished'] as const;

export type View = {
  tab: Tab;
  q: string;
  kind: (typeof PRODUCT_KINDS)[number] | '';
  subject: string;
  /** Grade such as `7`, or an empty string for any grade. */
  grade: string;
  sort: (typeof SORTS)[number];
  /** True if the list contains all orders that the user may manage, not only the user's own. */
  all: boolean;
  /** True if only orders with an unpaid invoice are shown. */
  unpaid: boolean;
  page: number;
};

export function parseMarketplaceView(search: string): View {
  const query = new URLSearchParams(search);
  const grade = Number(query.get('grade'));
  return {
    tab: TABS.find((each) => each === query.get('tab')) ?? 'products',
    q: (query.get('q') ?? '').slice(0, 100),
    kind: PRODUCT_KINDS.find((each) => each === query.get('kind')) ?? '',
    subject: /^\d{3}$/.test(query.get('subject') ?? '') ? query.get('subject')! : '',
    grade: Number.isInteger(grade) && grade >= 1 && grade <= 13 ? String(grade) : '',
    sort: SORTS.find((each) => each === query.get('sort')) ?? 'title',
    all: query.get('all') === '1',
    unpaid: query.get('unpaid') === '1',
    page: Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1),
  };
}

export const viewHref = ({ tab, sort, page, all, unpaid, ...rest }: Partial<View>): string =>
  href(
    'marketplace',
    {},
    {
      ...rest,
      tab: tab === 'products' ? '' : (tab ?? ''),
      sort: sort === 'title' ? '' : (sort ?? ''),
      all: all ? '1' : '',
      unpaid: unpaid ? '1' : '',
      page: page && page > 1 ? String(page) : '',
    },
  );
