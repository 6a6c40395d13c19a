import type { NewsCard } from '@fundus/contract/news/news';
import { newsHref } from '../../components/news/news-list.ts';
import { NewsLines } from '../../components/news/NewsLines.tsx';
import { useT } from '../../i18n/translate.ts';
import { Row } from './Row.tsx';

/** Shows the latest news. */
export function NewsRow({ items }: { items: readonly NewsCard[] }) {
  const { t } = useT();
  if (items.length === 0) return null;
  return (
    <Row id="news" title={t('news.title')} more={{ href: newsHref(), label: t('news.all') }}>
      <NewsLines items={items} />
    </Row>
  );
}
