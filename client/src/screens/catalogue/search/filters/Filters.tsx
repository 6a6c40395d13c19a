import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { FACETS, type FacetField } from '@fundus/contract/catalogue/catalogue';
import { ChevronDown } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { ResultScope } from '../../../../components/search/search-scope.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Button } from '../../../../ui/Button.tsx';
import { FloatingPanel } from '../../../../ui/overlays/FloatingPanel.tsx';
import { FilterTree } from './FilterTree.tsx';
import '../../../../ui/button.css';
import './filters.css';
import { withFilter } from '../search-state.ts';

type Props = { scope: ResultScope; state: SearchState; onChange: (state: SearchState) => void };

/** Shows the four filters next to each other as a toolbar with one tab stop, moved with the arrow keys. */
export function Filters(props: Props) {
  const { t } = useT();
  const [at, setAt] = useState(0);
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !(event.target as HTMLElement).matches('.filter-open')) return;
    event.preventDefault();
    const next = (at + (document.dir === 'rtl' ? -step : step) + FACETS.length) % FACETS.length;
    setAt(next);
    row.current?.querySelectorAll<HTMLElement>('.filter-open')[next]?.focus();
  };
  return (
    <div ref={row} className="filters" role="toolbar" tabIndex={-1} aria-label={t('filter.title')} onKeyDown={onKeyDown}>
      {FACETS.map((field, i) => (
        <Filter key={field} field={field} stop={i === at} onFocus={() => setAt(i)} {...props} />
      ))}
    </div>
  );
}

function Filter({ scope, field, state, onChange, stop, onFocus }: Props & { field: FacetField; stop: boolean; onFocus: () => void }) {
  const { t } = useT();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const count = state.filters[field].length;
  const close = (refocus = true) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  return (
    <div className="filter">
      <button
        ref={button}
        type="button"
        className="btn btn-line filter-open"
        tabIndex={stop ? 0 : -1}
        onFocus={onFocus}
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        {t(`filter.${field}`)}
        {count > 0 && (
          <span className="count">
            {count}
            <span className="sr"> {t('filter.chosen')}</span>
          </span>
        )}
        <ChevronDown className="i-16" />
      </button>
      {open && (
        <FloatingPanel
          anchor={button}
          className="pop"
          role="dialog"
          aria-label={t(`filter.${field}.choose`)}
          onClose={(reason) => close(reason === 'escape')}
        >
          <div className="pop-body">
            <FilterTree scope={scope} field={field} state={state} onChange={onChange} />
          </div>
          <div className="pop-foot">
            <Button disabled={count === 0} onClick={() => onChange(withFilter(state, field, []))}>
              {t('filter.reset')}
            </Button>
            <Button variant="line" onClick={() => close()}>
              {t('filter.done')}
            </Button>
          </div>
        </FloatingPanel>
      )}
    </div>
  );
}
