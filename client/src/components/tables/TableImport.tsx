import type { AppError } from '@fundus/contract/errors';
import type { TableFound } from '@fundus/contract/tables/tables';
import { Download, FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { AskDialog } from '../forms/AskDialog.tsx';
import { ImportLines, type ImportLine } from '../forms/ImportLines.tsx';
import { TableColumns } from './TableColumns.tsx';
import { saveRejected } from './save-rejected.ts';
import { fileProblem, rowProblem, type RowProblem, type TableLabels } from './table-words.ts';
import { useTable, type TableUpload } from './use-table.ts';
import '../forms/import.css';
import './tables.css';

export const TABLE_FILES = '.csv,.txt,.tsv,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows beyond these are counted and not drawn. */
const MAX_SHOWN = 300;

/** `lines`: all rows of the file that one row of the reply is about, if there can be several. */
type ReplyRow = { line: number; lines?: readonly number[]; result: string; problem: RowProblem | null };
type TableReply = { table: TableFound; rows: readonly ReplyRow[] };

type Call<R extends TableReply> = {
  data: R | undefined;
  error: AppError | null;
  isPending: boolean;
  run: (body: TableUpload & { dry_run: boolean; skip_errors: boolean }, onSuccess?: (reply: R) => void) => void;
  reset: () => void;
};

type Props<R extends TableReply> = {
  title: string;
  about: ReactNode;
  /** First lines of a file as it may be. */
  sample: string;
  /** Maximum number of rows. */
  rows: number;
  labels: TableLabels;
  look: Call<R>;
  take: Call<R>;
  /** Rows that would be written. */
  countOf: (reply: R) => number;
  action: (count: number) => string;
  sums: (reply: R) => readonly { text: string; bad?: boolean }[];
  lineOf: (row: R['rows'][number]) => Pick<ImportLine, 'name' | 'about' | 'result'>;
  columnOfName: string;
  /** Returns texts for problems of this table only. */
  problemOf?: (problem: RowProblem) => string | undefined;
  /** Results that mean that a row is rejected. */
  rejected?: readonly string[];
  /** A refusal that is not about the file. */
  otherProblem: (error: AppError) => string;
  /** Further fields, and what is shown of the reply. */
  children?: (reply: R | undefined) => ReactNode;
  /** Values of the further fields; when one of them changes, the file is sent again. */
  again?: string;
  /** A list can be typed instead of a file. */
  typed?: boolean;
  /** All rows or none, unless the user skips those with errors; otherwise rejected rows are always left out. */
  whole?: boolean;
  onDone: (reply: R) => void;
  onClose: () => void;
};

/** Imports a table: columns are recognised and corrected, each row shows its effect, then the table is written. */
export function TableImport<R extends TableReply>({
  look,
  take,
  labels,
  rejected = ['error'],
  whole = false,
  typed = false,
  again = '',
  ...props
}: Props<R>) {
  const { t } = useT();
  const [skip, setSkip] = useState(false);
  // A repeated call has no data meanwhile, so the last reply stays until the new one arrives.
  const [found, setFound] = useState<R>();
  // The reply for the previous file is not shown again.
  const [before, setBefore] = useState<R>();
  if (look.data && look.data !== found && look.data !== before && !look.isPending) setFound(look.data);
  const { file, upload, choose, remap } = useTable((next) => {
    setSkip(false);
    take.reset();
    look.run({ ...next, dry_run: true, skip_errors: false });
  });
  // No file is chosen when the dialog opens.
  const ask = useEffectEvent(() => upload && look.run({ ...upload, dry_run: true, skip_errors: false }));
  useEffect(() => void ask(), [again]);
  const error = take.error ?? look.error;
  const count = found ? props.countOf(found) : 0;
  const wrong = found ? found.rows.filter(({ result }) => rejected.includes(result)).length : 0;
  const blocked = look.isPending || look.error !== null || take.isPending || !found || found.table.missing.length > 0;
  return (
    <AskDialog
      title={props.title}
      action={count === 0 ? t('table.take') : props.action(count)}
      disabled={blocked || count === 0 || (whole && wrong > 0 && !skip)}
      onClose={props.onClose}
      onAction={() => upload && take.run({ ...upload, dry_run: false, skip_errors: skip }, props.onDone)}
      className="import-dialog"
    >
      {props.about}
      <p className="small-print">{t('table.formats', { rows: props.rows })}</p>
      {!file && <pre className="import-sample">{props.sample}</pre>}
      <div className="table-file">
        <FileButton
          accept={TABLE_FILES}
          icon={<FileUp />}
          disabled={look.isPending}
          onFile={(chosen) => {
            setBefore(look.data);
            setFound(undefined);
            look.reset();
            void choose(chosen);
          }}
        >
          {t(file ? 'table.other' : 'table.choose')}
        </FileButton>
      </div>
      {typed && !file && <TypedList busy={look.isPending} onRead={(list) => void choose(list)} />}
      {look.isPending && !found && <p role="status">{t('table.reading')}</p>}
      {error && <FormProblem>{fileProblem(t, error, labels, props.rows) ?? props.otherProblem(error)}</FormProblem>}
      {props.children?.(found)}
      {found && file && (
        <>
          <p role="status" className="import-sums">
            <strong>{file.name}</strong>
            {found.table.missing.length === 0 &&
              props.sums(found).map(({ text, bad }) => (
                <span key={text} className={bad ? 'bad' : undefined}>
                  {text}
                </span>
              ))}
          </p>
          <TableColumns
            key={file.name}
            found={found.table}
            labels={labels}
            pending={look.isPending ? upload?.mapping : undefined}
            onChange={remap}
          />
          {wrong > 0 && (
            <div className="table-rejected">
              {whole && <Checkbox label={t('table.skip')} checked={skip} onChange={(event) => setSkip(event.target.checked)} />}
              <SaveRejected found={found} fileName={file.name} labels={labels} lineOf={props.lineOf} problemOf={props.problemOf} />
            </div>
          )}
          <Rows
            reply={found}
            labels={labels}
            rejected={rejected}
            lineOf={props.lineOf}
            problemOf={props.problemOf}
            columnOfName={props.columnOfName}
          />
        </>
      )}
    </AskDialog>
  );
}

type ProblemOf = ((problem: RowProblem) => string | undefined) | undefined;
/** A list as it is typed or pasted; names on one line are separated by commas. */
function TypedList({ busy, onRead }: { busy: boolean; onRead: (list: File) => void }) {
  const { t } = useT();
  const [list, setList] = useState('');
  const lines = list.trim();
  const read = (): void => onRead(new File([lines.includes('\n') ? lines : lines.replace(/[,;]\s*/g, '\n')], 'liste.csv'));
  return (
    <div className="table-typed">
      <TextArea label={t('table.list')} rows={4} maxLength={50_000} value={list} onChange={({ target }) => setList(target.value)} />
      <Button variant="line" disabled={busy || lines === ''} onClick={read}>
        {t('table.list.look')}
      </Button>
    </div>
  );
}

type SaveProps<R extends TableReply> = Pick<Props<R>, 'labels' | 'lineOf'> & { problemOf?: ProblemOf; found: R; fileName: string };

export function SaveRejected<R extends TableReply>({ found, fileName, labels, lineOf, problemOf }: SaveProps<R>) {
  const { t, locale } = useT();
  const { rejected } = found.table;
  if (rejected.length === 0) return null;
  const rows = new Map(found.rows.flatMap((row) => (row.lines ?? [row.line]).map((line) => [line, row])));
  const reasonOf = (line: number): string => {
    const row = rows.get(line);
    if (!row) return '';
    const { result } = lineOf(row);
    return row.problem ? (problemOf?.(row.problem) ?? rowProblem(t, row.problem, labels)) : typeof result === 'string' ? result : '';
  };
  return (
    <div>
      <Button variant="line" icon={<Download />} onClick={() => saveRejected(t, locale, found.table, fileName, labels, reasonOf)}>
        {t('table.rejected.save', { count: rejected.length })}
      </Button>
      <p className="small-print">{t('table.rejected.about')}</p>
    </div>
  );
}

type RowsProps<R extends TableReply> = Pick<Props<R>, 'labels' | 'lineOf' | 'columnOfName'> & {
  problemOf: ProblemOf;
  reply: R;
  rejected: readonly string[];
};

/** Rejected rows first. */
function Rows<R extends TableReply>({ reply, labels, rejected, lineOf, problemOf, columnOfName }: RowsProps<R>) {
  const { t } = useT();
  if (reply.rows.length === 0) return null;
  const isBad = ({ result }: R['rows'][number]): boolean => rejected.includes(result);
  const shown = [...reply.rows].sort((a, b) => Number(isBad(b)) - Number(isBad(a)) || a.line - b.line).slice(0, MAX_SHOWN);
  return (
    <>
      <ImportLines
        label={t('table.lines')}
        columns={[t('table.line'), columnOfName, t('table.result')]}
        lines={shown.map((row) => {
          const about = lineOf(row);
          const problem = row.problem && (problemOf?.(row.problem) ?? rowProblem(t, row.problem, labels));
          return { line: row.line, bad: isBad(row), ...about, result: problem ?? about.result };
        })}
      />
      {reply.rows.length > MAX_SHOWN && <p className="small-print">{t('table.shown', { count: MAX_SHOWN })}</p>}
    </>
  );
}
