import { MAX_FOLDER_NAME, NO_FOLDER } from '@fundus/contract/library/folders';
import { library } from '@fundus/contract/library/library';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { closeFiling, type BookmarksToFile } from '../../stores/file-bookmarks.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { FormDialog } from '../forms/FormDialog.tsx';
import { folderProblemText } from './folder-problem.ts';

const NEW = 'new';
const refreshes = { refreshes: [library.bookmarks, library.folders] };

/** Asks for the folder to which bookmarks are moved: an existing one, a new one, or none. */
export function MoveToFolderDialog({ bookmarks }: { bookmarks: BookmarksToFile }) {
  const { t } = useT();
  const folders = useQuery({ ...query(library.folders), staleTime: 0 });
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const create = useCall(library.createFolder, refreshes);
  const file = useCall(library.fileBookmarks, refreshes);
  const undo = useUndo(refreshes);
  const items = folders.data?.items ?? [];
  const [first] = bookmarks;
  const lies = first?.folder_id ?? null;
  // Preselects the common folder of the bookmarks, or the first folder if there is none.
  const together = lies !== null && bookmarks.every(({ folder_id }) => folder_id === lies) ? lies : items[0]?.id;
  const value = chosen ?? together ?? (folders.data ? NEW : NO_FOLDER);
  const close = (): void => closeFiling(false);

  const showFiled = (folder: string | null): void => {
    closeFiling(true);
    const back = bookmarks.map(({ identifier, folder_id }) => ({ identifier, folder_id }));
    showSnackbar({
      text: folder === null ? t('library.folders.movedOut') : t('library.folders.moved', { name: folder }),
      action: undo(library.fileBookmarks, { body: { items: back } }),
    });
  };
  const send = (): void => {
    if (value === NEW)
      return create.mutate(
        { body: { name, identifiers: bookmarks.map(({ identifier }) => identifier) } },
        { onSuccess: (folder) => showFiled(folder.name) },
      );
    const folder_id = value === NO_FOLDER ? null : value;
    file.mutate(
      { body: { items: bookmarks.map(({ identifier }) => ({ identifier, folder_id })) } },
      { onSuccess: () => showFiled(items.find(({ id }) => id === folder_id)?.name ?? null) },
    );
  };
  return (
    <FormDialog
      title={t('library.folders.move.title', { count: bookmarks.length, title: first?.title ?? '' })}
      action={t('library.folders.move')}
      disabled={!folders.data || create.isPending || file.isPending || (value === NEW && name.trim() === '')}
      problem={file.error && t(`error.${file.error.code}`)}
      onSend={send}
      onClose={close}
    >
      <SelectField
        label={t('library.folders')}
        value={value}
        options={[
          { value: NO_FOLDER, label: t('library.folders.none') },
          ...items.map((folder) => ({ value: folder.id, label: folder.name })),
          { value: NEW, label: t('library.folders.new') },
        ]}
        onChange={setChosen}
      />
      {value === NEW && (
        <Field label={t('library.folders.name')} error={folderProblemText(t, create.error)}>
          {(ids) => <input {...ids} value={name} maxLength={MAX_FOLDER_NAME} onChange={(event) => setName(event.target.value)} />}
        </Field>
      )}
    </FormDialog>
  );
}
