import { lazy, Suspense, useMemo, useRef } from 'react';
import { useChoice } from '../../components/choice.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { MediaGrid, MediaSkeleton } from '../../components/MediaGrid.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useStandIn } from '../../stores/search-bar.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { headline } from './headline.ts';
import { More } from './More.tsx';
import { NoResults } from './NoResults.tsx';
import { ResultHead } from './ResultHead.tsx';
import { useResultView } from './result-view.ts';
import { SaveSearch } from './SaveSearch.tsx';
import { readSearch, searchHref, type SearchState } from './search-state.ts';
import './search-screen.css';
import { useResults } from './use-results.ts';

/** Fetched when somebody begins to choose. */
const ChoiceBar = lazy(async () => ({ default: (await import('../../components/ChoiceBar.tsx')).ChoiceBar }));

/** Searching the media library (`search`) or the whole holdings (`csearch`). Everything chosen stands in the address. */
export function Screen({ name: scope, search, go }: ScreenProps<'search' | 'csearch'>) {
  const { t } = useT();
  const [view, setView] = useResultView();
  const choice = useChoice();
  const state = useMemo(() => readSearch(search), [search]);
  const results = useResults(scope, state);
  const change = (next: SearchState) => go(searchHref(scope, next), { replace: true });

  const known = results.data && !results.isPlaceholderData ? results : null;
  const title = headline(state, results.data ? results : null, t);
  const said = known ? headline(state, known, t) : '';
  const full = results.items.filter((item) => !item.partial);
  const partial = results.items.filter((item) => item.partial);
  const none = known && known.items.length === 0;

  return (
    <div className="wrap">
      {scope === 'csearch' && <CatalogueBar text={state.q} onSearch={(q) => go(searchHref(scope, { ...state, q }))} />}
      <ResultHead
        scope={scope}
        title={title}
        state={state}
        onChange={change}
        view={view}
        onView={setView}
        total={results.total}
        choice={choice}
      >
        <SaveSearch scope={scope} state={state} go={go} />
      </ResultHead>
      <p className="sr" role="status">
        {said}
      </p>

      {results.error && !results.data ? (
        <EmptyState icon={null} title={t('search.failed')}>
          <p>{t(`error.${results.error.code}`)}</p>
          <Button variant="primary" onClick={() => void results.refetch()}>
            {t('app.retry')}
          </Button>
        </EmptyState>
      ) : !results.data ? (
        <div className="block-s">
          <MediaSkeleton count={12} view={view} />
        </div>
      ) : none ? (
        <NoResults scope={scope} state={state} ways={results.ways} />
      ) : (
        <section aria-label={t('search.hits')} aria-busy={results.isPlaceholderData} className={results.isPlaceholderData ? 'stale' : ''}>
          {full.length > 0 && (
            <>
              <h2 className="sr">{t('search.hits')}</h2>
              <div className="block-s">
                <MediaGrid items={full} place={scope} view={view} eager={4} choice={choice} />
              </div>
            </>
          )}
          {partial.length > 0 && (
            <>
              <h2 className="partial-line">
                <span>{t(full.length > 0 ? 'search.partial' : 'search.partialOnly')}</span>
              </h2>
              <MediaGrid items={partial} place={scope} view={view} choice={choice} />
            </>
          )}
          <More results={results} />
        </section>
      )}
      {choice.chosen && (
        <Suspense fallback={null}>
          <ChoiceBar chosen={choice.chosen} choice={choice} items={results.items} />
        </Suspense>
      )}
    </div>
  );
}

function CatalogueBar({ text, onSearch }: { text: string; onSearch: (q: string) => void }) {
  const { t } = useT();
  const { user } = useSession();
  const field = useRef<HTMLInputElement>(null);
  useStandIn(field);
  return (
    <div className="catalogue-bar">
      <p className="catalogue-about">{t(user ? 'search.catalogue.about' : 'search.catalogue.guest')}</p>
      <SearchField
        scope="csearch"
        variant="large"
        label={t('search.catalogue.label')}
        placeholder={t('search.catalogue.label')}
        text={text}
        onSearch={onSearch}
        field={field}
      />
    </div>
  );
}
