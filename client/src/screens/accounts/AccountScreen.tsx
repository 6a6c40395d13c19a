import { ACCOUNT_SECTIONS, ownAccount, type AccountSection, type OwnAccount } from '@fundus/contract/accounts-own';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../../api/query.ts';
import { PageHeading } from '../../components/PageHeading.tsx';
import { PageTabs } from '../../components/PageTabs.tsx';
import type { Go, ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Late } from '../../ui/Skeleton.tsx';
import './account-screen.css';
import './accounts.css';
import { DataSection } from './DataSection.tsx';
import { NotificationsSection } from './NotificationsSection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { SecuritySection } from './SecuritySection.tsx';

export type SectionProps = { account: OwnAccount; go: Go };

const SECTIONS: Record<AccountSection, (props: SectionProps) => ReactNode> = {
  profile: ProfileSection,
  security: SecuritySection,
  notifications: NotificationsSection,
  data: DataSection,
};

/** The own account, a tab for each part. A part nobody knows is the first. */
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
          // Another version is another form.
          <Section key={`${section} ${account.data.version}`} account={account.data} go={go} />
        ) : account.error ? (
          <p role="alert">
            {t(`error.${account.error.code}`, { name: '' })} <Button onClick={() => void account.refetch()}>{t('account.retry')}</Button>
          </p>
        ) : (
          <Late>
            <div className="screen-loading" />
          </Late>
        )}
      </section>
    </div>
  );
}
