import { normalizeText } from '@fundus/contract/unicode';
import { FILE_ROLES, type FileRole } from '@fundus/contract/files/files';
import type { Quota, Upload } from '@fundus/contract/files/uploads';
import { Upload as UploadIcon } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { formatBytes } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Button } from '../../../../ui/Button.tsx';
import { SelectField } from '../../../../ui/fields/SelectField.tsx';
import type { Choice } from '../record/CodePicker.tsx';
import { ACCEPTED_TYPES } from '../../../../components/uploads/accept.ts';
import { UploadRow } from '../../../../components/uploads/UploadRow.tsx';
import type { Row, Uploads } from '../../../../components/uploads/use-uploads.ts';
import '../../../../ui/fields/field.css';
import '../../../../components/uploads/uploads.css';

/** Roles of files that have a language. */
const SPOKEN: readonly FileRole[] = ['caption', 'transcript', 'audio_description', 'main'];

type Props = {
  uploads: Uploads;
  /** Earlier uploads that are not finished. */
  open: readonly Upload[];
  limit: number;
  quota: Quota | undefined;
  languages: readonly Choice[];
};

/** Shows the upload area: choosing or dropping files, their progress, and resuming earlier uploads. */
export function UploadBox({ uploads: { rows, add, retry, answer, giveUp }, open, limit, quota, languages }: Props) {
  const { t, locale } = useT();
  const [role, setRole] = useState<FileRole>('main');
  const [language, setLanguage] = useState('de');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null): void => {
    const chosen = [...(files ?? [])];
    const spoken = SPOKEN.includes(role) && role !== 'main' ? language : null;
    for (const file of chosen) {
      const before = open.find(
        (upload) =>
          upload.state === 'receiving' &&
          upload.name === normalizeText(file.name) &&
          upload.bytes === file.size &&
          !rows.some((row) => row.upload?.id === upload.id),
      );
      add([file], before?.role ?? role, before ? before.language : spoken, before ?? null);
    }
    if (input.current) input.current.value = '';
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const earlier = open.filter((upload) => !rows.some((row) => row.upload?.id === upload.id));
  const left = earlier.filter((upload) => upload.state === 'receiving');
  return (
    <section className="upload" aria-label={t('upload.title')}>
      <div
        className="upload-box"
        data-over={over || undefined}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <SelectField
          label={t('upload.role')}
          value={role}
          options={FILE_ROLES.map((value) => ({ value, label: t(`upload.role.${value}`) }))}
          onChange={setRole}
        />
        {SPOKEN.includes(role) && role !== 'main' && (
          <SelectField
            label={t('upload.language')}
            value={language}
            options={languages.map(({ code, label }) => ({ value: code, label }))}
            onChange={setLanguage}
          />
        )}
        <Button variant="primary" icon={<UploadIcon />} onClick={() => input.current?.click()}>
          {t('upload.choose')}
        </Button>
        <p className="small-print">
          {t('upload.hint', { size: formatBytes(limit, locale) })}{' '}
          {quota &&
            `${t('material.quota', { used: formatBytes(quota.used, locale), limit: formatBytes(quota.limit, locale) })}. ${t('material.quota.hint')}`}
        </p>
        <input
          ref={input}
          type="file"
          multiple={role !== 'poster'}
          accept={ACCEPTED_TYPES[role]}
          hidden
          onChange={(event) => take(event.target.files)}
          data-testid="upload-input"
        />
      </div>
      {left.length > 0 && (
        <ul className="lines upload-rows">
          {left.map((upload) => (
            <li key={upload.id}>
              <p>{t('upload.left', { name: upload.name, share: Math.floor((100 * upload.received) / upload.bytes) })}</p>
            </li>
          ))}
        </ul>
      )}
      <ul className="lines upload-rows">
        {earlier
          .map(rowOfEarlier)
          .map(
            (row) =>
              row && (
                <UploadRow key={row.upload?.id} row={row} onAnswer={(given) => void answer(row, given)} onGiveUp={() => void giveUp(row)} />
              ),
          )}
        {rows.map((row) => (
          <UploadRow key={row.key} row={row} onRetry={() => retry(row)} onGiveUp={() => void giveUp(row)} />
        ))}
      </ul>
    </section>
  );
}

/**
 * Returns the row of an earlier upload that is being checked or converted, has a question, or was rejected. Returns `null` for any other state. The
 * browser no longer has the file of such an upload.
 */
function rowOfEarlier(upload: Upload): Row | null {
  const { identifier, name, bytes, state, problem } = upload;
  return state === 'checking' || state === 'asking' || state === 'converting' || state === 'refused'
    ? { key: 0, identifier, name, bytes, received: bytes, state, problem, upload }
    : null;
}
