import { catalogueEdit, EDIT_FIELDS, type EditRecord } from '@fundus/contract/catalogue/edit';
import { AppError } from '@fundus/contract/errors';
import { uploads } from '@fundus/contract/files/uploads';
import { de, en } from '@fundus/contract/messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showMessages } from '../../../i18n/translate.ts';
import { file, files, medium, record, references, uuid } from '../../../testing/edit-medium.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './EditMediumScreen.tsx';

const saved: unknown[] = [];
async function open(id = 'M-1', search = '', ...more: ReturnType<typeof on>[]) {
  saved.length = 0;
  const go = vi.fn();
  const api = fakeApi(
    on(catalogueEdit.references, references),
    on(catalogueEdit.editMedium, medium()),
    on(catalogueEdit.changeMedium, ({ body }) => {
      saved.push(body);
      return medium({ version: 4, record: (body as { record: EditRecord }).record });
    }),
    on(catalogueEdit.createMedium, ({ body }) => {
      saved.push(body);
      return medium({ identifier: 'M-9', version: 1 });
    }),
    ...more,
  );
  await show(<Screen name="medium-editing" params={{ id }} search={search} go={go} from={null} />, {
    user: person({ district_admin: '1' }),
  });
  await screen.findByRole('heading', { level: 1 });
  return { api, go };
}
const box = (name: string | RegExp) => screen.findByRole('textbox', { name });

