import { centsOf } from '@fundus/contract/cents';
import type { AppError } from '@fundus/contract/errors';
import { lendingDesk } from '@fundus/contract/lending/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingStock, STOCK_BYTES, STOCK_ROWS, type StockRow } from '@fundus/contract/lending/stock';
import type { LendingPoint } from '@fundus/contract/lending/points';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { ImportLines } from '../../components/forms/ImportLines.tsx';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { formatMoney } from '../../i18n/money.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { base64Of } from '../../ui/base64.ts';
import { Checkbox } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { refusalWords } from './words.ts';
import '../../components/forms/import.css';
import './stock.css';

const READS = { refreshes: [lendingDesk.items, lending.models, lending.calendar, lendingStock.stock] };

/** Devices from a file: what would happen line by line, then all of it or nothing. */
export function StockImport({ point, onClose }: { point: LendingPoint; onClose: () => void }) {
  const { t, locale } = useT();
  const [file, setFile] = useState<{ name: string; content: string } | null>(null);
  const [skip, setSkip] = useState(false);
  const look = useCall(lendingStock.importItems);
  const take = useCall(lendingStock.importItems, READS);
  const found = look.data;
  const error = take.error ?? look.error;
  const args = (content: string, dry_run: boolean) => ({
    body: { point: point.id, content, dry_run, skip_errors: skip, lang: locale },
  });
  const choose = async (chosen: File) => {
    const content = await base64Of(chosen);
    setFile({ name: chosen.name, content });
    setSkip(false);
    take.reset();
    look.mutate(args(content, true));
  };
  const done = (count: number) => {
    showSnackbar({ text: t('lending.import.done', { count }), type: 'success' });
    onClose();
  };
  const count = found ? found.created + found.changed : 0;
  return (
    <AskDialog
      title={t('lending.import')}
      action={t('lending.import.take', { count })}
      disabled={!file || !found || count === 0 || (found.errors > 0 && !skip) || take.isPending}
      onClose={onClose}
      onAction={() => file && take.mutate(args(file.content, false), { onSuccess: (reply) => done(reply.created + reply.changed) })}
      className="import-dialog"
    >
      <p className="stock-about">{t('lending.import.about', { rows: formatNumber(STOCK_ROWS, locale) })}</p>
      <pre className="import-sample">{t('lending.import.sample')}</pre>
      <FileButton accept=".csv,.txt,text/csv" icon={<FileUp />} disabled={look.isPending} onFile={(chosen) => void choose(chosen)}>
        {t(file ? 'lending.import.other' : 'lending.import.choose')}
      </FileButton>
      {error && <FormProblem>{fileProblem(t, error, locale)}</FormProblem>}
      {found && file && (
        <>
          <p role="status" className="import-sums">
            <strong>{file.name}</strong>
            <span>{t('lending.import.sum.new', { count: found.created })}</span>
            <span>{t('lending.import.sum.changed', { count: found.changed })}</span>
            {found.same > 0 && <span>{t('lending.import.sum.same', { count: found.same })}</span>}
            {found.errors > 0 && <span className="bad">{t('lending.import.sum.errors', { count: found.errors })}</span>}
          </p>
          {found.models.length > 0 && <p>{t('lending.import.models', { count: found.models.length, names: found.models.join(', ') })}</p>}
          {found.errors > 0 && (
            <Checkbox label={t('lending.import.skip')} checked={skip} onChange={(event) => setSkip(event.target.checked)} />
          )}
          <Lines rows={found.rows} />
        </>
      )}
    </AskDialog>
  );
}

const RANK: Record<StockRow['result'], number> = { error: 0, changed: 1, new: 2, same: 3 };
/** More lines than somebody reads make the page slow; all of them are counted. */
const MOST_SHOWN = 500;

/** Wrong lines first: they are what there is to do. */
function Lines({ rows }: { rows: readonly StockRow[] }) {
  const { t } = useT();
  const shown = [...rows].sort((a, b) => RANK[a.result] - RANK[b.result] || a.line - b.line).slice(0, MOST_SHOWN);
  return (
    <ImportLines
      label={t('lending.import.lines')}
      columns={[t('lending.import.line'), t('lending.csv.code'), t('lending.import.result')]}
      lines={shown.map((row) => ({
        line: row.line,
        bad: row.result === 'error',
        name: row.code,
        about: row.model,
        result: row.result === 'error' ? problemWords(t, row) : <Changes row={row} />,
      }))}
    />
  );
}

/** A cell of the table as pages write such a thing: `1023,00` as money, `2026-09-01` as a day. */
function asRead(field: StockRow['changes'][number]['field'], cell: string, locale: string): string {
  const cents = field === 'price' ? centsOf(cell) : null;
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

const RULES = ['choice', 'duplicate', 'format', 'max', 'other', 'required'] as const;
function problemWords(t: Translate, { problem }: StockRow): string {
  const rule = RULES.find((each) => each === problem?.rule) ?? 'format';
  return t(`lending.import.rule.${rule}`, { field: t(`lending.csv.${problem?.field ?? 'code'}`) });
}

const FILE_RULES = ['header', 'empty', 'max', 'rows'] as const;
function fileProblem(t: Translate, error: AppError, locale: string): string {
  const [first] = (error.details?.problems ?? []) as { rule?: string }[];
  const rule = error.field === 'content' ? FILE_RULES.find((each) => each === first?.rule) : undefined;
  if (error.code === 'too_large') return t('lending.import.file.bytes', { most: STOCK_BYTES / 1_000_000 });
  if (!rule) return refusalWords(t, error, locale);
  const missing = ((error.details?.missing ?? []) as ('code' | 'model')[]).map((column) => t(`lending.csv.${column}`)).join(', ');
  return t(`lending.import.file.${rule}`, { missing, most: STOCK_ROWS });
}
