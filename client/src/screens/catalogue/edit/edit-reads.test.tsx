/** Tests that reads of the catalogue are refetched after a medium was changed. */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import type { Endpoint } from '@fundus/contract/endpoint';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../../api/query.ts';
import { file, files, medium, references, uuid } from '../../../testing/edit-medium.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './EditMediumScreen.tsx';
import { uploadFile } from '../../../components/uploads/send-file.ts';

vi.mock('../../../components/uploads/send-file.ts', () => ({ uploadFile: vi.fn() }));

const READ: readonly Endpoint[] = [catalogue.detail, catalogue.catalogueDetail, catalogue.search, catalogue.catalogueSearch];
const upload: Upload = {
  ...{
    id: uuid(7),
    identifier: 'M-1',
    role: 'main',
    name: 'a.mp4',
    language: null,
    label: null,
    bytes: 1,
    received: 1,
    state: 'receiving',
  },
  ...{
    problem: null,
    file_id: null,
    converted: null,
    href: '/api/v1/uploads/7',
    created_at: '2026-05-01T08:00:00.000Z',
    expires_at: '2026-05-02T08:00:00.000Z',
  },
};
const version = { at: '2026-05-01T08:00:00.000Z', by: 'Ada', bulk_id: null, changes: [] };
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const ofTheFile = async (item: string) => {
  fireEvent.click(within((await screen.findByText('film-1.mp4')).closest('li')!).getByRole('button'));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

const CHANGES: [string, string, () => Promise<unknown>][] = [
  [
    'a medium was saved',
    '',
    async () => {
      fireEvent.change(await screen.findByRole('textbox', { name: 'Titel' }), { target: { value: 'Neu' } });
      await press('Speichern');
    },
  ],
  ['a medium was retired', '', () => press('Aus dem Katalog entfernen')],
  ['an earlier version was restored', 'tab=history', () => press('Diese Fassung wiederherstellen')],
  ['a file was removed', 'tab=files', () => ofTheFile('Entfernen')],
  ['the files were reordered', 'tab=files', () => ofTheFile('Nach unten')],
  ['a file was restored', 'tab=files', () => press('Wiederherstellen')],
  [
    'the details of a file were changed',
    'tab=files',
    async () => {
      await ofTheFile('Angaben bearbeiten');
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Speichern' }));
    },
  ],
  [
    'a file was added',
    'tab=files',
    async () => {
      await screen.findByText('film-1.mp4');
      fireEvent.change(screen.getByTestId('upload-input'), { target: { files: [new File(['x'], 'a.mp4')] } });
    },
  ],
];

describe('refetches catalogue reads after', () => {
  it.each(CHANGES)('%s', async (_, search, change) => {
    vi.mocked(uploadFile).mockReturnValue({ done: Promise.resolve({ ...upload, state: 'done' }), cancel: () => {} });
    const removed = {
      id: uuid(9),
      role: 'main' as const,
      name: 'alt.mp4',
      label: null,
      bytes: 1,
      removed_at: version.at,
      until: '2026-06-01',
    };
    const all = { ...files([file(1), file(2)]), removed: [removed] };
    fakeApi(
      on(catalogueEdit.references, references),
      on(catalogueEdit.editMedium, medium()),
      on(catalogueEdit.changeMedium, medium({ version: 4 })),
      on(catalogueEdit.retireMedium, medium({ version: 4, retired_at: version.at })),
      on(catalogueEdit.undoMedium, medium({ version: 4 })),
      on(catalogueEdit.mediumVersions, {
        items: [
          { ...version, version: 3, what: 'edit' as const },
          { ...version, version: 2, what: 'before' as const },
        ],
      }),
      on(uploads.editFiles, all),
      on(uploads.orderFiles, all),
      on(uploads.changeFile, all),
      on(uploads.removeFile, all),
      on(uploads.restoreFile, all),
      on(uploads.startUpload, upload),
    );
    const { queryClient } = await show(<Screen name="medium-editing" params={{ id: 'M-1' }} search={search} go={() => {}} from={null} />, {
      user: person({ district_admin: '1' }),
    });
    const keys = READ.map((read) => [...keyOf(read), { params: { identifier: 'M-1' } }]);
    for (const key of keys) queryClient.setQueryData(key, {});
    await change();
    await waitFor(() => expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, true]));
  });
});
