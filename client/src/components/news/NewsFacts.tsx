import type { NewsCard } from '@fundus/contract/news/news';
import { Pin } from 'lucide-react';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import './news.css';

type Props = { news: Pick<NewsCard, 'category' | 'from' | 'display_at' | 'updated_at' | 'pinned' | 'unread' | 'state'>; signs?: boolean };

/** Shows day, category, author and marks of a news item. */
export function NewsFacts({ news, signs = true }: Props) {
  const { t, locale } = useT();
  const { category, from, display_at, updated_at, pinned, unread, state } = news;
  return (
    <p className="news-facts">
      {signs && unread && <span className="news-new">{t('news.new')}</span>}
      {signs && pinned && (
        <span className="news-pinned">
          <Pin className="i-16" />
          {t('news.pinned')}
        </span>
      )}
      <time dateTime={display_at}>{formatDate(display_at, 'berlin', locale)}</time>
      {category && <span className="news-category">{category.label}</span>}
      <span>{from}</span>
      {updated_at && signs && <span>{t('news.updated')}</span>}
      {state === 'expired' && signs && <span className="news-over">{t('news.expired')}</span>}
    </p>
  );
}
