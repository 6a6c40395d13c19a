import { PageTabs } from '../../components/page/PageTabs.tsx';
import { useLegalLinks } from '../../components/legal/use-legal-links.ts';
import { useT } from '../../i18n/translate.ts';

/** Shows links to all legal pages. */
export function LegalNav({ current }: { current: string }) {
  const { t } = useT();
  const tabs = useLegalLinks().map(({ page, href, label }) => ({ href, label: t(label), current: page === current }));
  return <PageTabs label={t('legal.nav.pages')} tabs={tabs} />;
}
