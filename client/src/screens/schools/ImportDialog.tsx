import { fullName } from '@fundus/contract/people/full-name';
import type { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { IMPORT_BYTES, IMPORT_ROWS, people, type ImportRow } from '@fundus/contract/people/people';
import type { School } from '@fundus/contract/schools/schools';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { ImportLines } from '../../components/forms/ImportLines.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Checkbox } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { PEOPLE_READS } from './PersonRow.tsx';
import { wordsOf } from './problems.ts';
import { base64Of } from '../../ui/base64.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import '../../components/forms/import.css';
import './schools.css';

/** People from a file: what would happen line by line, then all of it or nothing. */
export function ImportDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const { t, locale } = useT();
  const [file, setFile] = useState<{ name: string; content: string } | null>(null);
  const [skip, setSkip] = useState(false);
  const look = useCall(people.import);
  const take = useCall(people.import, { refreshes: PEOPLE_READS });
  const found = look.data;
  const error = take.error ?? look.error;
  const args = (content: string, dry_run: boolean) => ({ body: { school: school.id, content, dry_run, skip_errors: skip } });

  const choose = async (chosen: File) => {
    const content = await base64Of(chosen);
    setFile({ name: chosen.name, content });
    setSkip(false);
    look.mutate(args(content, true));
  };
  const done = (count: number) => {
    showSnackbar({ text: t('people.import.done', { count }), type: 'success' });
    onClose();
  };
  const count = found ? found.created + found.joined : 0;
  return (
    <AskDialog
      title={t('people.import')}
      action={t('people.import.take', { count })}
      disabled={!file || !found || count === 0 || (found.errors > 0 && !skip) || take.isPending}
      onClose={onClose}
      onAction={() => file && take.mutate(args(file.content, false), { onSuccess: (reply) => done(reply.created + reply.joined) })}
      className="import-dialog"
    >
      <p className="school-ask">{t('people.import.about', { rows: formatNumber(IMPORT_ROWS, locale), school: school.name })}</p>
      <pre className="import-sample">{t('people.import.sample')}</pre>
      <FileButton accept=".csv,.txt,text/csv" icon={<FileUp />} disabled={look.isPending} onFile={(chosen) => void choose(chosen)}>
        {t(file ? 'people.import.other' : 'people.import.choose')}
      </FileButton>
      {error && <FormProblem>{fileProblem(t, error)}</FormProblem>}
      {found && file && (
        <>
          <p role="status" className="import-sums">
            <strong>{file.name}</strong>
            <span>{t('people.import.new', { count: found.created })}</span>
            {found.joined > 0 && <span>{t('people.import.join', { count: found.joined })}</span>}
            {found.here > 0 && <span>{t('people.import.here', { count: found.here })}</span>}
            {found.errors > 0 && <span className="bad">{t('people.import.errors', { count: found.errors })}</span>}
          </p>
          {found.errors > 0 && (
            <Checkbox label={t('people.import.skip')} checked={skip} onChange={(event) => setSkip(event.target.checked)} />
          )}
          <Lines rows={found.rows} />
        </>
      )}
    </AskDialog>
  );
}

/** Wrong lines first: they are what there is to do. */
function Lines({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useT();
  const shown = [...rows].sort((a, b) => Number(b.result === 'error') - Number(a.result === 'error') || a.line - b.line);
  return (
    <ImportLines
      label={t('people.import.lines')}
      columns={[t('people.import.line'), t('people.name'), t('people.import.result')]}
      lines={shown.map((row) => ({
        line: row.line,
        bad: row.result === 'error',
        name: fullName(row),
        about: row.email,
        result: row.problem ? rowProblem(t, row.problem) : t(`people.import.is.${row.result}` as MessageKey),
      }))}
    />
  );
}

const rowProblem = (t: Translate, { field, rule }: { field: string; rule: string }): string =>
  t(`people.import.rule.${rule}` as MessageKey, { field: t(`people.import.field.${field}` as MessageKey) });

const FILE_RULES = ['header', 'empty', 'max', 'rows'];

function fileProblem(t: Translate, error: AppError): string {
  const [first] = (error.details?.problems ?? []) as { rule?: string }[];
  if (error.field === 'content' && first?.rule && FILE_RULES.includes(first.rule)) {
    const missing = ((error.details?.missing ?? []) as string[]).map((field) => t(`people.import.field.${field}` as MessageKey)).join(', ');
    return t(`people.import.file.${first.rule}` as MessageKey, { missing, most: IMPORT_ROWS });
  }
  return error.code === 'too_large' ? t('people.import.file.bytes', { most: IMPORT_BYTES / 1_000_000 }) : wordsOf(t, error);
}
