/** Paginated news, for the list of news and the page of a school. */
import { news, NEWS_PAGE } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { keepPreviousData } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

type NewsPage = {
  /** Category; empty for all. */
  c?: string;
  /** Only news of the user's school. */
  school?: boolean;
  /** Starting with 1. */
  page: number;
  /** Preferred language. */
  lang: string;
};

/** Returns the query of a page, refetched on each opening. */
export const newsPage = ({ c = '', school = false, page, lang }: NewsPage) => ({
  ...query(news.list, {
    query: { c, lang, offset: (page - 1) * NEWS_PAGE, limit: NEWS_PAGE, ...(school && { school: 'true' }) },
  }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

export const newsHref = ({ c, page }: { c?: string; page?: number } = {}): string =>
  href('news-list', c ? { c } : {}, { page: page && page > 1 ? String(page) : '' });

/** Addresses of the news editor. */
export const newNewsHref = (): string => href('news-list', {}, { edit: 'new' });
export const editNewsHref = (id: string): string => href('news', { id }, { edit: '1' });
