import { writeCsv } from '@fundus/contract/table-file';
import type { RecognisedTable } from '@fundus/contract/tables/tables';
import type { Translate } from '../../i18n/translate.ts';
import { saveFile } from '../../ui/save-file.ts';
import { headerName, type TableLabels } from './table-words.ts';

/** Saves the rejected rows as a file with the reason in the last column, which a repeated import ignores. */
export function saveRejected(
  t: Translate,
  locale: string,
  found: RecognisedTable,
  fileName: string,
  labels: TableLabels,
  reasonOf: (line: number) => string,
): void {
  const used = found.headers.flatMap(({ reason }, at) => (reason ? [] : at));
  const nameOf = (at: number): string => {
    const target = found.columns.find((column) => column.at === at);
    return found.header === 0 && target ? labels.column(target.column) : headerName(t, found, at);
  };
  const rows = found.rejected.map(({ line, cells }) => [...used.map((at) => cells[at] ?? ''), reasonOf(line)]);
  const csv = writeCsv([[...used.map(nameOf), t('table.rejected.reason')], ...rows], locale);
  saveFile(`${fileName.replace(/\.\w{1,5}$/, '')}-${t('table.rejected.file')}.csv`, csv, 'text/csv;charset=utf-8');
}
