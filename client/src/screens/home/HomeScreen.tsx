import { isStudent } from '@fundus/contract/access';
import { catalogue } from '@fundus/contract/catalogue';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { query } from '../../api/query.ts';
import { Illustration } from '../../components/Illustration.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { searchScope, type SearchScope } from '../../components/search-scope.ts';
import { SearchField } from '../../components/SearchField.tsx';
import type { Go, ScreenProps } from '../../components/screen.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { useStandIn } from '../../stores/search-bar.ts';
import { useSession } from '../../stores/session.ts';
import { greetingKey } from './greeting.ts';
import './home-screen.css';
import { Bookmarks, bookmarksQuery, Continue, continueQuery, Newest, newestQuery, Trending, WaitingRow } from './rows.tsx';
import { SubjectShelf } from './SubjectShelf.tsx';
import { Ways } from './Ways.tsx';

/** Greeting, search, and what is worth opening now; rows without anything are not there. */
export function Screen({ go }: ScreenProps<'homepage'>) {
  const { t, locale } = useT();
  const session = useSession();
  const { user, config } = session;
  const scope = searchScope(session);
  const now = new Date();
  const pupil = Boolean(user && isStudent(user));

  return (
    <>
      <section className="hero">
        <div className="wrap">
          <div className="hero-text">
            <p className="quiet">{formatDate(now, 'weekday', locale)}</p>
            {user ? (
              <PageHeading title={t('nav.home')}>
                {t(greetingKey(now.getHours()), { name: pupil ? user.vorname : `${user.vorname} ${user.name}`.trim() })}
              </PageHeading>
            ) : (
              <PageHeading title={t('nav.home')}>{t(config.Type ? `home.guest.title.${config.Type}` : 'home.guest.title')}</PageHeading>
            )}
            {scope && <HeroSearch scope={scope} go={go} />}
          </div>
          <Illustration />
        </div>
      </section>
      <div className="wrap">
        {!user && <Ways scope={scope} />}
        {user ? <OwnRows scope={scope} pupil={pupil} /> : scope && <GuestRows scope={scope} />}
        {user && <Ways scope={scope} />}
      </div>
    </>
  );
}

/** All rows come together: one that arrives late would push the others down while they are read. */
function OwnRows({ scope, pupil }: { scope: SearchScope | null; pupil: boolean }) {
  const history = useQuery(continueQuery);
  const bookmarks = useQuery(bookmarksQuery);
  const newest = useQuery({ ...newestQuery(scope ?? 'search'), enabled: scope !== null });
  const { config } = useSession();
  const trending = useQuery({ ...query(catalogue.trending), enabled: scope === 'search' && !config.DisableTrending });
  const waiting = history.isLoading || bookmarks.isLoading || newest.isLoading || trending.isLoading;
  if (waiting) return <WaitingRow />;
  return (
    <>
      <Continue items={history.data?.items ?? []} pupil={pupil} />
      {scope && <Newest items={newest.data?.items ?? []} scope={scope} />}
      <Trending items={trending.data?.items ?? []} />
      <Bookmarks items={(bookmarks.data?.items ?? []).flatMap(({ medium }) => medium ?? [])} pupil={pupil} />
      {scope && <SubjectShelf scope={scope} />}
    </>
  );
}

function GuestRows({ scope }: { scope: SearchScope }) {
  const newest = useQuery(newestQuery(scope));
  return (
    <>
      <SubjectShelf scope={scope} />
      {newest.isLoading ? <WaitingRow /> : <Newest items={newest.data?.items ?? []} scope={scope} />}
    </>
  );
}

/** The large field stands in for the one in the bar until it scrolls away. */
function HeroSearch({ scope, go }: { scope: SearchScope; go: Go }) {
  const { t } = useT();
  const field = useRef<HTMLInputElement>(null);
  useStandIn(field);
  return (
    <SearchField
      scope={scope}
      variant="large"
      label={t('search.label')}
      placeholder={t('home.search.placeholder')}
      text=""
      onSearch={(q) => go(href(scope, {}, { q }))}
      field={field}
    />
  );
}
