import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { FACETS, RESULT_TYPES, type FacetField } from '@fundus/contract/catalogue/catalogue';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { ResultScope } from '../../../../components/search/search-scope.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { Segment } from '../../../../ui/fields/Segment.tsx';
import { FilterTree } from './FilterTree.tsx';
import { chosenFilters, NO_FILTERS } from '../search-state.ts';
import './filters.css';

type Props = {
  open: boolean;
  onClose: () => void;
  scope: ResultScope;
  state: SearchState;
  onChange: (state: SearchState) => void;
  /** Current number of results. */
  total: number;
};

/** Shows the filters on phones in a sheet. Its button shows the number of results. */
export function FilterSheet({ open, onClose, scope, state, onChange, total }: Props) {
  const { t } = useT();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      variant="sheet"
      className="filter-sheet"
      title={t('filter.title')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button disabled={chosenFilters(state).length === 0} onClick={() => onChange({ ...state, filters: NO_FILTERS })}>
            {t('filter.clear')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('filter.show', { count: total })}
          </Button>
        </>
      }
    >
      <Segment
        label={t('search.type')}
        value={state.c}
        options={RESULT_TYPES.map((value) => ({ value, label: t(`search.type.${value}`) }))}
        onChange={(c) => onChange({ ...state, c })}
      />
      {FACETS.map((field) => (
        <FilterSection key={field} field={field} scope={scope} state={state} onChange={onChange} />
      ))}
    </Dialog>
  );
}

function FilterSection({ field, scope, state, onChange }: Pick<Props, 'scope' | 'state' | 'onChange'> & { field: FacetField }) {
  const { t } = useT();
  const count = state.filters[field].length;
  const [open, setOpen] = useState(count > 0 || field === 'fn_geb');
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t(`filter.${field}`)}
        {count > 0 && <span className="count">{count}</span>}
        <ChevronDown />
      </summary>
      {open && <FilterTree scope={scope} field={field} state={state} onChange={onChange} />}
    </details>
  );
}
