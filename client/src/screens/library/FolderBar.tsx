import { MAX_FOLDER_NAME, NO_FOLDER, type BookmarkFolder } from '@fundus/contract/library/folders';
import { library } from '@fundus/contract/library/library';
import type { Reply } from '@fundus/contract/endpoint';
import { EllipsisVertical, FolderPlus, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { folderProblemText } from '../../components/bookmarks/folder-problem.ts';
import { FormDialog } from '../../components/forms/FormDialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/fields/Field.tsx';
import { Menu } from '../../ui/overlays/Menu.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import '../../components/medialists/lists-overview.css';

const refreshes = { refreshes: [library.bookmarks, library.folders] };
const ALL = '';

type Props = {
  folders: Reply<typeof library.folders>;
  /** ID of the selected folder, `none`, or an empty string for all folders. */
  value: string;
  onChange: (value: string) => void;
};

/** Shows the folder selection with actions for the selected folder. */
export function FolderBar({ folders, value, onChange }: Props) {
  const { t } = useT();
  const [naming, setNaming] = useState<BookmarkFolder | 'new' | null>(null);
  const remove = useCall(library.removeFolder, refreshes);
  const undo = useUndo(refreshes);
  const { items, unfiled, total } = folders;
  const folder = items.find(({ id }) => id === value);
  const drop = ({ id, name }: BookmarkFolder): void =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: ({ identifiers }) => {
          onChange(ALL);
          showSnackbar({
            text: t('library.folders.removed', { name }),
            action: undo(library.createFolder, { body: { name, identifiers } }, { done: (again) => onChange(again.id) }),
          });
        },
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  return (
    <>
      <Button icon={<FolderPlus />} aria-label={t('library.folders.new')} onClick={() => setNaming('new')}>
        <span className="only-wide">{t('library.folders.new')}</span>
      </Button>
      {items.length > 0 && (
        <Select
          label={t('library.folders')}
          value={value}
          options={[
            { value: ALL, label: t('library.folders.all', { count: total }) },
            ...items.map(({ id, name, count }) => ({ value: id, label: t('library.folders.one', { name, count }) })),
            { value: NO_FOLDER, label: t('library.folders.one', { name: t('library.folders.none'), count: unfiled }) },
          ]}
          onChange={onChange}
        />
      )}
      {folder && (
        <Menu
          label={t('library.folders.menu', { name: folder.name })}
          trigger={<EllipsisVertical />}
          align="start"
          sections={[
            {
              items: [
                { label: t('library.folders.rename'), icon: <SquarePen />, onSelect: () => setNaming(folder) },
                { label: t('library.folders.remove'), icon: <Trash2 />, onSelect: () => drop(folder) },
              ],
            },
          ]}
        />
      )}
      {naming && <NameDialog folder={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />}
    </>
  );
}

function NameDialog({ folder, onClose }: { folder: BookmarkFolder | null; onClose: () => void }) {
  const { t } = useT();
  const [name, setName] = useState(folder?.name ?? '');
  const create = useCall(library.createFolder, refreshes);
  const rename = useCall(library.renameFolder, refreshes);
  const send = (): void =>
    folder
      ? rename.mutate({ params: { id: folder.id }, body: { name } }, { onSuccess: onClose })
      : create.mutate({ body: { name } }, { onSuccess: onClose });
  return (
    <FormDialog
      title={t(folder ? 'library.folders.rename' : 'library.folders.new')}
      action={t(folder ? 'app.save' : 'library.folders.create')}
      disabled={create.isPending || rename.isPending || name.trim() === ''}
      problem={null}
      onSend={send}
      onClose={onClose}
    >
      <Field label={t('library.folders.name')} error={folderProblemText(t, create.error ?? rename.error)}>
        {(ids) => <input {...ids} value={name} maxLength={MAX_FOLDER_NAME} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </FormDialog>
  );
}
