import { classes } from '@fundus/contract/classes/classes';
import { useQuery } from '@tanstack/react-query';
import { queryAll } from '../../../api/read-all.ts';
import { useT } from '../../../i18n/translate.ts';
import { Select } from '../../../ui/fields/Select.tsx';

type Props = { school: string; value: string; onChange: (id: string) => void };

/** Select that filters people by class. Renders nothing if the school has no classes. */
export function ClassSelect({ school, value, onChange }: Props) {
  const { t } = useT();
  const list = useQuery({ ...queryAll(classes.ofSchool, { params: { id: school }, query: {} }), staleTime: 60_000 });
  if (!list.data) return null;
  const lines = list.data.items
    .filter(({ id, state }) => state !== 'archived' || id === value)
    .sort((a, b) => a.name.localeCompare(b.name, 'de', { numeric: true }) || b.school_year.localeCompare(a.school_year));
  const severalYears = new Set(lines.map((line) => line.school_year)).size > 1;
  const options = lines.map(({ id, name, school_year }) => ({ value: id, label: severalYears ? `${name} · ${school_year}` : name }));
  // The class in the URL may no longer be in the list.
  if (value && !lines.some(({ id }) => id === value)) options.push({ value, label: t('people.class.other') });
  if (options.length === 0) return null;
  return (
    <Select
      label={t('people.class')}
      value={value}
      options={[{ value: '', label: t('people.class.all') }, ...options]}
      onChange={onChange}
    />
  );
}
