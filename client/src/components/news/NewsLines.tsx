import { languageOf } from '@fundus/contract/locale';
import type { NewsCard } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { NewsCover } from './NewsCover.tsx';
import { NewsFacts } from './NewsFacts.tsx';
import './news.css';

/** Shows news as lines with a small picture, for pages with other contents. */
export function NewsLines({ items }: { items: readonly NewsCard[] }) {
  const { locale } = useT();
  return (
    <ul className="lines news-lines">
      {items.map((news) => (
        <li key={news.id}>
          <NewsCover news={news} />
          <div>
            <h3 lang={languageOf(news.language) === languageOf(locale) ? undefined : news.language}>
              <Link href={href('news', { id: news.id })}>{news.title}</Link>
            </h3>
            <NewsFacts news={news} />
          </div>
        </li>
      ))}
    </ul>
  );
}
