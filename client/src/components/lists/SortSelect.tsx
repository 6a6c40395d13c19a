import type { MessageKey } from '@fundus/contract/messages';
import { useT } from '../../i18n/translate.ts';
import { Select } from '../../ui/fields/Select.tsx';
import './sort.css';

type Props = {
  /** Names of the sortable columns with their labels. */
  by: readonly (readonly [name: string, label: MessageKey])[];
  sort: string;
  onSort: (sort: string) => void;
};

/** Shows a select box for the sort order on phones, where rows are cards without column headers. */
export function SortSelect({ by, sort, onSort }: Props) {
  const { t } = useT();
  const options = by.flatMap(([name, label]) => [
    { value: name, label: t('schools.sort.up', { field: t(label) }) },
    { value: `-${name}`, label: t('schools.sort.down', { field: t(label) }) },
  ]);
  return (
    <div className="sort-select">
      <Select label={t('schools.sort')} value={sort} options={options} onChange={onSort} />
    </div>
  );
}
