import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { schools } from '@fundus/contract/schools/schools';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { query } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { NamedRows } from '../parts/NamedRows.tsx';
import '../parts/tours.css';

type Chosen = LendingPoint['open_schools'];

/** Selects whether a district lending point serves all schools or only some (docs/behaviour/lending.md#lending-points). */
export function OpenSchools({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { t } = useT();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed, 200);
  const found = useQuery({
    ...query(schools.list, { query: { q, limit: 8 } }),
    enabled: chosen !== null,
    placeholderData: keepPreviousData,
  });
  const others = (found.data?.items ?? []).filter(({ id, state }) => state !== 'closed' && !chosen?.some((school) => school.id === id));
  return (
    <>
      <SelectField
        label={t('lending.openSchools')}
        value={chosen === null ? 'all' : 'some'}
        options={(['all', 'some'] as const).map((value) => ({ value, label: t(`lending.openSchools.${value}`) }))}
        onChange={(value) => onChange(value === 'all' ? null : [])}
      />
      {chosen !== null && (
        <fieldset className="tour-stops">
          <legend>{t('lending.openSchools.chosen')}</legend>
          {chosen.length === 0 && <p className="small-print">{t('lending.openSchools.none')}</p>}
          <NamedRows
            rows={chosen}
            icon={<X />}
            label={(name) => t('lending.template.without', { name })}
            onPick={({ id }) => onChange(chosen.filter((school) => school.id !== id))}
          />
          <TextField
            type="search"
            label={t('lending.openSchools.add')}
            hint={t('lending.openSchools.hint')}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <NamedRows
            rows={others}
            icon={<Plus />}
            label={(name) => t('lending.openSchools.add.name', { name })}
            onPick={({ id, name }) => onChange([...chosen, { id, name }])}
          />
        </fieldset>
      )}
    </>
  );
}
