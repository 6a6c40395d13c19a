/** State of the list of news that is stored in the URL. */
import { NEWS_STATES, type NewsState } from '@fundus/contract/news/rules';
import { href } from '@fundus/contract/screens';

export type NewsView = {
  page: number;
  /** State filter for editors, or `null` for the list that readers see. */
  manage: NewsState | 'all' | null;
  q: string;
  /** True if a new article is being written. */
  writing: boolean;
};

/** Number of rows per page in the list for editors. */
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
