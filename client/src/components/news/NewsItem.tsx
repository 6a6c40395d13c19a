import type { NewsCard } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { languageOf } from '@fundus/contract/locale';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { NewsCover } from './NewsCover.tsx';
import { NewsFacts } from './NewsFacts.tsx';
import './news.css';

type Props = {
  news: NewsCard;
  /** True to show the item at full width. */
  large?: boolean;
  eager?: boolean;
};

/** Shows a news item in a list. The whole card links to its page. */
export function NewsItem({ news, large = false, eager = false }: Props) {
  const { locale } = useT();
  const lang = languageOf(news.language) === languageOf(locale) ? undefined : news.language;
  return (
    <article className="news-item" data-large={large || undefined}>
      <div className="news-words">
        <h2 lang={lang}>
          <Link href={href('news', { id: news.id })}>{news.title}</Link>
        </h2>
        {news.teaser && (
          <p className="news-teaser" lang={lang}>
            {news.teaser}
          </p>
        )}
        <NewsFacts news={news} />
      </div>
      <NewsCover news={news} eager={eager || large} />
    </article>
  );
}
