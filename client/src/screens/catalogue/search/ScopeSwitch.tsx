import { SEARCH_SCOPES, type SearchScope } from '@fundus/contract/catalogue/catalogue';
import { isScopeOpen } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Segment } from '../../../ui/fields/Segment.tsx';
import './search-screen.css';

/** What may be opened, or everything there is: the two states of the search. Nothing where a setting closes one of them. */
export function ScopeSwitch({ scope, onChange }: { scope: SearchScope; onChange: (scope: SearchScope) => void }) {
  const { t } = useT();
  const session = useSession();
  if (!SEARCH_SCOPES.every((each) => isScopeOpen(each, session))) return null;
  const options = SEARCH_SCOPES.map((value) => ({ value, label: t(`search.scope.${value}`) }));
  return (
    <div className="scope-switch">
      <Segment label={t('search.scope')} value={scope} options={options} onChange={onChange} />
    </div>
  );
}
