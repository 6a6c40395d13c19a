import { traitsOf } from '@fundus/contract/portal-types';
import { news } from '@fundus/contract/news/news';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Newspaper, Plus, Rss, SquarePen } from 'lucide-react';
import { useEffect } from 'react';
import { query, useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { newNewsHref, newsHref, newsPage } from '../../components/news/news-list.ts';
import { NewsList } from '../../components/news/NewsList.tsx';
import { useUnreadNews } from '../../components/news/use-unread-news.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useFocusOnChange } from '../../stores/page.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { manageHref, readNews } from './news-view.ts';
import './news-screen.css';
import { loadLater } from '../../ui/load-later.tsx';

// Loaded on demand, because only editors need it.
const EditNews = loadLater(async () => (await import('./EditNews.tsx')).EditNews);
const ManageNews = loadLater(async () => (await import('./ManageNews.tsx')).ManageNews);

/** Shows the list of news. Editors can also manage articles and write new ones (docs/behaviour/news.md#reading). */
export function Screen({ params, search, go }: ScreenProps<'news-list'>) {
  const view = readNews(search);
  useFocusOnChange(view.writing ? 'write' : view.manage === null ? 'read' : 'manage');
  if (view.writing || view.manage !== null) return view.writing ? <EditNews id={null} go={go} /> : <ManageNews view={view} go={go} />;
  return <Readers c={params.c ?? ''} page={view.page} go={go} />;
}

type Props = { c: string; page: number } & Pick<ScreenProps<'news-list'>, 'go'>;

function Readers({ c, page, go }: Props) {
  const { t, locale } = useT();
  const { config } = useSession();
  const list = useQuery(newsPage({ c, page, lang: locale }));
  const { data } = list;
  useMarkRead(data !== undefined && !list.isPlaceholderData, Boolean(data?.items.some(({ unread }) => unread)));
  const category = data?.categories.find(({ slug }) => slug === c);
  const unknown = data !== undefined && c !== '' && !category;
  const all = data?.categories.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <div className="wrap news-screen">
      <div className="news-title">
        <PageHeading title={category ? `${category.label} · ${t('news.title')}` : t('news.title')}>{t('news.title')}</PageHeading>
        {data?.can.write && (
          <div>
            <ButtonLink variant="line" icon={<SquarePen />} href={manageHref()}>
              {t('news.manage')}
            </ButtonLink>
            <ButtonLink variant="primary" icon={<Plus />} href={newNewsHref()}>
              {t('news.write')}
            </ButtonLink>
          </div>
        )}
      </div>
      {data && (data.categories.length > 1 || c !== '') && (
        <nav aria-label={t('news.categories')}>
          <ul className="news-chips">
            <li>
              <Link href={newsHref()} aria-current={c === '' ? 'page' : undefined}>
                {t('news.category.all')}
              </Link>
            </li>
            {data.categories.map(({ slug, label, count }) => (
              <li key={slug}>
                <Link href={newsHref({ c: slug })} aria-current={slug === c ? 'page' : undefined}>
                  {label}
                  <span className="news-count" aria-hidden="true">
                    {formatNumber(count, locale)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <NewsList
        list={list}
        large={c === ''}
        onTurn={(next) => go(newsHref({ c, page: next }))}
        empty={
          <EmptyState
            icon={<Newspaper />}
            title={unknown ? t('news.category.unknown', { name: c }) : t(c !== '' || all > 0 || page > 1 ? 'news.none.here' : 'news.none')}
          >
            <p>
              {unknown
                ? t('news.category.unknown.text')
                : t(data?.can.write && c === '' && page === 1 ? 'news.none.write' : 'news.none.text')}
            </p>
            {(c !== '' || page > 1) && (
              <ButtonLink variant="line" href={newsHref()}>
                {t('news.all')}
              </ButtonLink>
            )}
          </EmptyState>
        }
      />
      {traitsOf(config).mediaCentre && (
        <p className="news-feed">
          <a href={news.feed.path}>
            <Rss className="i-16" />
            {t('news.feed')}
          </a>
          <span className="small-print">{t('news.feed.hint')}</span>
        </p>
      )}
    </div>
  );
}

/** Marks all news as read once the list has been shown. */
function useMarkRead(shown: boolean, marked: boolean): void {
  const client = useQueryClient();
  const unread = useUnreadNews();
  const { mutate } = useCall(news.markAllRead);
  const wanted = shown && unread !== undefined && (unread > 0 || marked);
  useEffect(() => {
    if (wanted) mutate({}, { onSuccess: () => client.setQueryData(query(news.unread).queryKey, { count: 0 }) });
  }, [wanted, mutate, client]);
}
