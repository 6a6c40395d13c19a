/** Paginated news for the news list and the page of a school. */
import { news, NEWS_PAGE } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { keepPreviousData } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

type NewsPage = {
  /** Category, or empty for all categories. */
  c?: string;
  /** True for news of the user's school only. */
  school?: boolean;
  /** Page number, starting at 1. */
  page: number;
  /** Preferred language of the news. */
  lang: string;
};

/** Returns the query of a page of news, which is refetched each time it is opened. */
export const newsPage = ({ c = '', school = false, page, lang }: NewsPage) => ({
  ...query(news.list, {
    query: { c, lang, offset: (page - 1) * NEWS_PAGE, limit: NEWS_PAGE, ...(school && { school: 'true' }) },
  }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

export const newsHref = ({ c, page }: { c?: string; page?: number } = {}): string =>
  href('news-list', c ? { c } : {}, { page: page && page > 1 ? String(page) : '' });

/** Returns the address of the form for a new news item. */
export const newNewsHref = (): string => href('news-list', {}, { edit: 'new' });
export const editNewsHref = (id: string): string => href('news', { id }, { edit: '1' });
