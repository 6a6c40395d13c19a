import { EDIT_STATES } from '@fundus/contract/catalogue/edit';
import { PageTabs } from '../../../components/page/PageTabs.tsx';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';

export const EDIT_TABS = [...EDIT_STATES, 'links'] as const;
export type EditTab = (typeof EDIT_TABS)[number];

/** Shows a tab for each state of media, and one for broken links if the portal checks links. */
export function EditTabs({ current, addressOf }: { current: EditTab; addressOf: (tab: EditTab) => string }) {
  const { t } = useT();
  const { config } = useSession();
  const tabs = EDIT_TABS.filter((name) => name !== 'links' || config.LinkCheck);
  return (
    <PageTabs
      label={t('edit.list')}
      tabs={tabs.map((name) => ({
        href: addressOf(name),
        label: t(name === 'links' ? 'linkChecks.title' : `edit.state.${name}`),
        current: name === current,
      }))}
    />
  );
}
