import type { AppError } from '@fundus/contract/errors';
import { marketplace, type ImportRow } from '@fundus/contract/marketplace/marketplace';
import { IMPORT_ROWS } from '@fundus/contract/marketplace/rules';
import type { MessageKey } from '@fundus/contract/messages';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { ImportLines } from '../../components/forms/ImportLines.tsx';
import { useT, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { base64Of } from '../../ui/base64.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import '../../components/forms/import.css';

/** Products from a file: what would happen with each, then all that can be read. */
export function ProductImport({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const [content, setContent] = useState('');
  const look = useCall(marketplace.importProducts);
  const take = useCall(marketplace.importProducts, { refreshes: [marketplace.products] });
  const found = look.data;
  const error = take.error ?? look.error;
  const count = (found?.created ?? 0) + (found?.changed ?? 0);
  const choose = async (chosen: File) => {
    const read = await base64Of(chosen);
    setContent(read);
    look.mutate({ body: { content: read, dry_run: true } });
  };
  return (
    <AskDialog
      title={t('market.import')}
      action={t('market.import.take', { count })}
      disabled={count === 0 || take.isPending}
      onClose={onClose}
      onAction={() =>
        take.mutate(
          { body: { content, dry_run: false } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('market.import.done', { count }), type: 'success' });
              onClose();
            },
          },
        )
      }
      className="import-dialog"
    >
      <p>{t('market.import.about', { rows: IMPORT_ROWS })}</p>
      <pre className="import-sample">{t('market.import.sample')}</pre>
      <FileButton accept=".csv,.txt,text/csv" icon={<FileUp />} disabled={look.isPending} onFile={(chosen) => void choose(chosen)}>
        {t('market.import.choose')}
      </FileButton>
      {error && <FormProblem>{fileProblem(t, error)}</FormProblem>}
      {found && (
        <>
          <p role="status" className="import-sums">
            <span>{t('market.import.new', { count: found.created })}</span>
            <span>{t('market.import.changed', { count: found.changed })}</span>
            {found.left_out > 0 && <span className="bad">{t('market.import.out', { count: found.left_out })}</span>}
          </p>
          <Lines rows={found.rows} />
        </>
      )}
    </AskDialog>
  );
}

/** Wrong ones first: they are what there is to do. */
function Lines({ rows }: { rows: readonly ImportRow[] }) {
  const { t } = useT();
  const shown = [...rows].sort((a, b) => Number(b.result === 'error') - Number(a.result === 'error') || a.line - b.line);
  return (
    <ImportLines
      label={t('market.import.lines')}
      columns={[t('market.import.line'), t('market.field.title'), t('market.import.result')]}
      lines={shown.map((row) => ({
        line: row.line,
        bad: row.result === 'error',
        name: row.title,
        about: row.number,
        result: row.problem
          ? t('market.import.wrong', { field: t(`market.column.${row.problem.field.split('.').at(-1)!}` as MessageKey) })
          : t(`market.import.is.${row.result}`, { count: row.offers }),
      }))}
    />
  );
}

const FILE_RULES = ['header', 'empty', 'max'] as const;

function fileProblem(t: Translate, error: AppError): string {
  const [first] = (error.details?.problems ?? []) as { rule?: string }[];
  const rule = error.field === 'content' && FILE_RULES.find((name) => name === first?.rule);
  if (!rule) return t(`error.${error.code}`);
  const missing = ((error.details?.missing ?? []) as string[]).map((column) => t(`market.column.${column}` as MessageKey)).join(', ');
  return t(`market.import.file.${rule}`, { missing, most: IMPORT_ROWS });
}
