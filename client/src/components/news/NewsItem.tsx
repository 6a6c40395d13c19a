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
  /** True to omit the picture. */
  plain?: boolean;
  eager?: boolean;
  heading?: 'h2' | 'h3';
};

/** Shows a news item in a list. The whole card links to its page. */
export function NewsItem({ news, large = false, plain = false, eager = false, heading: Heading = 'h2' }: Props) {
  const { locale } = useT();
  const lang = languageOf(news.language) === languageOf(locale) ? undefined : news.language;
  return (
    <article className="news-item" data-large={large || undefined} data-plain={plain || undefined}>
      <div className="news-words">
        <Heading lang={lang}>
          <Link href={href('news', { id: news.id })}>{news.title}</Link>
        </Heading>
        {news.teaser && (
          <p className="news-teaser" lang={lang}>
            {news.teaser}
          </p>
        )}
        <NewsFacts news={news} />
      </div>
      {!plain && <NewsCover news={news} eager={eager || large} />}
    </article>
  );
}
