import { LIBRARY_TABS, type LibraryTab } from '@fundus/contract/library';
import { href } from '@fundus/contract/screens';
import type { ReactNode } from 'react';
import { PageHeading } from '../../components/PageHeading.tsx';
import { PageTabs } from '../../components/PageTabs.tsx';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { BookmarksTab } from './BookmarksTab.tsx';
import { DownloadsTab } from './DownloadsTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import './library-screen.css';
import { LicencesTab } from './LicencesTab.tsx';
import { SearchesTab } from './SearchesTab.tsx';

type TabProps = Pick<ScreenProps<'library'>, 'search' | 'go'>;

const TABS: Record<LibraryTab, (props: TabProps) => ReactNode> = {
  licences: LicencesTab,
  bookmarks: BookmarksTab,
  history: HistoryTab,
  searches: SearchesTab,
  downloads: DownloadsTab,
};

/** A person's own shelf, a tab for each kind of thing on it. A tab nobody knows is the first. */
export function Screen({ params, search, go }: ScreenProps<'library'>) {
  const { t } = useT();
  const tab = LIBRARY_TABS.find((name) => name === params.tab) ?? LIBRARY_TABS[0];
  const Tab = TABS[tab];
  return (
    <div className="wrap library">
      <PageHeading title={`${t(`library.${tab}`)} · ${t('library.title')}`}>{t('library.title')}</PageHeading>
      <PageTabs
        label={t('library.tabs')}
        tabs={LIBRARY_TABS.map((name) => ({ href: href('library', { tab: name }), label: t(`library.${name}`), current: name === tab }))}
      />
      <section aria-label={t(`library.${tab}`)}>
        <Tab search={search} go={go} />
      </section>
    </div>
  );
}
