import { normalizeText } from '@fundus/contract/unicode';
import { FILE_ROLES, type FileRole } from '@fundus/contract/files/files';
import { PACKAGE_REFUSALS } from '@fundus/contract/files/package-refusals';
import type { Quota, Upload } from '@fundus/contract/files/uploads';
import { CircleAlert, RotateCcw, Upload as UploadIcon, X } from 'lucide-react';
import { useRef, useState, type DragEvent } from 'react';
import { formatBytes } from '../../../i18n/format.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import type { Choice } from './CodePicker.tsx';
import type { Row, Uploads } from './use-uploads.ts';
import '../../../ui/field.css';
import './edit-screen.css';

/** What the file chooser offers at first; the portal looks at the content. */
const ACCEPT: Record<FileRole, string> = {
  main: 'video/*,audio/*,image/*,.pdf,.epub,.h5p,.zip',
  caption: '.vtt,.srt',
  chapters: '.vtt',
  transcript: '.vtt,.srt,.txt',
  material: '',
  poster: 'image/*',
  audio_description: 'audio/*,video/*',
};
/** Roles whose files speak a language. */
const SPOKEN: readonly FileRole[] = ['caption', 'transcript', 'audio_description', 'main'];

type Props = {
  uploads: Uploads;
  /** Begun earlier and not finished. */
  open: readonly Upload[];
  limit: number;
  quota: Quota | undefined;
  languages: readonly Choice[];
};

/** Where files come in: choose or drop them, see how far they are, go on after a break. */
export function UploadBox({ uploads: { rows, add, retry, giveUp }, open, limit, quota, languages }: Props) {
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
        {earlier.map(rowOfEarlier).map((row) => row && <UploadRow key={row.upload?.id} row={row} onGiveUp={() => void giveUp(row)} />)}
        {rows.map((row) => (
          <UploadRow key={row.key} row={row} onRetry={() => retry(row)} onGiveUp={() => void giveUp(row)} />
        ))}
      </ul>
    </section>
  );
}

/** Sent before the page was opened anew: still looked at, or refused meanwhile. Its file is not at hand any more. */
function rowOfEarlier(upload: Upload): Row | null {
  const { name, bytes, state, problem } = upload;
  return state === 'checking' || state === 'refused' ? { key: 0, name, bytes, received: bytes, state, problem, upload } : null;
}

function UploadRow({ row, onRetry, onGiveUp }: { row: Row; onRetry?: () => void; onGiveUp: () => void }) {
  const { t, locale } = useT();
  const { name, bytes, received, state, problem } = row;
  const share = bytes ? Math.floor((100 * received) / bytes) : 0;
  const ended = state === 'refused' || state === 'failed';
  return (
    <li>
      <div className="upload-row">
        <p className="upload-name">{name}</p>
        {ended ? (
          <p className={NOTICES.has(problem?.code ?? '') ? 'upload-note' : 'field-error'} role="alert">
            <CircleAlert className="i-16" />
            {problemText(problem, t, locale)}
          </p>
        ) : (
          <>
            <progress aria-label={t('upload.progress', { name })} max={100} value={state === 'checking' ? undefined : share} />
            <p className="small-print num">
              {state === 'checking'
                ? t('upload.checking')
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

/** Why a file was not taken, in words; or what is odd about one that was. */
function problemText(problem: Row['problem'], t: Translate, locale: string): string {
  const { code, details = {} } = problem ?? { code: 'internal' };
  if (code === 'codec') return t('upload.problem.codec', { codecs: String(details.codecs) });
  if (isPackageNotice(code)) return t(`upload.problem.${code}`, { names: String(details.names) });
  if (code === 'quota_exceeded')
    return t(`upload.problem.quota.${details.of === 'school' ? 'school' : 'person'}`, {
      used: formatBytes(Number(details.used), locale),
      limit: formatBytes(Number(details.limit), locale),
    });
  if (code === 'too_large' && details.limit) return t('upload.problem.too_large', { size: formatBytes(Number(details.limit), locale) });
  if (code === 'too_large' && (details.rule === 'line' || details.rule === 'cue' || details.rule === 'cues'))
    return t(`upload.problem.captions.${details.rule}`, { most: Number(details.most) });
  if (code === 'too_large' && details.reason) return t('upload.problem.too_complex');
  if (code === 'already_exists' || code === 'given_up') return t(`upload.problem.${code}`);
  if (code !== 'unsupported_type') return t(`error.${code as 'internal'}`);
  if (details.archive) return archiveText(details, t);
  return t('upload.problem.unsupported_type', {
    role: t(`upload.role.${details.role as FileRole}`),
    found: String(details.found).toUpperCase(),
  });
}

const PACKAGE_NOTICES = ['missing_files', 'flash_parts', 'server_parts', 'other_hosts', 'only_saved'] as const;
const isPackageNotice = (code: string): code is (typeof PACKAGE_NOTICES)[number] => (PACKAGE_NOTICES as readonly string[]).includes(code);
/** About files that were taken. */
const NOTICES: ReadonlySet<string> = new Set(['codec', ...PACKAGE_NOTICES]);

function archiveText({ archive, names }: Record<string, unknown>, t: Translate): string {
  const reason = String(archive);
  const refusal = PACKAGE_REFUSALS.find((each) => each === reason);
  if (refusal) return t(`upload.problem.archive.${refusal}`, { names: String(names ?? '') });
  return t(`upload.problem.archive.${ARCHIVE[reason] ?? 'broken'}`);
}

const ARCHIVE: Record<string, 'limits' | 'broken'> = {
  ratio: 'limits',
  size: 'limits',
  entries: 'limits',
  nested: 'limits',
};
