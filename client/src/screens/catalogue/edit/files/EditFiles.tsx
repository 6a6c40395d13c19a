import { FILE_ROLES, type FileRole } from '@fundus/contract/files/files';
import { uploads, type EditFile, type EditFiles as Files } from '@fundus/contract/files/uploads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, ExternalLink, EllipsisVertical, FileText, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../../api/query.ts';
import { EmptyState } from '../../../../components/page/EmptyState.tsx';
import { MediaSkeleton } from '../../../../components/media/MediaSkeleton.tsx';
import { formatName } from '../../../../player/playback/media-parts.ts';
import { ConfirmDialog } from '../../../../components/forms/ConfirmDialog.tsx';
import { useUndo } from '../../../../stores/use-undo.ts';
import { formatBytes, formatDate, formatDuration, languageName } from '../../../../i18n/format.ts';
import { joinFacts } from '../../../../i18n/join-facts.ts';
import { useT } from '../../../../i18n/translate.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { TextField } from '../../../../ui/fields/Field.tsx';
import { Menu, type MenuItem } from '../../../../ui/overlays/Menu.tsx';
import { SelectField } from '../../../../ui/fields/SelectField.tsx';
import { FormProblem } from '../../../../ui/fields/FormProblem.tsx';
import { MEDIUM_READS } from '../../../../components/media/medium-reads.ts';
import { useTables } from '../edit-tables.ts';
import { UploadBox } from './UploadBox.tsx';
import type { Uploads } from '../../../../components/uploads/use-uploads.ts';
import '../edit-screen.css';

/** Interval in milliseconds at which the state of earlier uploads is refetched. */
const LOOK_AGAIN = 3_000;

type Props = { medium: { identifier: string; record: { url: string | null } }; coming: Uploads };

