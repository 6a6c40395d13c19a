import type { RecognisedTable } from '@fundus/contract/tables/tables';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import type { TableLabels } from './table-words.ts';

type Props = { column: RecognisedTable['columns'][number]; labels: TableLabels; onChange: (value: string) => void };

/**
 * Shows a field for a column that is missing in the file; its value applies to all rows. Text is applied when the field loses the focus or on Enter.
 */
export function DefaultValueField({ column: { column, value, choices }, labels, onChange }: Props) {
  const { t } = useT();
  const [typed, setTyped] = useState(value ?? '');
  const label = t('table.columns.all', { column: labels.column(column) });
  if (choices.length > 0)
    return (
      <SelectField
        label={label}
        value={value ?? ''}
        options={[
          { value: '', label: t('table.columns.all.none') },
          ...choices.map((code) => ({ value: code, label: labels.choice?.(column, code) ?? code })),
        ]}
        onChange={onChange}
      />
    );
  const settle = (): void => {
    if (typed.trim() !== (value ?? '')) onChange(typed.trim());
  };
  return (
    <TextField
      label={label}
      maxLength={200}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  );
}
