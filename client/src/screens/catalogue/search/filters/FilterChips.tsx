import type { SearchState } from '@fundus/contract/catalogue/search-state';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { X } from 'lucide-react';
import { SubjectIcon } from '../../../../components/media/finder/subject-icons.tsx';
import { useT } from '../../../../i18n/translate.ts';
import { Button } from '../../../../ui/Button.tsx';
import { useFilterLabel } from './filter-labels.ts';
import { chosenFilters, NO_FILTERS, withoutValue } from '../search-state.ts';
import './filters.css';

/** Shows the chosen filters as removable chips, and the class for which results are boosted. */
export function FilterChips({ state, onChange }: { state: SearchState; onChange: (state: SearchState) => void }) {
  const { t } = useT();
  const chosen = chosenFilters(state);
  const label = useFilterLabel(chosen);
  const { forClass, ...rest } = state;
  if (chosen.length === 0 && !forClass) return null;
  const grade = forClass?.grade ? [t('class.grade.one', { grade: forClass.grade.slice(2, -1) })] : [];
  const place = forClass
    ? t('filter.class', { what: [...grade, ...forClass.needs.map((need) => t(`class.need.${need}`))].join(', ') })
    : null;
  return (
    <div className="chips-row">
      <ul className="chips" aria-label={t('filter.chosenTitle')}>
        {chosen.map(({ field, value }) => {
          const subject = field === 'fn_geb' ? mainSubject([value]) : undefined;
          const name = label(field, value);
          return (
            <li key={`${field}:${value}`}>
              <button
                type="button"
                className="chip"
                data-subject={subject?.key}
                aria-label={t('filter.remove', { name })}
                onClick={() => onChange(withoutValue(state, { field, value }))}
              >
                {subject && <SubjectIcon icon={subject.icon} />}
                {name}
                <X />
              </button>
            </li>
          );
        })}
        {place !== null && (
          <li>
            <button type="button" className="chip" aria-label={t('filter.remove', { name: place })} onClick={() => onChange(rest)}>
              {place}
              <X />
            </button>
          </li>
        )}
        <li>
          <Button className="filter-clear" onClick={() => onChange({ ...rest, filters: NO_FILTERS })}>
            {t('filter.clear')}
          </Button>
        </li>
      </ul>
    </div>
  );
}
