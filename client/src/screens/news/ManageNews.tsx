import { news, NEWS_STATES, type NewsRow } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import { CalendarClock, Languages, Megaphone, Newspaper, Pin, Plus, Tags } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../api/call.ts';
import { ExportMenu } from '../../components/lists/ExportMenu.tsx';
import { BackLink } from '../../components/page/BackLink.tsx';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { FindInAddress } from '../../components/lists/FindInAddress.tsx';
import { editNewsHref, newNewsHref, newsHref } from '../../components/news/news-list.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { Go } from '../../components/page/screen.ts';
import { PagedList } from '../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../components/lists/use-page.ts';
import { languageName } from '../../i18n/format.ts';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import '../../components/lists/row-state.css';
import { berlinMoment } from '../../i18n/berlin-time.ts';
import { MANAGE_PAGE, manageHref, type NewsView } from './news-view.ts';
import './news-screen.css';
import { loadLater } from '../../ui/load-later.tsx';

const CategoriesDialog = loadLater(async () => (await import('./CategoriesDialog.tsx')).CategoriesDialog);

/** Lists the articles that the user may edit, filtered by state and search text. */
export function ManageNews({ view, go }: { view: NewsView; go: Go }) {
  const { t, locale } = useT();
  const [sorting, setSorting] = useState(false);
  const { manage, q, page } = view;
  const list = usePage(news.manage, {
    query: {
      q,
      state: manage === null || manage === 'all' ? '' : manage,
      ...rowsOf(page, MANAGE_PAGE),
      lang: locale,
    },
  });
  const { data } = list;
  const counts = data?.counts;
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const states = NEWS_STATES.filter((state) => state === manage || (counts?.[state] ?? 0) > 0);
  const may = data && (data.can.school || data.can.district);
  return (
    <div className="wrap news-screen">
      <BackLink href={newsHref()}>{t('news.back')}</BackLink>
      <div className="news-title">
        <PageHeading title={t('news.manage.title')} />
        <div>
          {data?.can.categories && (
            <Button variant="line" icon={<Tags />} onClick={() => setSorting(true)}>
              {t('news.categories')}
            </Button>
          )}
          {may && (
            <ButtonLink variant="primary" icon={<Plus />} href={newNewsHref()}>
              {t('news.write')}
            </ButtonLink>
          )}
        </div>
      </div>
      <PageTabs
        label={t('news.states')}
        tabs={(['all', ...states] as const).map((state) => ({
          href: manageHref({ manage: state, q }),
          label: t(`news.states.${state}`),
          count: state === 'all' ? all : (counts?.[state] ?? 0),
          current: state === manage,
        }))}
      />
      <div className="news-bar">
        <FindInAddress label={t('news.find')} value={q} onFind={(words) => go(manageHref({ manage, q: words }), { replace: true })} />
        <ExportMenu
          hrefOf={(wanted) =>
            address(news.exportManaged, { query: { q, state: manage === null || manage === 'all' ? '' : manage, ...wanted } })
          }
        />
      </div>
      <PagedList
        list={list}
        label={t('news.pages')}
        onPage={(page) => go(manageHref({ manage, q, page }))}
        waiting="16rem"
        empty={
          <EmptyState icon={<Newspaper />} title={t(q || manage !== 'all' ? 'news.manage.found.none' : 'news.manage.none')}>
            {!q && manage === 'all' && <p>{t('news.none.write')}</p>}
          </EmptyState>
        }
      >
        {(data) => (
          <ul className="lines news-rows">
            {data.items.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
      </PagedList>
      {sorting && <CategoriesDialog onClose={() => setSorting(false)} />}
    </div>
  );
}

function Row({ row }: { row: NewsRow }) {
  const { t, locale } = useT();
  const { id, state, title, language, languages, audience, targets, roles, category, display_at, expires_at, changed_at, pinned } = row;
  const when = (): string => {
    if (state === 'scheduled' && display_at) return t('news.scheduled.at', { date: berlinMoment(display_at, locale) });
    if (state === 'expired' && expires_at) return t('news.expired.at', { date: berlinMoment(expires_at, locale) });
    if (state === 'published' && display_at)
      return [
        t('news.published.at', { date: berlinMoment(display_at, locale) }),
        expires_at && t('news.until', { date: berlinMoment(expires_at, locale) }),
      ]
        .filter(Boolean)
        .join(' ');
    return t('news.changed', { date: berlinMoment(changed_at, locale) });
  };
  const audienceText = [t(`news.audience.${audience}`), targets.join(', '), roles !== 'all' && t(`news.roles.${roles}`)];
  return (
    <li>
      <div>
        <h2 lang={language}>
          <Link href={editNewsHref(id)}>{title || t('news.untitled')}</Link>
        </h2>
        <p className="news-row-facts">
          <span>
            <Megaphone className="i-16" />
            {joinFacts(audienceText)}
          </span>
          <span>
            <CalendarClock className="i-16" />
            {when()}
          </span>
          {category && <span>{category.label}</span>}
          <span>{row.from}</span>
          {pinned && (
            <span>
              <Pin className="i-16" />
              {t('news.pinned')}
            </span>
          )}
          {languages.length > 1 && (
            <span>
              <Languages className="i-16" />
              {languages.map((code) => languageName(code, locale)).join(', ')}
            </span>
          )}
        </p>
      </div>
      <p className="news-row-state">
        <span className={`row-state row-state-${state}`}>{t(`news.state.${state}`)}</span>
        {(state === 'published' || state === 'expired') && (
          <Link className="small" href={href('news', { id })}>
            {t('news.read')}
            <span className="sr">: {title}</span>
          </Link>
        )}
      </p>
    </li>
  );
}
