import { normalizeText } from '@fundus/contract/unicode';
import { FILE_ROLES, type FileRole } from '@fundus/contract/files/files';
import type { Quota, Upload } from '@fundus/contract/files/uploads';
import { CircleAlert, RotateCcw, Upload as UploadIcon, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { formatBytes } from '../../../../i18n/format.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { SelectField } from '../../../../ui/fields/SelectField.tsx';
import type { Choice } from '../record/CodePicker.tsx';
import { isNotice, problemText } from './upload-problem.ts';
import { UploadQuestion, type Answer } from './UploadQuestion.tsx';
import type { Row, Uploads } from './use-uploads.ts';
import '../../../../ui/fields/field.css';
import '../edit-screen.css';

/** File types the picker offers; the portal checks the content. */
const ACCEPT: Record<FileRole, string> = {
  main: 'video/*,audio/*,image/*,.mkv,.pdf,.epub,.h5p,.zip',
  caption: '.vtt,.srt,.sbv,.ttml,.dfxp,.itt,.xml,.ass,.ssa',
  chapters: '.vtt,.srt',
  transcript: '.vtt,.srt,.sbv,.ttml,.dfxp,.itt,.xml,.ass,.ssa,.txt',
  material: '',
  poster: 'image/*',
  audio_description: 'audio/*,video/*',
};
/** Roles of files with a language. */
const SPOKEN: readonly FileRole[] = ['caption', 'transcript', 'audio_description', 'main'];

type Props = {
  uploads: Uploads;
  /** Started earlier and not finished. */
  open: readonly Upload[];
  limit: number;
  quota: Quota | undefined;
  languages: readonly Choice[];
};

/** Shows the upload of files: choose or drop, progress, resuming. */
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
          accept={ACCEPT[role]}
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

/** Returns the row of an earlier upload that is checked, converted, in question or rejected. Its file is no longer available. */
function rowOfEarlier(upload: Upload): Row | null {
  const { name, bytes, state, problem } = upload;
  return state === 'checking' || state === 'asking' || state === 'converting' || state === 'refused'
    ? { key: 0, name, bytes, received: bytes, state, problem, upload }
    : null;
}

type RowProps = { row: Row; onRetry?: () => void; onAnswer?: (answer: Answer) => void; onGiveUp: () => void };

function UploadRow({ row, onRetry, onAnswer, onGiveUp }: RowProps) {
  const { t, locale } = useT();
  const { name, bytes, received, state, problem, upload } = row;
  const converted = upload?.converted ?? 0;
  const share = state === 'converting' ? converted : bytes ? Math.floor((100 * received) / bytes) : 0;
  const ended = state === 'refused' || state === 'failed';
  return (
    <li>
      <div className="upload-row">
        <p className="upload-name">{name}</p>
        {state === 'asking' && upload && onAnswer ? (
          <UploadQuestion key={JSON.stringify(upload.problem)} upload={upload} onAnswer={onAnswer} />
        ) : ended ? (
          <p className={isNotice(problem) ? 'upload-note' : 'field-error'} role="alert">
            <CircleAlert className="i-16" />
            {problemText(problem, name, t, locale)}
          </p>
        ) : (
          <>
            <progress
              aria-label={t(state === 'converting' ? 'upload.convert.progress' : 'upload.progress', { name })}
              max={100}
              value={state === 'checking' ? undefined : share}
            />
            <p className="small-print num">
              {state === 'checking'
                ? t('upload.checking')
                : state === 'converting'
                  ? t('upload.converting', { share })
                  : state === 'waiting'
                    ? t('upload.waiting')
                    : t('upload.sent', { done: formatBytes(received, locale), all: formatBytes(bytes, locale), share })}
            </p>
          </>
        )}
      </div>
      {state === 'failed' && onRetry && <IconButton label={t('upload.retry', { name })} icon={<RotateCcw />} onClick={onRetry} />}
      {state !== 'checking' && (
        <IconButton label={t(ended ? 'upload.dismiss' : 'upload.cancel', { name })} icon={<X />} onClick={onGiveUp} />
      )}
    </li>
  );
}