describe('record of a medium', () => {
  it('has a form field for every value', async () => {
    await open();
    for (const field of EDIT_FIELDS) expect(screen.queryAllByText(de[`edit.field.${field}`]).length, field).toBeGreaterThan(0);
  });

  it('sends the changed fields with the version', async () => {
    await open();
    fireEvent.change(await box('Titel'), { target: { value: 'Lava fließt' } });
    const subjects = screen.getByRole('combobox', { name: 'Fach' });
    fireEvent.focus(subjects);
    fireEvent.change(subjects, { target: { value: 'bio pfl' } });
    const found = within(screen.getByRole('listbox', { name: 'Fach' })).getAllByRole('option');
    expect(found.map((option) => option.textContent)).toEqual(['Biologie › Pflanzen']);
    fireEvent.keyDown(subjects, { key: 'Enter' });
    fireEvent.click(screen.getByRole('button', { name: 'Vulkan entfernen' }));
    const words = screen.getByRole('combobox', { name: 'Schlagwörter' });
    fireEvent.change(words, { target: { value: 'Magma; Lava' } });
    fireEvent.keyDown(words, { key: 'Enter' });
    fireEvent.change(await box('Dauer'), { target: { value: '2:05' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      version: 3,
      record: { fn_titel: 'Lava fließt', fn_geb: ['220', '08001'], fn_schlag: ['Magma', 'Lava'], duration: 125, year: 2024 },
    });
  });

  it('is not sent while it is invalid', async () => {
    await open();
    fireEvent.change(await box('Titel'), { target: { value: ' ' } });
    fireEvent.change(await box('Produktionsjahr'), { target: { value: 'neulich' } });
    fireEvent.click(screen.getByRole('button', { name: 'Kapitel hinzufügen' }));
    fireEvent.change(await box('Anfang'), { target: { value: '3:00' } });
    fireEvent.change(await box('Ende'), { target: { value: '1:00' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await screen.findByText('Bitte ausfüllen.');
    expect((await box('Produktionsjahr')).getAttribute('aria-invalid')).toBe('true');
    screen.getByText(/Jedes Kapitel braucht/);
    expect(saved).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('textbox', { name: 'Titel' })[0]));
  });

  it('focuses the first invalid field of a chapter', async () => {
    const chapter = (n: number) => ({ start_s: n * 10, end_s: n * 10 + 9, title: `Teil ${n}` });
    await open('M-1', '', on(catalogueEdit.editMedium, medium({ record: record({ sequences: [chapter(1), chapter(2), chapter(3)] }) })));
    const third = within(await screen.findByRole('group', { name: 'Kapitel 3' }));
    const end = third.getByRole('textbox', { name: 'Ende' });
    fireEvent.change(end, { target: { value: '0:02' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Kapitel 3: Jedes Kapitel braucht/);
    expect([...document.querySelectorAll('[aria-invalid]')]).toEqual([end]);
    await waitFor(() => expect(document.activeElement).toBe(end));
    fireEvent.change(end, { target: { value: '0:39' } });
    fireEvent.change(third.getByRole('textbox', { name: 'Titel' }), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(document.activeElement).toBe(third.getByRole('textbox', { name: 'Titel' })));
    expect(saved).toEqual([]);
  });

  it('focuses the field that the server rejected', async () => {
    await open('M-1', '', on(catalogueEdit.changeMedium, new AppError('validation_failed', { field: 'record.url' })));
    fireEvent.change(await box('Titel'), { target: { value: 'Neu' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('url'));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  });

  it("keeps the user's input after a concurrent change", async () => {
    let tries = 0;
    await open(
      'M-1',
      '',
      on(catalogueEdit.changeMedium, ({ body }) => {
        saved.push(body);
        return ++tries === 1
          ? new AppError('version_conflict', { details: { version: 7, by: 'Grace Hopper', at: '2026-05-02T08:00:00.000Z' } })
          : medium({ version: 8 });
      }),
    );
    fireEvent.change(await box('Titel'), { target: { value: 'Meins' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await screen.findByText(/Grace Hopper hat dieses Medium inzwischen geändert/);
    expect(((await box('Titel')) as HTMLInputElement).value).toBe('Meins');
    fireEvent.click(screen.getByRole('button', { name: 'Meine Fassung speichern' }));
    fireEvent.submit(screen.getByRole('button', { name: 'Speichern' }).closest('form')!);
    await waitFor(() => expect(saved.at(-1)).toMatchObject({ version: 7, record: { fn_titel: 'Meins' } }));
  });

  it('opens the files tab after a medium is created', async () => {
    const { go } = await open('new');
    fireEvent.change(await box('Titel'), { target: { value: 'Neu' } });
    fireEvent.click(screen.getByRole('button', { name: 'Medium anlegen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/editing/M-9?tab=files', { replace: true }));
    expect(saved[0]).toMatchObject({ record: { fn_titel: 'Neu', free: false } });
  });

  it('can be retired and restored', async () => {
    const { api } = await open(
      'M-1',
      '',
      on(catalogueEdit.retireMedium, ({ body }) =>
        medium({ version: 4, retired_at: (body as { retired: boolean }).retired ? '2026-05-03T08:00:00.000Z' : null }),
      ),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Aus dem Katalog entfernen' }));
    await screen.findByText('Aus dem Katalog entfernt: nur hier sichtbar');
    fireEvent.click(screen.getByRole('button', { name: 'Wiederherstellen' }));
    await screen.findByRole('link', { name: 'Ansehen' });
    expect(api.to(catalogueEdit.retireMedium).map((made) => made.body)).toEqual([
      { version: 3, retired: true },
      { version: 4, retired: false },
    ]);
  });
});

describe('files of a medium', () => {
  it('can be reordered, named and removed', async () => {
    const all = [file(1), file(2, { role: 'caption', mime: 'text/vtt', viewer: 'none', language: 'de' })];
    const { api } = await open(
      'M-1',
      'tab=files',
      on(uploads.editFiles, files(all)),
      on(uploads.orderFiles, files(all.toReversed())),
      on(uploads.changeFile, files(all)),
      on(uploads.removeFile, files([all[1]!])),
    );
    const rows = () => within(screen.getByRole('list', { name: 'Dateien' })).getAllByRole('listitem');
    await screen.findByText('film-1.mp4');
    expect(rows()[0]!.textContent).toContain('Das Medium selbst\u00a0· MP4\u00a0· 640 × 360\u00a0· 0:56\u00a0· 5 MB');
    fireEvent.click(within(rows()[0]!).getByRole('button'));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Nach unten' }));
    await waitFor(() => expect(api.to(uploads.orderFiles)[0]!.body).toEqual({ ids: [uuid(2), uuid(1)] }));
    fireEvent.click(within(rows()[0]!).getByRole('button'));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Angaben bearbeiten' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Bezeichnung' }), { target: { value: 'Deutsch' } });
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(api.to(uploads.changeFile)[0]!.body).toMatchObject({ label: 'Deutsch' }));
    fireEvent.click(within(rows()[0]!).getByRole('button'));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Entfernen' }));
    await waitFor(() => expect(rows()).toHaveLength(1));
  });

  it('show the state of earlier uploads', async () => {
    const sent = (n: number, more: object) => ({
      ...{ id: uuid(10 + n), identifier: 'M-1', role: 'main' as const, name: `film-${n}.mp4`, language: null, label: null, bytes: 100 },
      ...{ received: 100, problem: null, file_id: null, converted: null, href: '/api/v1/uploads/x/bytes' },
      ...{ created_at: '2026-05-01T08:00:00.000Z', expires_at: '2026-05-02T08:00:00.000Z' },
      state: 'checking' as const,
      ...more,
    });
    const refused = sent(2, { state: 'refused', problem: { code: 'given_up' } });
    const { api } = await open(
      'M-1',
      'tab=files',
      on(uploads.editFiles, { ...files([]), uploads: [sent(1, {}), refused] }),
      on(uploads.cancelUpload, { cancelled: true }),
    );
    expect((await screen.findByText('film-1.mp4')).parentElement?.textContent).toMatch(/wird geprüft/);
    expect(screen.getByRole('alert').textContent).toMatch(/noch einmal hoch/);
    expect(screen.queryByRole('button', { name: /film-1/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Hinweis zu „film-2.mp4“ schließen' }));
    await waitFor(() => expect(api.to(uploads.cancelUpload)[0]!.params).toEqual({ id: refused.id }));
  });

  it.each<[string, AppError, RegExp]>([
    ['too large', new AppError('too_large', { details: { limit: 60_000_000 } }), /Erlaubt sind höchstens 60 MB/],
    ['too complex', new AppError('too_large', { details: { reason: 'too_slow' } }), /zu komplex für die Prüfung/],
    ['no room', new AppError('storage_full'), /Speicherplatz reicht nicht/],
    ['offline', new AppError('unavailable'), /nicht erreichbar|Verbindung/],
  ])('show why a file is rejected: %s', async (_, refusal, words) => {
    await open('M-1', 'tab=files', on(uploads.editFiles, files([])), on(uploads.startUpload, refusal));
    await screen.findByText('Zu diesem Medium gibt es noch keine Dateien');
    fireEvent.change(screen.getByTestId('upload-input'), { target: { files: [new File(['x'], 'film.mp4')] } });
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    fireEvent.click(screen.getByRole('button', { name: /Hinweis zu/ }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

it('restores an earlier version from the history', async () => {
  const version = (n: number, more: object) => ({
    version: n,
    at: '2026-05-01T08:00:00.000Z',
    by: 'Ada',
    what: 'edit' as const,
    bulk_id: null,
    changes: [],
    ...more,
  });
  const { api } = await open(
    'M-1',
    'tab=history',
    on(catalogueEdit.mediumVersions, {
      items: [
        version(3, {
          changes: [
            { field: 'fn_geb' as const, before: ['220'], after: ['220', '08001'] },
            { field: 'free' as const, before: true, after: false },
          ],
        }),
        version(2, { what: 'before' as const, by: null }),
      ],
    }),
    on(catalogueEdit.undoMedium, medium({ version: 4 })),
  );
  const first = (await screen.findByRole('heading', { name: 'Bearbeitet' })).closest('li')!;
  expect([...first.querySelectorAll('del, ins')].map((one) => one.textContent)).toEqual([
    'nachher: Biologie › Pflanzen',
    'vorher: ja',
    'nachher: nein',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Diese Fassung wiederherstellen' }));
  await waitFor(() => expect(api.to(catalogueEdit.undoMedium)[0]!.body).toEqual({ version: 3, to: 2 }));
  await act(() => showMessages('en', en));
  // Dates have the usual English format, and times no AM or PM.
  expect(screen.getAllByText(/1 May 2026/)[0]!.textContent).toMatch(/ \d\d:00/);
  expect(screen.queryByText(/\d\s?[AP]M\b/i, { selector: '.small-print' })).toBeNull();
});
