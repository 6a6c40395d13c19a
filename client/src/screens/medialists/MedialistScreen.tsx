import { isUnknown } from '../../api/is-unknown.ts';
import { isStudent } from '@fundus/contract/access';
import type { ListScope } from '@fundus/contract/medialists/rules';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { findScope } from '../../components/medialists/list-href.ts';
import { overviewHref, readOverview } from '../../components/medialists/overview-view.ts';
import { readList } from '../../components/medialists/read-list.ts';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Link } from '../../ui/Link.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import { ListPage } from './ListPage.tsx';
import './medialists.css';
import { loadLater } from '../../ui/load-later.tsx';

const Waiting = () => (
  <ShowDelayed>
    <Bar width="50%" height="2.5rem" />
    <Bar width="100%" height="18rem" />
  </ShowDelayed>
);

const ListsOverview = loadLater(async () => (await import('../../components/medialists/ListsOverview.tsx')).ListsOverview, Waiting);

/** Shows a media list. If `id` is the name of a scope, shows the lists of that scope (docs/behaviour/medialists.md). */
export function Screen({ params: { id }, search, go }: ScreenProps<'medialist'>) {
  const scope = findScope(id);
  return scope ? <OverviewPage scope={scope} search={search} go={go} /> : <MedialistPage key={id} id={id} search={search} go={go} />;
}

function OverviewPage({ scope, search, go }: { scope: ListScope } & Pick<ScreenProps<'medialist'>, 'search' | 'go'>) {
  const { t } = useT();
  const { user } = useSession();
  const pupil = Boolean(user && isStudent(user));
  const label = (name: ListScope) => t(pupil && name === 'mine' ? 'lists.scope.mine.pupil' : `lists.scope.${name}`);
  return (
    <div className="wrap list-page">
      <PageHeading title={`${label(scope)} · ${t('lists.title')}`}>{t('lists.title')}</PageHeading>

      <ListsOverview
        view={readOverview(search, scope)}
        hrefOf={overviewHref}
        go={go}
        switcher={(scopes, hrefOf) =>
          scopes.length > 1 && (
            <PageTabs
              label={t('lists.scopes')}
              tabs={scopes.map((name) => ({ href: hrefOf(name), label: label(name), current: name === scope }))}
            />
          )
        }
      />
    </div>
  );
}

function MedialistPage({ id, search, go }: { id: string } & Pick<ScreenProps<'medialist'>, 'search' | 'go'>) {
  const { t } = useT();
  const one = useQuery(readList(id));
  const gone = isUnknown(one.error);
  // A list disappears from the page when the user loses access, even if it is cached.
  if (one.data && !gone) return <ListPage list={one.data} search={search} reread={() => void one.refetch()} go={go} />;
  return (
    <div className="wrap list-page">
      {gone ? (
        <>
          <PageHeading title={t('list.unknown')} />
          <p>
            {t('list.unknown.hint')} <Link href={href('medialist', { id: 'mine' })}>{t('list.toOverview')}</Link>
          </p>
        </>
      ) : one.error ? (
        <>
          <PageHeading title={t('list.title')} />
          <Failed error={one.error} onRetry={() => void one.refetch()} />
        </>
      ) : (
        <Waiting />
      )}
    </div>
  );
}
