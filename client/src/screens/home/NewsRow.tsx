import type { NewsCard } from '@fundus/contract/news/news';
import { newsHref } from '../../components/news/news-list.ts';
import { NewsItem } from '../../components/news/NewsItem.tsx';
import { useT } from '../../i18n/translate.ts';
import { Row } from './Row.tsx';
import '../../components/news/news.css';
import './home-screen.css';

/** Shows the latest news in columns of text. */
export function NewsRow({ items }: { items: readonly NewsCard[] }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row id="news" title={t('news.title')} more={{ href: newsHref(), label: t('news.all') }}>
      <ul className="news-columns">
        {items.map((one) => (
          <li key={one.id}>
            <NewsItem news={one} plain heading="h3" />
          </li>
        ))}
      </ul>
    </Row>
  );
}
