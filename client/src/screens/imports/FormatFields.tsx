import { IMPORT_FORMATS, type ImportFormat } from '@fundus/contract/imports/imports';
import type { CsvColumns, ImportReport } from '@fundus/contract/imports/runs';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import './imports.css';

/** Fields a table may fill, those that must be first. */
// oxfmt-ignore
const FIELDS = [
  'identifier', 'fn_titel', 'fn_kurztext', 'fn_text', 'fn_geb', 'fn_typ', 'fn_adressat', 'fn_sprache', 'fn_schlag',
  'fn_prodname', 'year', 'duration', 'url', 'isbn', 'ean', 'doi', 'rights_note',
] as const;

type Props = { run: ImportReport; busy: boolean; onLook: (how: { format?: ImportFormat; plan?: CsvColumns }) => void };

/** How a file is read, where that was not recognised, or is to be otherwise. */
export function FormatFields({ run, busy, onLook }: Props) {
  const { t } = useT();
  return (
    <div className="import-format">
      <SelectField
        label={t('imports.format')}
        value={run.format}
        options={[
          ...(run.format === '' ? [{ value: '', label: t('imports.format.unknown') }] : []),
          ...IMPORT_FORMATS.filter((format) => format !== 'csv' || run.plan !== null).map((value) => ({
            value: value as string,
            label: t(`imports.format.${value}`),
          })),
        ]}
        onChange={(format) => format !== '' && onLook({ format: format as ImportFormat })}
      />
      {run.format === 'csv' && run.plan && <Columns key={run.id} headers={run.headers} plan={run.plan} busy={busy} onLook={onLook} />}
    </div>
  );
}

type ColumnProps = Pick<Props, 'busy' | 'onLook'> & { headers: readonly string[]; plan: CsvColumns };

function Columns({ headers, plan, busy, onLook }: ColumnProps) {
  const { t } = useT();
  const [columns, setColumns] = useState(plan.columns);
  const [split, setSplit] = useState(plan.split);
  const ready = Boolean(columns.identifier) && Boolean(columns.fn_titel);
  return (
    <fieldset className="import-columns">
      <legend>{t('imports.columns')}</legend>
      {!ready && <p className="small-print">{t('imports.columns.needed')}</p>}
      {FIELDS.map((field) => (
        <SelectField
          key={field}
          label={t(`imports.column.${field}`)}
          value={columns[field] ?? ''}
          options={[{ value: '', label: t('imports.columns.none') }, ...headers.map((header) => ({ value: header, label: header }))]}
          onChange={(header) => setColumns((all) => ({ ...all, [field]: header }))}
        />
      ))}
      <TextField label={t('imports.columns.split')} maxLength={5} value={split} onChange={({ target }) => setSplit(target.value)} />
      <Button variant="line" disabled={!ready || busy} onClick={() => onLook({ plan: { ...plan, columns, split } })}>
        {t('imports.run.again')}
      </Button>
    </fieldset>
  );
}