/** Shows the files of a medium, which can be uploaded, ordered, changed, removed and restored. */
export function EditFiles({ medium: { identifier, record }, coming }: Props) {
  const { t, locale } = useT();
  const client = useQueryClient();
  const asked = query(uploads.editFiles, { params: { identifier } });
  const { data, error } = useQuery({
    ...asked,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.uploads.some(({ state: of }) => of === 'checking' || of === 'converting') && LOOK_AGAIN,
  });
  const tables = useTables();
  const [naming, setNaming] = useState<EditFile | null>(null);
  const order = useCall(uploads.orderFiles, MEDIUM_READS);
  const remove = useCall(uploads.removeFile, MEDIUM_READS);
  const restore = useCall(uploads.restoreFile, MEDIUM_READS);
  const undo = useUndo(MEDIUM_READS);
  const keep = {
    onSuccess: (files: Files) => void client.setQueryData(asked.queryKey, files),
    onError: (refused: { code: string }) => showSnackbar({ text: t(`error.${refused.code as 'internal'}`), type: 'error' }),
  };
  if (error) return <FormProblem>{t(`error.${error.code}`)}</FormProblem>;
  if (!data) return <MediaSkeleton count={3} view="list" />;
  const { files, removed } = data;
  const move = (from: number, by: number): void => {
    const ids = files.map((file) => file.id);
    ids.splice(from + by, 0, ...ids.splice(from, 1));
    order.mutate({ params: { identifier }, body: { ids } }, keep);
  };
  const restoreFile = (fileId: string): void => restore.mutate({ params: { identifier, fileId } }, keep);
  const take = (file: EditFile): void =>
    remove.mutate(
      { params: { identifier, fileId: file.id } },
      {
        ...keep,
        onSuccess: (now) => {
          keep.onSuccess(now);
          showSnackbar({
            text: t('files.removed', { name: file.name }),
            action: undo(uploads.restoreFile, { params: { identifier, fileId: file.id } }, { done: keep.onSuccess }),
          });
        },
      },
    );
  return (
    <>
      <UploadBox uploads={coming} open={data.uploads} limit={data.limit_bytes} quota={data.quota} languages={tables?.fn_sprache ?? []} />
      {files.length === 0 ? (
        <EmptyState icon={<FileText />} title={t(record.url ? 'files.empty.link' : 'files.empty')} />
      ) : (
        <ol className="lines edit-files" aria-label={t('edit.tab.files')}>
          {files.map((file, i) => (
            <FileRow
              key={file.id}
              file={file}
              onName={() => setNaming(file)}
              onUp={i > 0 ? () => move(i, -1) : undefined}
              onDown={i < files.length - 1 ? () => move(i, 1) : undefined}
              onRemove={() => take(file)}
            />
          ))}
        </ol>
      )}
      {removed.length > 0 && (
        <section className="block-s">
          <h2>{t('files.removed.title')}</h2>
          <ul className="lines edit-files">
            {removed.map((file) => (
              <li key={file.id}>
                <div>
                  <p>{file.name}</p>
                  <p className="small-print">
                    {joinFacts([
                      t(`upload.role.${file.role}`),
                      t('files.removed.until', { date: formatDate(file.until, 'short', locale) }),
                    ])}
                  </p>
                </div>
                <Button onClick={() => restoreFile(file.id)}>{t('files.restore')}</Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {naming && <FileDialog identifier={identifier} file={naming} onClose={() => setNaming(null)} onSaved={keep.onSuccess} />}
    </>
  );
}

type RowProps = {
  file: EditFile;
  onName: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
};

function FileRow({ file, onName, onUp, onDown, onRemove }: RowProps) {
  const { t, locale } = useT();
  const facts = [
    t(`upload.role.${file.role}`),
    formatName(file.mime),
    file.language && languageName(file.language, locale),
    file.width && file.height ? `${file.width} × ${file.height}` : null,
    file.duration ? formatDuration(file.duration) : null,
    file.bytes ? formatBytes(file.bytes, locale) : null,
    file.uploaded ? null : t('files.imported'),
  ];
  const items: MenuItem[] = [{ label: t('files.change'), icon: <SquarePen />, onSelect: onName }];
  if (onUp) items.push({ label: t('library.bookmarks.up'), icon: <ChevronUp />, onSelect: onUp });
  if (onDown) items.push({ label: t('library.bookmarks.down'), icon: <ChevronDown />, onSelect: onDown });
  if (file.role === 'main' || file.role === 'material')
    items.push({ kind: 'link', label: t('files.open'), icon: <ExternalLink />, href: file.href });
  items.push({ label: t('files.remove'), icon: <Trash2 />, onSelect: onRemove });
  return (
    <li>
      {file.role === 'poster' ? (
        <img src={file.href} alt="" width={80} height={45} />
      ) : (
        <span className="edit-file-sign">
          <FileText />
        </span>
      )}
      <div>
        <p>{file.label ?? file.name}</p>
        <p className="small-print">{joinFacts([file.label ? file.name : null, ...facts])}</p>
      </div>
      <Menu label={t('files.menu', { name: file.name })} trigger={<EllipsisVertical />} sections={[{ items }]} />
    </li>
  );
}

function FileDialog({
  identifier,
  file,
  onClose,
  onSaved,
}: {
  identifier: string;
  file: EditFile;
  onClose: () => void;
  onSaved: (files: Files) => void;
}) {
  const { t } = useT();
  const tables = useTables();
  const [role, setRole] = useState<FileRole>(file.role);
  const [label, setLabel] = useState(file.label ?? '');
  const [language, setLanguage] = useState(file.language ?? '');
  const change = useCall(uploads.changeFile, MEDIUM_READS);
  const languages = [
    { value: '', label: t('files.language.none') },
    ...(tables?.fn_sprache ?? []).map((one) => ({ value: one.code, label: one.label })),
  ];
  if (language && !languages.some((one) => one.value === language)) languages.push({ value: language, label: language });
  const save = (): void =>
    change.mutate(
      { params: { identifier, fileId: file.id }, body: { role, label: label.trim() || null, language: language || null } },
      { onSuccess: (files) => (onSaved(files), onClose()) },
    );
  return (
    <ConfirmDialog
      title={t('files.change.title', { name: file.name })}
      action={t('app.save')}
      disabled={change.isPending}
      onClose={onClose}
      onAction={save}
    >
      {file.role !== 'poster' && (
        <SelectField
          label={t('upload.role')}
          value={role}
          options={FILE_ROLES.filter((value) => value !== 'poster').map((value) => ({ value, label: t(`upload.role.${value}`) }))}
          error={change.error?.field === 'role' ? t('files.role.wrong') : null}
          onChange={setRole}
        />
      )}
      <TextField
        label={t('files.label')}
        hint={t('files.label.hint')}
        value={label}
        maxLength={300}
        onChange={(event) => setLabel(event.target.value)}
      />
      <SelectField label={t('upload.language')} value={language} options={languages} onChange={setLanguage} />
      {change.error && change.error.field !== 'role' && <FormProblem>{t(`error.${change.error.code}`)}</FormProblem>}
    </ConfirmDialog>
  );
}
