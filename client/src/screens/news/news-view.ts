/** What the address of the list says: which page, or what of managing. */
import { NEWS_STATES, type NewsState } from '@fundus/contract/news/rules';
import { href } from '@fundus/contract/screens';

export type NewsView = {
  page: number;
  /** All of those one may write at, or those of a state; null: the list for readers. */
  manage: NewsState | 'all' | null;
  q: string;
  /** Something new is being written. */
  writing: boolean;
};

/** Rows of a page of the list for those who write. */
export const MANAGE_PAGE = 25;

export function readNews(search: string): NewsView {
  const query = new URLSearchParams(search);
  const manage = query.get('manage');
  return {
    page: Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1),
    manage: manage === null ? null : (NEWS_STATES.find((state) => state === manage) ?? 'all'),
    q: (query.get('q') ?? '').slice(0, 100),
    writing: query.get('edit') === 'new',
  };
}

export const manageHref = ({ manage = 'all', q = '', page = 1 }: Partial<NewsView> = {}): string =>
  href('news-list', {}, { manage: manage ?? 'all', q, page: page > 1 ? String(page) : '' });
