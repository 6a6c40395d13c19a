import { RESULT_TYPES, SORTS } from '@fundus/contract/catalogue';
import { LayoutGrid, List, SlidersHorizontal } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { MediaGrid, MediaSkeleton } from '../../components/MediaGrid.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useStandIn } from '../../stores/search-bar.ts';
import { useSession } from '../../stores/session.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { FilterChips } from './FilterChips.tsx';
import { Filters } from './Filters.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import { headline } from './headline.ts';
import { More } from './More.tsx';
import { NoResults } from './NoResults.tsx';
import { useResultView } from './result-view.ts';
import { SaveSearch } from './SaveSearch.tsx';
import { chosenFilters, readSearch, searchHref, type SearchState } from './search-state.ts';
import './search-screen.css';
import { useResults } from './use-results.ts';

/** Searching the media library (`search`) or the whole holdings (`csearch`). Everything chosen stands in the address. */
export function Screen({ name: scope, search, go }: ScreenProps<'search' | 'csearch'>) {
  const { t } = useT();
  const { config } = useSession();
  const [view, setView] = useResultView();
  const [sheet, setSheet] = useState(false);
  const state = useMemo(() => readSearch(search), [search]);
  const results = useResults(scope, state);
  const change = (next: SearchState) => go(searchHref(scope, next), { replace: true });

  const choosable = config.Type !== 'hueber';
  const sorts = config.DisableTrending ? SORTS.filter((sort) => sort !== 'used') : SORTS;
  const known = results.data && !results.isPlaceholderData ? results : null;
  const title = headline(state, results.data ? results : null, t);
  const said = known ? headline(state, known, t) : '';
  const full = results.items.filter((item) => !item.partial);
  const partial = results.items.filter((item) => item.partial);
  const none = known && known.items.length === 0;

  return (
    <div className="wrap">
      {scope === 'csearch' && <CatalogueBar text={state.q} onSearch={(q) => go(searchHref(scope, { ...state, q }))} />}
      <div className="search-head">
        <PageHeading title={title} />
        <div className="tools">
          {choosable && (
            <>
              <Button variant="line" className="only-phone" icon={<SlidersHorizontal />} onClick={() => setSheet(true)}>
                {t('filter.title')}
                {chosenFilters(state).length > 0 && <span className="count">{chosenFilters(state).length}</span>}
              </Button>
              <Select
                className="only-wide"
                label={t('search.type')}
                value={state.c}
                options={RESULT_TYPES.map((value) => ({ value, label: t(value === 'all' ? 'search.type.any' : `search.type.${value}`) }))}
                onChange={(c) => change({ ...state, c })}
              />
            </>
          )}
          <Select
            label={t('search.sort')}
            value={state.sort}
            options={sorts.map((value) => ({ value, label: t(`search.sort.${value}`) }))}
            onChange={(sort) => change({ ...state, sort })}
          />
          <div className="only-wide" role="group" aria-label={t('search.view')}>
            <IconButton label={t('search.view.grid')} icon={<LayoutGrid />} pressed={view === 'grid'} onClick={() => setView('grid')} />
            <IconButton label={t('search.view.list')} icon={<List />} pressed={view === 'list'} onClick={() => setView('list')} />
          </div>
        </div>
      </div>
      {choosable && (
        <div className="search-tools">
          <Filters scope={scope} state={state} onChange={change} />
          <FilterChips state={state} onChange={change} />
          <SaveSearch scope={scope} state={state} go={go} />
        </div>
      )}
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
        <NoResults scope={scope} state={state} corrected={results.corrected} />
      ) : (
        <section aria-label={t('search.hits')} aria-busy={results.isPlaceholderData} className={results.isPlaceholderData ? 'stale' : ''}>
          {full.length > 0 && (
            <>
              <h2 className="sr">{t('search.hits')}</h2>
              <div className="block-s">
                <MediaGrid items={full} place={scope} view={view} eager={4} />
              </div>
            </>
          )}
          {partial.length > 0 && (
            <>
              <h2 className="partial-line">
                <span>{t(full.length > 0 ? 'search.partial' : 'search.partialOnly')}</span>
              </h2>
              <MediaGrid items={partial} place={scope} view={view} />
            </>
          )}
          <More results={results} />
        </section>
      )}
      <FilterSheet open={sheet} onClose={() => setSheet(false)} scope={scope} state={state} onChange={change} total={results.total} />
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
