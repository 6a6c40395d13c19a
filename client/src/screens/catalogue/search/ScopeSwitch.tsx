import type { SearchState } from '@fundus/contract/catalogue/search-state';
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { isScopeOpen } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { searchHref } from './search-state.ts';
import './search-screen.css';

type Props = { scope: SearchScope; state: SearchState; onChange: (href: string) => void };

/**
 * Shows a switch between media that can be used immediately and all media: the catalogue, or all media of the school if the catalogue is disabled.
 * Hidden if only one of them is available.
 */
export function ScopeSwitch({ scope, state, onChange }: Props) {
  const { t } = useT();
  const session = useSession();
  if (!isScopeOpen('search', session)) return null;
  const { wide: _, ...narrow } = state;
  const all = isScopeOpen('catalogue', session) ? 'catalogue' : 'licensed';
  const hrefs = {
    search: searchHref('search', narrow),
    catalogue: searchHref('catalogue', narrow),
    licensed: searchHref('search', { ...narrow, wide: true }),
  };
  const value = scope === 'catalogue' ? 'catalogue' : state.wide ? all : 'search';
  const options = (['search', all] as const).map((one) => ({ value: one, label: t(`search.scope.${one}`) }));
  return (
    <div className="scope-switch">
      <Segment label={t('search.scope')} value={value} options={options} onChange={(one) => onChange(hrefs[one])} />
    </div>
  );
}
