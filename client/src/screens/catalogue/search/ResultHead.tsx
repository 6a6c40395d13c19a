import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { RESULT_TYPES, SORTS } from '@fundus/contract/catalogue/catalogue';
import { traitsOf } from '@fundus/contract/portal-types';
import { LayoutGrid, List, ListChecks, SlidersHorizontal } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import type { SelectionMode } from '../../../components/media/print/choice.ts';
import type { MediaView } from '../../../components/media/MediaSkeleton.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import type { ResultScope } from '../../../components/search/search-scope.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { FilterChips } from './filters/FilterChips.tsx';
import { Filters } from './filters/Filters.tsx';
import { FilterSheet } from './filters/FilterSheet.tsx';
import { chosenFilters } from './search-state.ts';
import '../../../ui/button.css';
import './filters/filters.css';
import './search-screen.css';

type Props = {
  scope: ResultScope;
  title: string;
  state: SearchState;
  onChange: (next: SearchState) => void;
  view: MediaView;
  onView: (view: MediaView) => void;
  total: number;
  /** True if there are no results even without filters, so that there is nothing to narrow, sort or select. */
  empty: boolean;
  choice: SelectionMode;
  /** Scope switch, shown before the result type. The filters take its place if there is none. */
  reach?: ReactNode;
  /** Content next to the filters, on phones next to the button that opens them. */
  children?: ReactNode;
};

/** Moves the focus past the filters to the results. Several searches stay mounted, so the results of this search are looked up within its page. */
function skipToResults(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  event.currentTarget.closest('.wrap')?.querySelector<HTMLElement>('.search-hits')?.focus();
}

/** Shows heading, result type, sort order, view and filters. The filters are in a row on desktops and in a sheet on phones. */
export function ResultHead({ scope, title, state, onChange, view, onView, total, empty, choice, reach, children }: Props) {
  const { t } = useT();
  const { config } = useSession();
  const phone = usePhone();
  const [sheet, setSheet] = useState(false);
  const choosable = traitsOf(config).filters;
  const sorts = config.DisableTrending ? SORTS.filter((sort) => sort !== 'used') : SORTS;
  const chosen = chosenFilters(state).length;
  const filters = choosable && <Filters scope={scope} state={state} onChange={onChange} />;
  return (
    <>
      {total > 0 && (
        <a className="skip" href="#results" onClick={skipToResults}>
          {t('search.skip')}
        </a>
      )}
      <div className="search-head">
        <PageHeading title={title} subject={state.q} />
        <div className="result-row">
          {reach ?? (!empty && filters)}
          {!empty && (
            <div className="tools">
              {choosable && (
                <>
                  <Button variant="line" className="only-phone" icon={<SlidersHorizontal />} onClick={() => setSheet(true)}>
                    {t('filter.title')}
                    {chosen > 0 && <span className="count">{chosen}</span>}
                  </Button>
                  <Select
                    className="only-wide"
                    label={t('search.type')}
                    value={state.c}
                    options={RESULT_TYPES.map((value) => ({
                      value,
                      label: t(value === 'all' ? 'search.type.any' : `search.type.${value}`),
                    }))}
                    onChange={(c) => onChange({ ...state, c })}
                  />
                </>
              )}
              <Select
                label={t('search.sort')}
                value={state.sort}
                options={sorts.map((value) => ({ value, label: t(`search.sort.${value}`) }))}
                onChange={(sort) => onChange({ ...state, sort })}
              />
              <IconButton
                label={t('choice.begin')}
                icon={<ListChecks />}
                pressed={choice.chosen !== null}
                onClick={choice.chosen ? choice.end : choice.begin}
              />
              {choosable && phone && children}
              <IconButton
                className="btn btn-icon only-wide"
                label={t(view === 'grid' ? 'search.view.list' : 'search.view.grid')}
                icon={view === 'grid' ? <List /> : <LayoutGrid />}
                onClick={() => onView(view === 'grid' ? 'list' : 'grid')}
              />
            </div>
          )}
        </div>
      </div>
      {!empty && (choosable || chosen > 0) && (
        <div className="search-tools">
          {reach && filters}
          <FilterChips state={state} onChange={onChange} />
          {choosable && !phone && children}
        </div>
      )}
      <FilterSheet open={sheet} onClose={() => setSheet(false)} scope={scope} state={state} onChange={onChange} total={total} />
    </>
  );
}
