import { isStudent } from '@fundus/contract/access';
import { news, type News } from '@fundus/contract/news/news';
import { href, isNewsId } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, CircleAlert, Pencil, Printer, SearchX } from 'lucide-react';
import { isUnknown } from '../../api/is-unknown.ts';
import { query } from '../../api/query.ts';
import { editNewsHref, newsHref } from '../../components/news/news-list.ts';
import { BackLink } from '../../components/page/BackLink.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useFocusOnChange } from '../../stores/page.ts';
import { useSession } from '../../stores/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { Article } from './Article.tsx';
import './article.css';
import { loadLater } from '../../ui/load-later.tsx';

// Loaded on demand, because only editors need it.
const EditNews = loadLater(async () => (await import('./EditNews.tsx')).EditNews);

/** Shows an article, or its editor if the URL says so (docs/behaviour/news.md#reading). */
export function Screen({ params, search, go, from }: ScreenProps<'news'>) {
  const writing = new URLSearchParams(search).has('edit');
  useFocusOnChange(writing ? 'write' : 'read');
  if (writing) return <EditNews key={params.id} id={params.id} go={go} />;
  return <Reader id={params.id} from={from} />;
}

function Reader({ id, from }: { id: string; from: ScreenProps<'news'>['from'] }) {
  const { t, locale } = useT();
  const { user } = useSession();
  // Numeric IDs come from an earlier system and no longer exist.
  const known = isNewsId(id) && id.includes('-');
  const { data, error, refetch } = useQuery({
    ...query(news.read, { params: { id }, query: { lang: locale } }),
    enabled: known,
    staleTime: 0,
  });
  if (!known || isUnknown(error))
    return (
      <div className="wrap news-page">
        <EmptyState icon={<SearchX />} title={t('news.missing')} heading={(words) => <PageHeading title={words} />}>
          <p>{t(user && isStudent(user) ? 'news.missing.text.pupil' : 'news.missing.text')}</p>
          <ButtonLink variant="primary" href={newsHref()}>
            {t('news.all')}
          </ButtonLink>
        </EmptyState>
      </div>
    );
  if (error && !data)
    return (
      <div className="wrap news-page">
        <EmptyState icon={<CircleAlert />} title={t('news.failed')} heading={(words) => <PageHeading title={words} />}>
          <p>{t(`error.${error.code}`, { name: '' })}</p>
          <Button variant="primary" onClick={() => void refetch()}>
            {t('app.retry')}
          </Button>
        </EmptyState>
      </div>
    );
  return (
    <div className="wrap news-page">
      <div className="article-bar">
        <BackToNews from={from} />
        <div>
          <Button className="only-wide" icon={<Printer />} disabled={!data} onClick={() => print()}>
            {t('news.print')}
          </Button>
          {data?.can.edit && (
            <ButtonLink variant="line" icon={<Pencil />} href={editNewsHref(id)}>
              {t('news.edit')}
            </ButtonLink>
          )}
        </div>
      </div>
      {data ? (
        <>
          <Article news={data} heading={(words) => <PageHeading title={words} />} />
          <AdjacentNews {...data} />
        </>
      ) : (
        <ShowDelayed>
          <div className="article article-head" aria-hidden="true">
            <Bar width="85%" height="2.75rem" />
            <Bar width="40%" />
            <Bar width="100%" height="16rem" />
            <Bar width="95%" />
            <Bar width="90%" />
          </div>
        </ShowDelayed>
      )}
    </div>
  );
}

const ROOT = href('news-list');

/** Shows a link back to the list with the category and page that were open. */
function BackToNews({ from }: { from: ScreenProps<'news'>['from'] }) {
  const { t } = useT();
  const path = from?.href.split('?')[0] ?? '';
  const list = path === ROOT || (path.startsWith(`${ROOT}/`) && !isNewsId(path.slice(ROOT.length + 1)));
  const school = path === href('school');
  return <BackLink href={from && (list || school) ? from.href : newsHref()}>{t(school ? 'news.back.school' : 'news.back')}</BackLink>;
}

function AdjacentNews({ previous, next }: Pick<News, 'previous' | 'next'>) {
  const { t } = useT();
  if (!previous && !next) return null;
  return (
    <nav className="article-others" aria-label={t('news.others')}>
      {previous && (
        <Link rel="prev" href={href('news', { id: previous.id })}>
          <span>
            <ArrowLeft className="i-16" />
            {t('news.newer')}
          </span>
          <span>{previous.title}</span>
        </Link>
      )}
      {next && (
        <Link rel="next" href={href('news', { id: next.id })}>
          <span>
            {t('news.older')}
            <ArrowRight className="i-16" />
          </span>
          <span>{next.title}</span>
        </Link>
      )}
    </nav>
  );
}
