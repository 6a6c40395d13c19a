import { HEADER_ROWS, type MappingInput, type RecognisedTable } from '@fundus/contract/tables/tables';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { joinFacts } from '../../i18n/join-facts.ts';
import { useT } from '../../i18n/translate.ts';
import { Fold } from '../../ui/Fold.tsx';
import { Note } from '../../ui/Note.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { DefaultValueField } from './DefaultValueField.tsx';
import { headerName, type TableLabels } from './table-words.ts';
import { mappingOf } from './use-table.ts';
import '../../ui/fields/select.css';
import '../forms/import.css';
import './tables.css';

type Props = {
  found: RecognisedTable;
  /** Mapping for which the server has not replied yet. Further changes are applied to it. */
  pending: MappingInput | undefined;
  labels: TableLabels;
  onChange: (mapping: MappingInput) => void;
};
type PartProps = Omit<Props, 'pending'> & { mapping: ReturnType<typeof mappingOf> };

const SOURCES = ['asv', 'koha', 'leihs', 'schild', 'schulmanager', 'webuntis'] as const;

/**
 * Shows the column mapping of a file and lets the user change it. It is expanded while a column is missing or a value is unknown, and always names
 * the columns that are not imported.
 */
export function TableColumns({ found, pending, labels, onChange }: Props) {
  const { t } = useT();
  const mapping = { ...mappingOf(found), ...pending };
  const part = { found, mapping, labels, onChange };
  const used = new Set(found.columns.map(({ at }) => at));
  const ignored = found.headers.flatMap(({ reason, filled, name }, at) =>
    used.has(at) || reason || (filled === 0 && name === '') ? [] : headerName(t, found, at),
  );
  const known = found.columns.filter(({ at }) => at !== null).length;
  const source = SOURCES.find((each) => each === found.source);
  const needsWork = found.missing.length > 0 || found.values.some(({ code }) => code === null);
  const offered = found.columns.filter(({ at, for_all }) => at === null && for_all);
  const takesAll = found.missing.some((name) => offered.some(({ column }) => column === name));
  return (
    <>
      {found.missing.length > 0 && (
        <Note tone="bad" role="alert">
          {t(takesAll ? 'table.columns.missing.all' : 'table.columns.missing', { columns: found.missing.map(labels.column).join(', ') })}
        </Note>
      )}
      <Fold
        title={t('table.columns.title')}
        says={joinFacts([
          source && t(`table.source.${source}`),
          t('table.columns.known', { count: known }),
          ignored.length > 0 && t('table.columns.ignored', { count: ignored.length, names: ignored.join(', ') }),
        ])}
        open={needsWork}
        forced={needsWork}
      >
        <div className="table-place">
          {found.sheets.length > 1 && (
            <SelectField
              label={t('table.sheet')}
              value={found.sheet}
              options={found.sheets.map((name) => ({ value: name, label: name }))}
              onChange={(sheet) => onChange({ sheet })}
            />
          )}
          <HeaderRow found={found} onChange={onChange} />
          {offered.map((column) => (
            <DefaultValueField
              key={column.column}
              column={column}
              labels={labels}
              onChange={(value) => {
                const others = mapping.columns.filter((each) => each.column !== column.column);
                onChange({
                  ...mapping,
                  columns: value === '' ? others : [...others, { column: column.column, place: { value } }],
                });
              }}
            />
          ))}
        </div>
        <FileColumns {...part} />
        <UnknownValues {...part} />
      </Fold>
    </>
  );
}

function HeaderRow({ found, onChange }: Pick<PartProps, 'found' | 'onChange'>) {
  const { t } = useT();
  const lines = [...new Set([...Array.from({ length: HEADER_ROWS }, (_, i) => i + 1), found.header])]
    .filter((line) => line > 0)
    .sort((a, b) => a - b);
  return (
    <SelectField
      label={t('table.header')}
      value={String(found.header)}
      options={[
        { value: '0', label: t('table.header.none') },
        ...lines.map((line) => ({ value: String(line), label: t('table.header.line', { line }) })),
      ]}
      onChange={(line) => onChange({ sheet: found.sheet, header: Number(line) })}
    />
  );
}

/** Shows the columns of the file with examples, and the column to which each is mapped. */
function FileColumns({ found, mapping, labels, onChange }: PartProps) {
  const { t } = useT();
  const head = useId();
  const move = (at: number, to: string): void => {
    const others = mapping.columns.filter(({ column, place }) => column !== to && !('at' in place && place.at === at));
    onChange({ ...mapping, columns: to === '' ? others : [...others, { column: to, place: { at } }] });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="import-lines table-columns" tabIndex={0} role="region" aria-labelledby={head}>
      <table>
        <thead>
          <tr>
            <th scope="col" id={head}>
              {t('table.columns.file')}
            </th>
            <th scope="col">{t('table.columns.target')}</th>
          </tr>
        </thead>
        <tbody>
          {found.headers.map(({ samples, reason, name, filled }, at) => {
            if (filled === 0 && name === '') return null;
            const target = mapping.columns.find(({ place }) => 'at' in place && place.at === at)?.column ?? '';
            const title = headerName(t, found, at);
            return (
              <tr key={at} className={target === '' ? 'ignored' : undefined}>
                <td>
                  {title}
                  {samples.length > 0 && <span className="small-print">{t('table.columns.samples', { samples: joinFacts(samples) })}</span>}
                </td>
                <td>
                  {reason ? (
                    t('table.columns.reason')
                  ) : (
                    <span className="select select-field">
                      <select
                        aria-label={t('table.columns.targetOf', { column: title })}
                        value={target}
                        onChange={(event) => move(at, event.target.value)}
                      >
                        <option value="">{t('table.columns.none')}</option>
                        {found.columns.map(({ column }) => (
                          <option key={column} value={column}>
                            {labels.column(column)}
                          </option>
                        ))}
                      </select>
                      <ChevronDown className="i-16" />
                    </span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Shows values that could not be mapped to a code, and lets the user choose one. */
function UnknownValues({ found, mapping, labels, onChange }: PartProps) {
  const { t } = useT();
  if (found.values.length === 0) return null;
  const set = (column: string, value: string, code: string): void => {
    const others = mapping.values.filter((each) => each.column !== column || each.value !== value);
    onChange({ ...mapping, values: code === '?' ? others : [...others, { column, value, code }] });
  };
  return (
    <fieldset className="table-values">
      <legend>{t('table.values.about')}</legend>
      {found.values.map(({ column, value, rows }) => (
        <SelectField
          key={`${column} ${value}`}
          label={t('table.values.of', { value, column: labels.column(column) })}
          hint={t('table.values.rows', { count: rows })}
          value={mapping.values.find((each) => each.column === column && each.value === value)?.code ?? '?'}
          options={[
            { value: '?', label: t('table.values.choose') },
            ...(found.columns.find((each) => each.column === column)?.choices ?? []).map((each) => ({
              value: each,
              label: labels.choice?.(column, each) ?? each,
            })),
            { value: '', label: t('table.values.empty') },
          ]}
          onChange={(next) => set(column, value, next)}
        />
      ))}
    </fieldset>
  );
}
