import { IMPORT_LIMITS, type ImportSource } from '@fundus/contract/imports/imports';
import { FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton } from '../../ui/fields/FileButton.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { useImportUpload } from './use-sending.ts';
import './imports.css';

type Props = { sources: readonly ImportSource[]; onOpen: (id: string) => void };

/** Uploads a file to be imported, and opens the import once the upload is complete. */
export function FileImport({ sources, onOpen }: Props) {
  const { t } = useT();
  const [source, setSource] = useState('');
  const [wrong, setWrong] = useState<'tooLarge' | 'empty' | null>(null);
  const { sending, error, send, stop } = useImportUpload(onOpen);
  const choose = (file: File) => {
    const problem = file.size > IMPORT_LIMITS.file ? 'tooLarge' : file.size === 0 ? 'empty' : null;
    setWrong(problem);
    if (problem === null) void send(file, source === '' ? null : source);
  };
  return (
    <section className="import-part">
      <h2>{t('imports.file')}</h2>
      <p className="small-print">{t('imports.file.about')}</p>
      <FormProblem>{wrong ? t(`imports.file.${wrong}`) : error && t(`error.${error.code}`, { name: '' })}</FormProblem>
      {sending ? (
        <div className="import-progress">
          <p>
            {t('imports.run.uploading')}: {sending.name}
          </p>
          <progress aria-label={t('imports.run.uploading')} max={sending.bytes} value={sending.sent} />
          <Button variant="line" icon={<X />} onClick={stop}>
            {t('imports.run.cancel')}
          </Button>
        </div>
      ) : (
        <>
          {sources.length > 0 && (
            <SelectField
              label={t('imports.file.source')}
              hint={t('imports.file.source.hint')}
              value={source}
              options={[
                { value: '', label: t('imports.file.source.none') },
                ...sources.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setSource}
            />
          )}
          <FileButton accept=".xml,.json,.jsonl,.ndjson,.csv,.txt,.onx,.mrcx" icon={<FileUp />} onFile={choose}>
            {t('imports.file.choose')}
          </FileButton>
        </>
      )}
    </section>
  );
}
