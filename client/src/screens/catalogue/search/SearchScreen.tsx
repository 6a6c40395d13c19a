import { readSearch, type SearchState } from '@fundus/contract/catalogue/search-state';
import { useMemo, useRef } from 'react';
import { useSelectionMode } from '../../../components/media/print/choice.ts';
import { MediaGrid } from '../../../components/media/MediaGrid.tsx';
import { SearchField } from '../../../components/search/SearchField.tsx';
import { suggestionHref } from '../../../components/search/search-scope.ts';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { loadLater } from '../../../ui/load-later.tsx';
import { useLargeSearchField } from '../../../stores/search-bar.ts';
import { useSession } from '../../../stores/session.ts';
import { headline } from './headline.ts';
import { ResultHead } from './ResultHead.tsx';
import { Results } from './Results.tsx';
import { useResultView } from './result-view.ts';
import { SaveSearch } from './SaveSearch.tsx';
import { ScopeSwitch } from './ScopeSwitch.tsx';
import { chosenFilters, searchHref } from './search-state.ts';
import { maySearchExternal, readTab, SearchTabs } from './SearchTabs.tsx';
import './search-screen.css';
import { useResults } from './use-results.ts';

/** Loaded only if the external tab is opened. */
const ExternalTab = loadLater(async () => (await import('./external/ExternalTab.tsx')).ExternalTab);

/** Loaded only if the filters leave nothing but partial matches. */
const FullMatches = loadLater(async () => (await import('./FullMatches.tsx')).FullMatches);

/** Shows the search, with a tab for external sources if they are enabled. */
export function Screen(props: ScreenProps<'search' | 'csearch'>) {
  const session = useSession();
  const { q, external } = readTab(props.search);
  if (props.name !== 'search' || !maySearchExternal(session)) return <MediaLibrary {...props} />;
  return (
    <>
      <div className="wrap search-tabs">
        <SearchTabs q={q} external={external} library={props.search} />
        {external && <ExternalTab key={q} q={q} go={props.go} />}
      </div>
      {!external && <MediaLibrary {...props} />}
    </>
  );
}

/** Shows a search of the media that the user may open (`search`) or of all media (`csearch`). The address contains the whole state. */
function MediaLibrary({ name, search, go }: ScreenProps<'search' | 'csearch'>) {
  const scope = name === 'csearch' ? 'catalogue' : 'search';
  const { t } = useT();
  const { config } = useSession();
  const [view, setView] = useResultView();
  const choice = useSelectionMode();
  const state = useMemo(() => readSearch(search, config), [search, config]);
  // An embedded page has no navigation bar and therefore its own search field.
  const embedded = new URLSearchParams(search).has('embed');
  const results = useResults(scope, state);
  const change = (next: SearchState) => go(searchHref(scope, next), { replace: true });

  const known = results.data && !results.isPlaceholderData ? results : null;
  const title = headline(state, results.data ? results : null, t);
  const heading = known ? headline(state, known, t) : '';
  const full = results.items.filter((item) => !item.partial);
  const partial = results.items.filter((item) => item.partial);

  return (
    <div className="wrap">
      {scope === 'catalogue' && embedded && (
        <CatalogueBar text={state.q} onSearch={(q) => go(searchHref(scope, { ...state, q }))} go={go} />
      )}
      <ResultHead
        scope={scope}
        title={title}
        state={state}
        onChange={change}
        view={view}
        onView={setView}
        total={results.total}
        empty={known !== null && results.items.length === 0 && chosenFilters(state).length === 0 && state.c === 'all'}
        choice={choice}
        reach={<ScopeSwitch scope={scope} state={state} onChange={(to) => go(to)} />}
      >
        <SaveSearch scope={scope} state={state} go={go} />
      </ResultHead>
      <p className="sr" role="status">
        {heading}
      </p>

      <Results scope={scope} state={state} results={results} view={view} choice={choice}>
        {full.length > 0 && (
          <>
            <h2 className="sr">{t('search.hits')}</h2>
            <div className="block-s">
              <MediaGrid items={full} context={scope} view={view} eager={4} choice={choice} />
            </div>
          </>
        )}
        {partial.length > 0 && (
          <>
            {full.length === 0 && results.fallbacks && <FullMatches scope={scope} state={state} fallbacks={results.fallbacks} />}
            <h2 className="partial-line">
              <span>{partialHeading(state.q, full.length > 0, results.partialTotal, t)}</span>
            </h2>
            <MediaGrid items={partial} context={scope} view={view} choice={choice} />
          </>
        )}
      </Results>
    </div>
  );
}

/** Returns the heading of partial matches. The query of a single word has no partial matches, only related media. */
function partialHeading(q: string, beside: boolean, count: number, t: Translate): string {
  const single = !/\S\s+\S/.test(q);
  if (single) return t(beside ? 'search.related' : 'search.relatedOnly', { count });
  return beside ? t('search.partial', { count }) : t('search.partialOnly');
}

function CatalogueBar({ text, onSearch, go }: { text: string; onSearch: (q: string) => void; go: Go }) {
  const { t } = useT();
  const { user } = useSession();
  const field = useRef<HTMLInputElement>(null);
  useLargeSearchField(field);
  return (
    <div className="catalogue-bar">
      <p className="catalogue-about">{t(user ? 'search.catalogue.about' : 'search.catalogue.guest')}</p>
      <SearchField
        scope="catalogue"
        variant="large"
        label={t('search.catalogue.label')}
        placeholder={t('search.catalogue.label')}
        text={text}
        onSearch={onSearch}
        onOpen={(identifier) => go(suggestionHref('catalogue', identifier))}
        field={field}
      />
    </div>
  );
}
