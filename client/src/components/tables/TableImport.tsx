import type { AppError } from '@fundus/contract/errors';
import type { RecognisedTable } from '@fundus/contract/tables/tables';
import { Download, FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { TextArea } from '../../ui/fields/TextArea.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { ConfirmDialog } from '../forms/ConfirmDialog.tsx';
import { ImportLines, type ImportLine } from '../forms/ImportLines.tsx';
import { TableColumns } from './TableColumns.tsx';
import { saveRejected } from './save-rejected.ts';
import { fileProblem, rowProblem, type RowProblem, type TableLabels } from './table-words.ts';
import { useTable, type TableUpload } from './use-table.ts';
import '../forms/import.css';
import './tables.css';

export const TABLE_FILES = '.csv,.txt,.tsv,.xlsx,.xlsm,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Maximum number of rows shown. Further rows are only counted. */
const MAX_SHOWN = 300;

/** Result of one row. `lines` contains all lines of the file that the result is about, if there can be several. */
type ReplyRow = { line: number; lines?: readonly number[]; result: string; problem: RowProblem | null };
type TableReply = { table: RecognisedTable; rows: readonly ReplyRow[] };

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
  /** First lines of an example file. */
  sample: string;
  /** Maximum number of rows in a file. */
  rows: number;
  labels: TableLabels;
  look: Call<R>;
  take: Call<R>;
  /** Returns the number of rows that would be written. */
  countOf: (reply: R) => number;
  action: (count: number) => string;
  sums: (reply: R) => readonly { text: string; bad?: boolean }[];
  lineOf: (row: R['rows'][number]) => Pick<ImportLine, 'name' | 'about' | 'result'>;
  columnOfName: string;
  /** Returns the text of a problem that is specific to this table. */
  problemOf?: (problem: RowProblem) => string | undefined;
  /** Results of rows that are rejected. */
  rejected?: readonly string[];
  /** Returns the text of an error that does not concern the file. */
  otherProblem: (error: AppError) => string;
  /** Renders further fields and details of the reply. */
  children?: (reply: R | undefined) => ReactNode;
  /** Serialized values of the further fields. The file is sent again when they change. */
  again?: string;
  /** True if the user may type a list instead of choosing a file. */
  typed?: boolean;
  /** True if rejected rows block the import until the user decides to skip them. By default they are always skipped. */
  whole?: boolean;
  onDone: (reply: R) => void;
  onClose: () => void;
};

/** Imports a table in three steps: the user checks the recognised columns, previews the effect of each row, and confirms the import. */
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
  // While a call is repeated, the mutation has no data, so the last reply stays visible.
  const [found, setFound] = useState<R>();
  // Last reply for the previous file, which must not be shown again.
  const [before, setBefore] = useState<R>();
  if (look.data && look.data !== found && look.data !== before && !look.isPending) setFound(look.data);
  const { file, upload, choose, remap } = useTable((next) => {
    setSkip(false);
    take.reset();
    look.run({ ...next, dry_run: true, skip_errors: false });
  });
  // When the dialog opens, no file is chosen and nothing is sent.
  const ask = useEffectEvent(() => upload && look.run({ ...upload, dry_run: true, skip_errors: false }));
  useEffect(() => void ask(), [again]);
  const error = take.error ?? look.error;
  const count = found ? props.countOf(found) : 0;
  const wrong = found ? found.rows.filter(({ result }) => rejected.includes(result)).length : 0;
  const blocked = look.isPending || look.error !== null || take.isPending || !found || found.table.missing.length > 0;
  return (
    <ConfirmDialog
      title={props.title}
      action={count === 0 ? t('table.take') : props.action(count)}
      disabled={blocked || count === 0 || (whole && wrong > 0 && !skip)}
      onClose={props.onClose}
      onAction={() => upload && take.run({ ...upload, dry_run: false, skip_errors: skip }, props.onDone)}
      className="import-dialog"
    >
      {props.about}
      <p className="small-print table-formats">{t('table.formats', { rows: props.rows })}</p>
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
              <SaveRejectedButton found={found} fileName={file.name} labels={labels} lineOf={props.lineOf} problemOf={props.problemOf} />
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
    </ConfirmDialog>
  );
}

type ProblemOf = ((problem: RowProblem) => string | undefined) | undefined;
/** Shows a field for a typed or pasted list. Names on one line are separated by commas. */
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

export function SaveRejectedButton<R extends TableReply>({ found, fileName, labels, lineOf, problemOf }: SaveProps<R>) {
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
      <p className="small-print table-note">{t('table.rejected.about')}</p>
    </div>
  );
}

type RowsProps<R extends TableReply> = Pick<Props<R>, 'labels' | 'lineOf' | 'columnOfName'> & {
  problemOf: ProblemOf;
  reply: R;
  rejected: readonly string[];
};

/** Shows the result of each row. Rejected rows come first. */
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
