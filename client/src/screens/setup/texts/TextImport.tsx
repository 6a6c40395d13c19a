import { AppError } from '@fundus/contract/errors';
import { setupAdmin } from '@fundus/contract/setup/admin';
import { NotJson, parseCsvTexts, parseJsonTexts, type ImportReport } from '@fundus/contract/setup/texts';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { FileRejected, readText } from '../files.ts';
import { problemText } from './TextEditor.tsx';
import './translation-screen.css';

export type TextsInFile = { name: string; texts: Record<string, string>; report: ImportReport };

/** Reads a file and requests a preview of its changes. Throws `FileRejected` or the error of the server. */
export async function readTexts(file: File, lang: string): Promise<TextsInFile> {
  const source = await readText(file);
  let read: { texts: Record<string, string>; invalid: string[] };
  try {
    read = /\.csv$/i.test(file.name) ? parseCsvTexts(source) : parseJsonTexts(source);
  } catch (error) {
    if (error instanceof NotJson) throw new FileRejected('files.invalidJson');
    throw error;
  }
  const report = await call(setupAdmin.importTexts, { params: { lang }, body: { texts: read.texts, dry_run: true } });
  const unreadable = read.invalid.map((key) => ({ key, code: 'not_text' }));
  return { name: file.name, texts: read.texts, report: { ...report, invalid: [...unreadable, ...report.invalid] } };
}

type Props = { found: TextsInFile; lang: string; onClose: () => void; onDone: (count: number) => void };

/** Shows the changes in a file before they are applied. */
export function TextImport({ found, lang, onClose, onDone }: Props) {
  const { t } = useT();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError | null>(null);
  const { added, changed, same, unknown, invalid } = found.report;
  const count = added.length + changed.length;

  const write = async () => {
    setBusy(true);
    try {
      await call(setupAdmin.importTexts, { params: { lang }, body: { texts: found.texts, dry_run: false } });
      onDone(count);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      setProblem(error);
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      title={t('texts.import.title', { name: found.name })}
      action={t('texts.import.take', { count })}
      disabled={busy || count === 0}
      onClose={onClose}
      onAction={() => void write()}
    >
      {problem && <FormProblem>{t(`error.${problem.code}`, { name: '' })}</FormProblem>}
      <Part title={t('texts.import.added', { count: added.length })} count={added.length}>
        {added.map(({ key, after }) => (
          <li key={key}>
            <code>{key}</code> <ins>{after}</ins>
          </li>
        ))}
      </Part>
      <Part title={t('texts.import.changed', { count: changed.length })} count={changed.length}>
        {changed.map(({ key, before, after }) => (
          <li key={key}>
            <code>{key}</code> <del>{before}</del> <ins>{after}</ins>
          </li>
        ))}
      </Part>
      <Part title={t('texts.import.invalid', { count: invalid.length })} count={invalid.length} open>
        {invalid.map((wrong) => (
          <li key={wrong.key}>
            <code>{wrong.key}</code> {problemText(t, wrong)}
          </li>
        ))}
      </Part>
      <Part title={t('texts.import.unknown', { count: unknown.length })} count={unknown.length}>
        {unknown.map((key) => (
          <li key={key}>
            <code>{key}</code>
          </li>
        ))}
      </Part>
      <p className="quiet small">{t('texts.import.same', { count: same })}</p>
    </ConfirmDialog>
  );
}

function Part({ title, count, open, children }: { title: string; count: number; open?: boolean; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <Fold title={title} open={open}>
      <ul className="import-section">{children}</ul>
    </Fold>
  );
}
