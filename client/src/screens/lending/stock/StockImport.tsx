import { parseAmount } from '@fundus/contract/cents';
import type { MessageKey } from '@fundus/contract/messages';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingStock, STOCK_ROWS, type StockRow } from '@fundus/contract/lending/stock/stock';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { TableImport } from '../../../components/tables/TableImport.tsx';
import { useImportCall, type ImportBody } from '../../../components/tables/use-import-call.ts';
import { formatDate } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/stock.css';

const READS = { refreshes: [lendingDesk.items, lending.models, lending.calendar, lendingStock.stock] };

/** Imports devices from a table. A preview shows each row before all rows are imported in one transaction. */
export function StockImport({ point, onClose }: { point: LendingPoint; onClose: () => void }) {
  const { t, locale } = useT();
  const argsOf = (body: ImportBody) => ({ body: { point: point.id, lang: locale, ...body } });
  const look = useImportCall(lendingStock.importItems, argsOf);
  const take = useImportCall(lendingStock.importItems, argsOf, READS);
  return (
    <TableImport
      whole
      title={t('lending.import')}
      about={<p className="stock-about">{t('lending.import.about')}</p>}
      sample={t('lending.import.sample')}
      rows={STOCK_ROWS}
      labels={{
        column: (column) => t(`lending.csv.${column}` as MessageKey),
        choice: (column, code) => t(column === 'state' ? (`lending.item.${code}` as MessageKey) : 'migration.choice.yes'),
      }}
      look={look}
      take={take}
      countOf={({ created, changed }) => created + changed}
      action={(count) => t('lending.import.take', { count })}
      sums={({ created, changed, same, errors }) => [
        { text: t('lending.import.sum.new', { count: created }) },
        { text: t('lending.import.sum.changed', { count: changed }) },
        ...(same > 0 ? [{ text: t('lending.import.sum.same', { count: same }) }] : []),
        ...(errors > 0 ? [{ text: t('lending.import.sum.errors', { count: errors }), bad: true }] : []),
      ]}
      columnOfName={t('lending.csv.code')}
      lineOf={(row) => ({
        name: row.code,
        about: row.model,
        result: <Changes row={row} />,
      })}
      problemOf={({ rule }) => (rule === 'other' ? t('lending.import.rule.other', { field: t('lending.csv.model') }) : undefined)}
      otherProblem={(error) => refusalText(t, error, locale)}
      onDone={({ created, changed }) => {
        showSnackbar({ text: t('lending.import.done', { count: created + changed }), type: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      {(found) =>
        found &&
        found.models.length > 0 && <p>{t('lending.import.models', { count: found.models.length, names: found.models.join(', ') })}</p>
      }
    </TableImport>
  );
}

/** Formats a cell of the table for display, such as `1023,00` as money or `2026-09-01` as a date. */
function asRead(field: StockRow['changes'][number]['field'], cell: string, locale: string): string {
  const cents = field === 'price' ? parseAmount(cell) : null;
  if (typeof cents === 'number') return formatMoney(cents, locale);
  if (/^\d{4}-\d{2}-\d{2}$/.test(cell)) return formatDate(cell, 'short', locale);
  return cell || '–';
}

function Changes({ row }: { row: StockRow }) {
  const { t, locale } = useT();
  if (row.result !== 'changed') return t(row.result === 'new' ? 'lending.import.is.new' : 'lending.import.is.same');
  return (
    <>
      {t('lending.import.is.changed')}
      {row.changes.map(({ field, before, after }) => (
        <span key={field} className="small-print">
          {t('lending.import.change', {
            field: t(`lending.csv.${field}`),
            before: asRead(field, before, locale),
            after: asRead(field, after, locale),
          })}
        </span>
      ))}
    </>
  );
}
