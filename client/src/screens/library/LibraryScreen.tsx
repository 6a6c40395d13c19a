import { isTeacher } from '@fundus/contract/access';
import { library } from '@fundus/contract/library/library';
import { LIBRARY_TABS, type LibraryTab } from '@fundus/contract/library/tabs';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { query } from '../../api/query.ts';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { BookmarksTab } from './BookmarksTab.tsx';
import '../../components/lists/line.css';
import './library-screen.css';
import { LicencesTab } from './LicencesTab.tsx';
import { LateLines } from '../../ui/Skeleton.tsx';
import { loadLater } from '../../ui/load-later.tsx';

type TabProps = Pick<ScreenProps<'library'>, 'search' | 'go'>;

// What is opened less often comes when it is.
const DownloadsTab = loadLater(async () => (await import('./DownloadsTab.tsx')).DownloadsTab, LateLines);
const ExcerptsTab = loadLater(async () => (await import('./ExcerptsTab.tsx')).ExcerptsTab, LateLines);
const HistoryTab = loadLater(async () => (await import('./HistoryTab.tsx')).HistoryTab, LateLines);
const ListsTab = loadLater(async () => (await import('./ListsTab.tsx')).ListsTab, LateLines);
const SearchesTab = loadLater(async () => (await import('./SearchesTab.tsx')).SearchesTab, LateLines);
const OwnTab = loadLater(async () => (await import('./OwnTab.tsx')).OwnTab, LateLines);
const ReportsTab = loadLater(async () => (await import('../../components/reviews/ReportsTab.tsx')).ReportsTab, LateLines);
const SharedTab = loadLater(async () => (await import('./SharedTab.tsx')).SharedTab, LateLines);
const WishesTab = loadLater(async () => (await import('./WishesTab.tsx')).WishesTab, LateLines);

const TABS: Record<LibraryTab, ComponentType<TabProps>> = {
  licences: LicencesTab,
  bookmarks: BookmarksTab,
  lists: ListsTab,
  own: OwnTab,
  excerpts: ExcerptsTab,
  shared: SharedTab,
  history: HistoryTab,
  searches: SearchesTab,
  wishes: WishesTab,
  reports: ReportsTab,
  downloads: DownloadsTab,
};

/** Shown before the portal has said which there are. */
const FOR_ALL: readonly LibraryTab[] = LIBRARY_TABS.filter((name) => name !== 'reports' && name !== 'wishes' && name !== 'own');

/** A person's own shelf, a tab for each kind of thing on it. */
export function Screen({ params, search, go }: ScreenProps<'library'>) {
  const { t } = useT();
  const { config, user } = useSession();
  const known = useQuery({ ...query(library.tabs), staleTime: 300_000 }).data;
  // Whoever may add material is known at once: the button would push the tabs down.
  const adds = user && isTeacher(user) && user.school_id !== null;
  const offered = known?.items ?? LIBRARY_TABS.filter((name) => FOR_ALL.includes(name) || (name === 'own' && adds));
  const hasShared = known?.items.includes('shared') ?? false;
  const unread = useQuery({ ...query(sharedMedia.list, { query: { limit: 1 } }), staleTime: 0, enabled: hasShared }).data?.unread ?? 0;
  // One that is not offered is not answered either; until that is known the address is believed.
  const tab = LIBRARY_TABS.find((name) => name === params.tab) ?? LIBRARY_TABS[0];
  const Tab = TABS[tab];
  return (
    <div className="wrap library">
      <div className="library-head">
        <PageHeading title={`${t(`library.${tab}`)} · ${t('library.title')}`}>{t('library.title')}</PageHeading>
        {offered.includes('own') && config.OwnMaterial && (
          <ButtonLink variant="line" href={href('own-material', { id: 'new' })} icon={<FilePlus2 />}>
            {t('material.add')}
          </ButtonLink>
        )}
      </div>
      <PageTabs
        label={t('library.tabs')}
        tabs={LIBRARY_TABS.filter((name) => offered.includes(name) || name === tab).map((name) => ({
          href: href('library', { tab: name }),
          label: t(`library.${name}`),
          ...(name === 'shared' && unread > 0 && { count: unread, counted: t('shared.unread', { count: unread }) }),
          current: name === tab,
        }))}
      />
      <section aria-label={t(`library.${tab}`)}>
        <Tab search={search} go={go} />
      </section>
    </div>
  );
}
