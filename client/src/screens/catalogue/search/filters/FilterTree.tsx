import type { SearchState } from '@fundus/contract/catalogue/search-state';
import type { FacetField } from '@fundus/contract/catalogue/catalogue';
import { GRADE_LEVELS } from '@fundus/contract/reference/grade-levels';
import { mainSubject } from '@fundus/contract/reference/main-subjects';
import { ChevronRight, Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ResultScope } from '../../../../components/search/search-scope.ts';
import { SubjectIcon } from '../../../../components/media/finder/subject-icons.tsx';
import { formatNumber } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Bar, ShowDelayed } from '../../../../ui/Skeleton.tsx';
import { buildTree, selectionState, pruneTree, toggleValue, type FacetNode } from './facet-tree.ts';
import { useFilterLabel } from './filter-labels.ts';
import { withFilter } from '../search-state.ts';
import { useFacet } from '../use-results.ts';
import '../../../../components/search/search-field.css';
import './filters.css';

/** True for fields without a hierarchy. Subjects and grades are hierarchical, but languages with a common prefix are unrelated. */
const FLAT: Record<FacetField, boolean> = { fn_geb: false, fn_sprache: true, fn_typ: true, fn_adressat: false };
const LONG_LIST = 12;
const GRADE_ORDER = new Map(GRADE_LEVELS.map(({ code }, i) => [code, i]));

type Props = { scope: ResultScope; field: FacetField; state: SearchState; onChange: (state: SearchState) => void };

/** Shows the values of a filter with counts. A long list has a search field. */
export function FilterTree({ scope, field, state, onChange }: Props) {
  const { t } = useT();
  const [text, setText] = useState('');
  const chosen = state.filters[field];
  const { data, error } = useFacet(scope, field, state, true);
  const label = useFilterLabel(chosen.map((value) => ({ field, value })));
  const flat = FLAT[field];

  const roots = useMemo(() => {
    const values = [...(data?.values ?? [])];
    const known = new Set(values.map(({ value }) => value));
    // Chosen values remain removable even if they have no results.
    for (const value of chosen) if (!known.has(value)) values.push({ value, label: label(field, value), count: 0 });
    if (field === 'fn_adressat') values.sort((a, b) => (GRADE_ORDER.get(a.value) ?? 99) - (GRADE_ORDER.get(b.value) ?? 99));
    return buildTree(values, flat);
    // `label` is missing here, because it is needed only for values that the reply does not contain.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, chosen, field, flat]);
  const shown = useMemo(() => pruneTree(roots, text), [roots, text]);

  if (error) return <p className="tree-note">{t(`error.${error.code}`)}</p>;
  if (!data) {
    return (
      <ShowDelayed>
        <div className="tree tree-bones">
          {[70, 55, 62, 48, 58].map((width) => (
            <Bar key={width} width={`${width}%`} />
          ))}
        </div>
      </ShowDelayed>
    );
  }
  return (
    <>
      {(data.values.length > LONG_LIST || text) && (
        <div className="find tree-find">
          <Search />
          <input
            type="search"
            aria-label={t(`filter.${field}.find`)}
            placeholder={t(`filter.${field}.find`)}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      {shown.length === 0 && <p className="tree-note">{t('filter.noValues')}</p>}
      <ul className={flat || shown.every(({ children }) => children.length === 0) ? 'tree flat' : 'tree'}>
        {shown.map((node) => (
          <Node
            key={node.value}
            node={node}
            field={field}
            chosen={chosen}
            open={text.trim() !== ''}
            flat={flat}
            onToggle={(code) => onChange(withFilter(state, field, toggleValue(roots, chosen, code, flat)))}
          />
        ))}
      </ul>
    </>
  );
}

type NodeProps = {
  node: FacetNode;
  field: FacetField;
  chosen: readonly string[];
  open: boolean;
  flat: boolean;
  onToggle: (code: string) => void;
};

function Node({ node, field, chosen, open, flat, onToggle }: NodeProps) {
  const { t, locale } = useT();
  const mark = flat ? (chosen.includes(node.value) ? 'on' : 'off') : selectionState(node, chosen);
  // Expands the general schools, because grades are usually chosen below them.
  const [unfolded, setUnfolded] = useState(mark === 'some' || (field === 'fn_adressat' && node.value === 'A'));
  const box = useRef<HTMLInputElement>(null);
  const subject = field === 'fn_geb' ? mainSubject([node.value]) : undefined;
  const expanded = unfolded || open;

  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === 'some';
  }, [mark]);

  return (
    <li data-subject={subject?.key}>
      <div>
        {node.children.length > 0 && (
          <button
            type="button"
            className="twist"
            aria-expanded={expanded}
            aria-label={t('filter.unfold', { name: node.label })}
            onClick={() => setUnfolded(!expanded)}
          >
            <ChevronRight className="i-16" />
          </button>
        )}
        <label>
          <input
            ref={box}
            type="checkbox"
            aria-label={`${node.label}, ${t('search.count', { count: node.count })}`}
            checked={mark === 'on'}
            onChange={() => onToggle(node.value)}
          />
          {subject?.code === node.value && <SubjectIcon icon={subject.icon} />}
          <span className="tree-label">{node.label}</span>
          <span className="num">
            <span aria-hidden="true">{formatNumber(node.count, locale)}</span>
            <span className="sr">, {t('search.count', { count: node.count })}</span>
          </span>
        </label>
      </div>
      {expanded && node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Node key={child.value} node={child} field={field} chosen={chosen} open={open} flat={flat} onToggle={onToggle} />
          ))}
        </ul>
      )}
    </li>
  );
}
