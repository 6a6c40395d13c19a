import { ownAccount, type OwnAccount } from '@fundus/contract/accounts/own';
import { ACCOUNT_SECTIONS, type AccountSection } from '@fundus/contract/accounts/sections';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { query } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { PageTabs } from '../../../components/page/PageTabs.tsx';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { ScreenLoading } from '../../../ui/Skeleton.tsx';
import '../../../ui/skeleton.css';
import '../parts/account-screen.css';
import '../parts/accounts.css';
import { loadLater } from '../../../ui/load-later.tsx';

export type SectionProps = { account: OwnAccount; go: Go };

/** Sections of the account, loaded on demand. */
const SECTIONS: Record<AccountSection, ComponentType<SectionProps>> = {
  profile: loadLater(async () => (await import('./ProfileSection.tsx')).ProfileSection, ScreenLoading),
  security: loadLater(async () => (await import('./SecuritySection.tsx')).SecuritySection, ScreenLoading),
  notifications: loadLater(async () => (await import('./NotificationsSection.tsx')).NotificationsSection, ScreenLoading),
  data: loadLater(async () => (await import('./DataSection.tsx')).DataSection, ScreenLoading),
};

/** Shows the user's own account with a tab for each section. Unknown section names open the first one. */
export function Screen({ params, go }: ScreenProps<'account'>) {
  const { t } = useT();
  const section = ACCOUNT_SECTIONS.find((name) => name === params.section) ?? ACCOUNT_SECTIONS[0];
  const account = useQuery({ ...query(ownAccount.account), staleTime: 0 });
  const Section = SECTIONS[section];
  return (
    <div className="wrap account">
      <PageHeading title={`${t(`account.${section}`)} · ${t('account.title')}`}>{t('account.title')}</PageHeading>
      <PageTabs
        label={t('account.sections')}
        tabs={ACCOUNT_SECTIONS.map((name) => ({
          href: href('account', name === 'profile' ? {} : { section: name }),
          label: t(`account.${name}`),
          current: name === section,
        }))}
      />
      <section aria-label={t(`account.${section}`)} className="account-section">
        {account.data ? (
          <Section account={account.data} go={go} />
        ) : account.error ? (
          <Failed error={account.error} onRetry={() => void account.refetch()} />
        ) : (
          <ScreenLoading />
        )}
      </section>
    </div>
  );
}
