/** News page by page, for the list of news and for the page of a school. */
import { news, NEWS_PAGE } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { keepPreviousData } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

type NewsPage = {
  /** A category; empty: all of them. */
  c?: string;
  /** Only those of the own school. */
  school?: boolean;
  /** From 1. */
  page: number;
  /** Which language the words are wanted in. */
  lang: string;
};

/** Read anew each time: what was published a moment ago is there. */
export const newsPage = ({ c = '', school = false, page, lang }: NewsPage) => ({
  ...query(news.list, {
    query: { c, lang, offset: (page - 1) * NEWS_PAGE, limit: NEWS_PAGE, ...(school && { school: 'true' }) },
  }),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

export const newsHref = ({ c, page }: { c?: string; page?: number } = {}): string =>
  href('news-list', c ? { c } : {}, { page: page && page > 1 ? String(page) : '' });

/** Where news are begun, and where they are written at. */
export const newNewsHref = (): string => href('news-list', {}, { edit: 'new' });
export const editNewsHref = (id: string): string => href('news', { id }, { edit: '1' });
