import { pickFields } from '@fundus/contract/catalogue/media-record';
import { IMPORT_FORMATS, type ImportFormat } from '@fundus/contract/imports/imports';
import type { CsvColumns, ImportReport } from '@fundus/contract/imports/runs';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import './imports.css';

/** Fields that a table column can fill, required ones first. A column mapping in JSON may name further fields. */
const FIELDS = [
  'identifier',
  ...pickFields({
    fn_titel: true,
    fn_kurztext: true,
    fn_text: true,
    fn_geb: true,
    fn_typ: true,
    fn_adressat: true,
    fn_sprache: true,
    fn_schlag: true,
    fn_prodname: true,
    year: true,
    duration: true,
    url: true,
    isbn: true,
    ean: true,
    doi: true,
    rights_note: true,
    fn_nr: false,
    is_mediathek: false,
    set_of: false,
    recommended: false,
    published: false,
  }),
] as const;

type Props = { run: ImportReport; busy: boolean; onLook: (how: { format?: ImportFormat; plan?: CsvColumns }) => void };

/** Shows settings for reading a file that was not recognised or should be read differently. */
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
