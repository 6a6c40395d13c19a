import { library } from '@fundus/contract/library/library';
import { LIBRARY_GROUPS, LIBRARY_TABS, type LibraryGroup, type LibraryTab } from '@fundus/contract/library/tabs';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { query } from '../../api/query.ts';
import { mayHaveMaterial } from '../../components/own-material/may-have-material.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Link } from '../../ui/Link.tsx';
import { BookmarksTab } from './BookmarksTab.tsx';
import '../../components/lists/line.css';
import './library-screen.css';
import { ListsTab } from './ListsTab.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import { usePhone } from '../../ui/use-width.ts';

type TabProps = Pick<ScreenProps<'library'>, 'search' | 'go'>;

// Tabs that are used less often and loaded on demand.
const DownloadsTab = loadLater(async () => (await import('./DownloadsTab.tsx')).DownloadsTab, PlaceholderLines);
const ExcerptsTab = loadLater(async () => (await import('./ExcerptsTab.tsx')).ExcerptsTab, PlaceholderLines);
const HistoryTab = loadLater(async () => (await import('./HistoryTab.tsx')).HistoryTab, PlaceholderLines);
const OfflineTab = loadLater(async () => (await import('./OfflineTab.tsx')).OfflineTab, PlaceholderLines);
const SearchesTab = loadLater(async () => (await import('./SearchesTab.tsx')).SearchesTab, PlaceholderLines);
const LicencesTab = loadLater(async () => (await import('./LicencesTab.tsx')).LicencesTab, PlaceholderLines);
const OwnTab = loadLater(async () => (await import('./OwnTab.tsx')).OwnTab, PlaceholderLines);
const ReportsTab = loadLater(async () => (await import('../../components/reviews/ReportsTab.tsx')).ReportsTab, PlaceholderLines);
const SharedTab = loadLater(async () => (await import('./SharedTab.tsx')).SharedTab, PlaceholderLines);
const WishesTab = loadLater(async () => (await import('./WishesTab.tsx')).WishesTab, PlaceholderLines);

const TABS: Record<LibraryTab, ComponentType<TabProps>> = {
  licences: LicencesTab,
  bookmarks: BookmarksTab,
  lists: ListsTab,
  own: OwnTab,
  excerpts: ExcerptsTab,
  offline: OfflineTab,
  shared: SharedTab,
  history: HistoryTab,
  searches: SearchesTab,
  wishes: WishesTab,
  reports: ReportsTab,
  downloads: DownloadsTab,
};

/** Tabs shown until the server has returned the available tabs. */
const FOR_ALL: readonly LibraryTab[] = LIBRARY_TABS.filter((name) => name !== 'reports' && name !== 'wishes' && name !== 'own');

const GROUPS = Object.entries(LIBRARY_GROUPS) as [LibraryGroup, readonly LibraryTab[]][];

/** Shows the user's library, whose tabs are arranged in five groups. */
export function Screen({ params, search, go }: ScreenProps<'library'>) {
  const { t } = useT();
  const phone = usePhone();
  const session = useSession();
  const { config } = session;
  const known = useQuery({ ...query(library.tabs), staleTime: 300_000 }).data;
  // The tab for own material is shown from the start, so that the other tabs do not move.
  const adds = mayHaveMaterial(session);
  const offered = known?.items ?? LIBRARY_TABS.filter((name) => FOR_ALL.includes(name) || (name === 'own' && adds));
  const hasShared = known?.items.includes('shared') ?? false;
  const unread = useQuery({ ...query(sharedMedia.list, { query: { limit: 1 } }), staleTime: 0, enabled: hasShared }).data?.unread ?? 0;
  // Shows the tab named in the URL even before the available tabs are known.
  const tab = LIBRARY_TABS.find((name) => name === params.tab) ?? LIBRARY_TABS[0];
  const Tab = TABS[tab];
  const groups = GROUPS.map(([name, tabs]) => ({ name, tabs: tabs.filter((each) => offered.includes(each) || each === tab) })).filter(
    ({ tabs }) => tabs.length > 0,
  );
  const group = groups.find(({ tabs }) => tabs.includes(tab))!;
  const parts = group.tabs;
  return (
    <div className="wrap library">
      <div className="library-head">
        <PageHeading title={`${t(`library.${tab}`)} · ${t('library.title')}`}>{t('library.title')}</PageHeading>
        {offered.includes('own') && config.OwnMaterial && (
          <ButtonLink variant="line" href={href('own-material', { id: 'new' })} icon={<FilePlus2 />} aria-label={t('material.add')}>
            {t(phone ? 'material.add.short' : 'material.add')}
          </ButtonLink>
        )}
      </div>
      <PageTabs
        label={t('library.tabs')}
        tabs={groups.map(({ name, tabs }) => ({
          href: href('library', { tab: tabs[0]! }),
          label: t(`library.group.${name}`),
          ...(name === 'shared' && unread > 0 && { count: unread, counted: t('shared.unread', { count: unread }) }),
          current: tabs.includes(tab),
        }))}
      />
      {parts.length > 1 && (
        <nav className="library-parts" aria-label={t('library.parts', { group: t(`library.group.${group.name}`) })}>
          <ul>
            {parts.map((name) => (
              <li key={name}>
                <Link href={href('library', { tab: name })} aria-current={name === tab ? 'page' : undefined}>
                  {t(`library.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <section aria-label={t(`library.${tab}`)}>
        <Tab search={search} go={go} />
      </section>
    </div>
  );
}
