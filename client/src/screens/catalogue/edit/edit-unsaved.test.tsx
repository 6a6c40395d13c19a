/** Tests of unsaved input and pending uploads. */
import { catalogueEdit, type EditRecord } from '@fundus/contract/catalogue/edit';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { files, medium, references, uuid } from '../../../testing/edit-medium.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { usePlace } from '../../../ui/router.tsx';
import { Screen } from './EditMediumScreen.tsx';
import { uploadFile, type RunningUpload } from '../../../components/uploads/send-file.ts';

vi.mock('../../../components/uploads/send-file.ts', () => ({ uploadFile: vi.fn() }));

/** Renders the screen with the query of the current address, so that tabs work. */
function AtItsAddress({ id, go }: { id: string; go: (to: string) => void }) {
  const { search } = usePlace();
  return <Screen name="medium-editing" params={{ id }} search={search.slice(1)} go={go} from={null} />;
}

const open = async (id = 'M-1', ...more: ReturnType<typeof on>[]) => {
  const go = vi.fn();
  const api = fakeApi(
    on(catalogueEdit.references, references),
    on(catalogueEdit.editMedium, medium()),
    on(uploads.editFiles, files([])),
    on(catalogueEdit.mediumVersions, { items: [] }),
    ...more,
  );
  const view = await show(<AtItsAddress id={id} go={go} />, { user: person({ district_admin: '1' }) });
  await screen.findByRole('textbox', { name: 'Titel' });
  return { api, go, ...view };
};
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const tab = (name: string) => act(async () => void fireEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name })));
/** Returns whether the browser would ask before closing the page. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const version = { at: '2026-05-01T08:00:00.000Z', by: 'Ada', bulk_id: null, changes: [] };
const versions = {
  items: [
    { ...version, version: 3, what: 'edit' as const },
    { ...version, version: 2, what: 'before' as const },
  ],
};

describe('unsaved input', () => {
  it('is kept while the user visits other tabs', async () => {
    await open();
    type('Titel', 'Lava fließt');
    await tab('Dateien');
    await screen.findByText('Zu diesem Medium gibt es noch keine Dateien');
    expect(screen.queryByRole('textbox', { name: 'Titel' })).toBeNull();
    expect(asks()).toBe(true);
    await tab('Verlauf');
    await tab('Angaben');
    expect(box('Titel').value).toBe('Lava fließt');
  });

  it('remains unsaved if it is typed during a save', async () => {
    let answer = () => {};
    const sent: EditRecord[] = [];
    await open(
      'M-1',
      on(catalogueEdit.changeMedium, async ({ body }) => {
        const { record, version } = body as { record: EditRecord; version: number };
        sent.push(record);
        if (sent.length === 1) await new Promise<void>((resolve) => (answer = resolve));
        return medium({ version: version + 1, record });
      }),
    );
    expect(asks()).toBe(false);
    type('Titel', 'Lava fließt');
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    type('Titel', 'Lava fließt bergab');
    await act(async () => answer());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Speichern' })).toHaveProperty('disabled', false));
    expect(box('Titel').value).toBe('Lava fließt bergab');
    expect(asks()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(sent.map((one) => one.fn_titel)).toEqual(['Lava fließt', 'Lava fließt bergab']));
    await waitFor(() => expect(asks()).toBe(false));
  });

  it('is saved if it is typed while a medium is created', async () => {
    let answer = () => {};
    const { go, api } = await open(
      'new',
      on(catalogueEdit.createMedium, async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return medium({ identifier: 'M-9', version: 1 });
      }),
      on(catalogueEdit.changeMedium, medium({ identifier: 'M-9', version: 2 })),
    );
    type('Kennung', 'M-9');
    expect(asks()).toBe(true);
    type('Titel', 'Neu');
    fireEvent.click(screen.getByRole('button', { name: 'Medium anlegen' }));
    await waitFor(() => expect(api.to(catalogueEdit.createMedium)).toHaveLength(1));
    type('Titel', 'Neu und schön');
    await act(async () => answer());
    fireEvent.click(await screen.findByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/editing/M-9?tab=files', { replace: true }));
    expect(go).toHaveBeenCalledTimes(1);
    expect(api.to(catalogueEdit.changeMedium)[0]).toMatchObject({
      params: { identifier: 'M-9' },
      body: { version: 1, record: { fn_titel: 'Neu und schön' } },
    });
  });

  it('is replaced by an earlier version only after a confirmation', async () => {
    const { api } = await open(
      'M-1',
      on(catalogueEdit.mediumVersions, versions),
      on(catalogueEdit.undoMedium, medium({ version: 4, record: { ...medium().record, fn_titel: 'Wie zuvor' } })),
    );
    type('Titel', 'Lava fließt');
    await tab('Verlauf');
    fireEvent.click(await screen.findByRole('button', { name: 'Diese Fassung wiederherstellen' }));
    fireEvent.click(screen.getByRole('button', { name: 'Weiter bearbeiten', hidden: true }));
    expect(api.to(catalogueEdit.undoMedium)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Diese Fassung wiederherstellen' }));
    fireEvent.click(screen.getByRole('button', { name: 'Verwerfen', hidden: true }));
    await waitFor(() => expect(api.to(catalogueEdit.undoMedium)).toHaveLength(1));
    await tab('Angaben');
    await waitFor(() => expect(box('Titel').value).toBe('Wie zuvor'));
    expect(asks()).toBe(false);
  });
});

it('shows a restored version in the form after the user left the history tab', async () => {
  let answer = () => {};
  const { api } = await open(
    'M-1',
    on(catalogueEdit.mediumVersions, versions),
    on(catalogueEdit.undoMedium, async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return medium({ version: 4, record: { ...medium().record, fn_titel: 'Wie zuvor' } });
    }),
  );
  await tab('Verlauf');
  fireEvent.click(await screen.findByRole('button', { name: 'Diese Fassung wiederherstellen' }));
  await waitFor(() => expect(api.to(catalogueEdit.undoMedium)).toHaveLength(1));
  await tab('Angaben');
  await act(async () => answer());
  await waitFor(() => expect(box('Titel').value).toBe('Wie zuvor'));
});

describe('pending uploads', () => {
  const cancelled: string[] = [];
  const arrive: (() => void)[] = [];
  const upload = (n: number, name: string): Upload => ({
    ...{ id: uuid(n), name, bytes: 1, received: 0, role: 'main', language: null, label: null, state: 'receiving', problem: null },
    ...{
      href: `/api/v1/uploads/${uuid(n)}/content`,
      identifier: 'M-1',
      file_id: null,
      converted: null,
      created_at: '2026-05-01T08:00:00.000Z',
      expires_at: '2026-05-02T08:00:00.000Z',
    },
  });
  beforeEach(() => {
    cancelled.length = 0;
    arrive.length = 0;
    vi.mocked(uploadFile).mockClear();
    vi.mocked(uploadFile).mockImplementation((one): RunningUpload => {
      let fail: (error: Error) => void = () => {};
      const done = new Promise<Upload>((resolve, reject) => {
        arrive.push(() => resolve({ ...one, state: 'done' }));
        fail = reject;
      });
      return {
        done,
        cancel: () => {
          cancelled.push(one.name);
          fail(new DOMException('cancelled', 'AbortError'));
        },
      };
    });
  });
  const three = async () => {
    let n = 0;
    const opened = await open(
      'M-1',
      on(uploads.startUpload, ({ body }) => upload((n += 1), (body as { name: string }).name)),
    );
    await tab('Dateien');
    const chosen = ['a.mp4', 'b.mp4', 'c.mp4'].map((name) => new File(['x'], name));
    fireEvent.change(await screen.findByTestId('upload-input'), { target: { files: chosen } });
    await waitFor(() => expect(uploadFile).toHaveBeenCalledTimes(1));
    return opened;
  };

  it('prevent the browser from closing the page', async () => {
    const { api } = await three();
    await tab('Verlauf');
    expect(cancelled).toEqual([]);
    expect(asks()).toBe(true);
    for (const n of [1, 2, 3]) {
      await waitFor(() => expect(arrive).toHaveLength(n));
      await act(async () => arrive[n - 1]!());
    }
    await waitFor(() => expect(asks()).toBe(false));
    expect(api.to(uploads.startUpload)).toHaveLength(3);
  });

  it('are cancelled when the user leaves the medium', async () => {
    const { api, unmount } = await three();
    await act(async () => unmount());
    await act(async () => new Promise((passed) => setTimeout(passed, 20)));
    expect(cancelled).toEqual(['a.mp4']);
    expect(api.to(uploads.startUpload)).toHaveLength(1);
  });
});
