import { hasAccount } from '@fundus/contract/access';
import { href } from '@fundus/contract/screens';
import { PageTabs } from '../../../components/page/PageTabs.tsx';
import { useT } from '../../../i18n/translate.ts';
import type { Session } from '../../../stores/session.ts';

/**
 * Returns whether the user may search external sources. They must be enabled, and the user must have an account
 * (docs/specification.md#search-screen).
 */
export const maySearchExternal = ({ user, config }: Pick<Session, 'user' | 'config'>): boolean => config.ExternSearch && hasAccount(user);

const TAB = 'external';

export const externalHref = (q: string): string => href('search', {}, { q, tab: TAB });

export function readTab(search: string): { q: string; external: boolean } {
  const params = new URLSearchParams(search);
  return { q: (params.get('q') ?? '').trim(), external: params.get('tab') === TAB };
}

/** Shows tabs for the media library and the external sources. `library` is the query string of the search, including its filters. */
export function SearchTabs({ q, external, library }: { q: string; external: boolean; library: string }) {
  const { t } = useT();
  const params = new URLSearchParams(library);
  params.delete('tab');
  const tabs = [
    { href: `${href('search')}${params.size ? `?${params}` : ''}`, label: t('remote.tab.own'), current: !external },
    { href: externalHref(q), label: t('remote.tab'), current: external },
  ];
  return <PageTabs label={t('remote.tabs')} tabs={tabs} />;
}
