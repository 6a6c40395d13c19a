import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { AppError } from '@fundus/contract/errors';
import { uploads, type Upload } from '@fundus/contract/files/uploads';
import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { file, files, references } from '../../../../testing/edit-medium.ts';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { frontendConfig, person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { uploadFile } from '../../../../components/uploads/send-file.ts';
import { Screen } from './OwnMaterialScreen.tsx';

// The upload itself is covered by end-to-end tests.
vi.mock('../../../../components/uploads/send-file.ts', () => ({ uploadFile: vi.fn() }));
beforeEach(() => {
  vi.mocked(uploadFile).mockReturnValue({ done: Promise.resolve({ ...begun, state: 'done' }), cancel: () => {} });
});

const material = (about: Partial<OwnMaterial> = {}): OwnMaterial => ({
  identifier: 'M-1',
  version: 3,
  record: {
    fn_titel: 'Arbeitsblatt',
    fn_kurztext: '',
    fn_text: '',
    fn_typ: '79',
    fn_geb: [],
    fn_adressat: [],
    fn_sprache: ['de'],
    fn_schlag: [],
    url: null,
  },
  rights: { source: 'own', licence: null, from: '' },
  state: 'draft',
  places: { classes: [], groups: [], people: [], tasks: [] },
  changed_at: '2026-11-01T08:00:00.000Z',
  labels: {},
  ...about,
});

const CLASS = '00000000-0000-4000-8000-000000000009';

type Other = { OwnMaterial?: boolean; there?: ReturnType<typeof file>[]; starts?: Upload | AppError; created?: (OwnMaterial | AppError)[] };

async function open(
  id: string,
  now: Partial<OwnMaterial> = {},
  { OwnMaterial = true, there = [file(1)], starts = begun, created = [] }: Other = {},
) {
  const go = vi.fn();
  const api = fakeApi(
    on(catalogueEdit.references, references),
    on(ownMaterial.read, material(now)),
    on(ownMaterial.create, () => created.shift() ?? material()),
    on(ownMaterial.change, material({ version: 4 })),
    on(ownMaterial.share, material({ state: 'school' })),
    on(ownMaterial.withdraw, material()),
    on(uploads.editFiles, files(there)),
    on(uploads.startUpload, starts as Upload),
    on(ownMaterial.list, { total: 0, offset: 0, limit: 20, items: [], quota: { used: 0, limit: 1 }, can: { add: true } }),
    on(ownMaterial.remove, { removed: true }),
  );
  await show(<Screen name="own-material" params={{ id }} search="" go={go} from={null} />, {
    user: person(),
    config: frontendConfig({ OwnMaterial }),
  });
  await screen.findByRole('heading', { level: 1 });
  return { api, go };
}
/** Upload that the portal has begun. */
const begun: Upload = {
  ...{ id: '019b0000-0000-7000-8000-000000000001', identifier: 'M-1', role: 'main', name: 'AB.pdf', language: null, label: null },
  ...{ bytes: 4, received: 0, state: 'receiving', problem: null, converted: null, file_id: null, href: '/api/v1/uploads/1' },
  ...{ created_at: '2026-11-01T08:00:00.000Z', expires_at: '2026-11-02T08:00:00.000Z' },
};
const title = async (value: string) => fireEvent.change(await screen.findByRole('textbox', { name: 'Titel' }), { target: { value } });

describe('own material', () => {
  it('takes title and media type from the file', async () => {
    const { api, go } = await open('new');
    fireEvent.change(screen.getByTestId('material-input'), {
      target: { files: [new File(['%PDF'], 'AB_Fotosynthese.pdf', { type: 'application/pdf' })] },
    });
    await waitFor(() => expect(go).toHaveBeenCalledWith('/library/own/M-1', { replace: true }));
    expect(api.to(ownMaterial.create)[0]?.body).toMatchObject({ record: { fn_titel: 'AB Fotosynthese', fn_typ: '79' }, rights: null });
    expect(api.to(uploads.startUpload)[0]).toMatchObject({
      params: { identifier: 'M-1' },
      body: { name: 'AB_Fotosynthese.pdf', role: 'main' },
    });
    expect(api.to(ownMaterial.remove)).toEqual([]);
  });

  it('deletes the draft of a rejected file', async () => {
    const { api, go } = await open('new', {}, { starts: new AppError('too_large', { details: { limit: 5 } }) });
    fireEvent.change(screen.getByTestId('material-input'), { target: { files: [new File(['x'], 'zu gross.mp4')] } });
    await waitFor(() => expect(api.to(ownMaterial.remove)[0]?.params).toEqual({ identifier: 'M-1' }));
    expect(screen.getByText('zu gross.mp4')).toBeTruthy();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(go).not.toHaveBeenCalled();
  });

  it('opens the list of own material only after all files are accepted', async () => {
    const { go } = await open('new', {}, { created: [material(), material({ identifier: 'M-2' })] });
    let answer = () => {};
    vi.mocked(uploadFile).mockReturnValueOnce({ done: Promise.resolve({ ...begun, state: 'done' }), cancel: () => {} });
    vi.mocked(uploadFile).mockReturnValueOnce({
      done: new Promise((resolve) => (answer = () => resolve({ ...begun, state: 'done' }))),
      cancel: () => {},
    });
    fireEvent.change(screen.getByTestId('material-input'), {
      target: { files: [new File(['1'], 'Eins.pdf'), new File(['2'], 'Zwei.pdf')] },
    });
    expect(await screen.findByRole('link', { name: 'Eins' })).toBeTruthy();
    await waitFor(() => expect(uploadFile).toHaveBeenCalledTimes(2));
    expect(go).not.toHaveBeenCalled();
    answer();
    await waitFor(() => expect(go).toHaveBeenCalledWith('/library/own', { replace: true }));
  });

  it('stays on the page if a draft cannot be created', async () => {
    const { go } = await open('new', {}, { created: [material(), new AppError('internal')] });
    fireEvent.change(screen.getByTestId('material-input'), {
      target: { files: [new File(['1'], 'Eins.pdf'), new File(['2'], 'Zwei.pdf')] },
    });
    expect(await screen.findByRole('link', { name: 'Eins' })).toBeTruthy();
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(go).not.toHaveBeenCalled();
  });

  it('can be created from a link', async () => {
    const { api, go } = await open('new');
    fireEvent.change(screen.getByRole('textbox', { name: 'Adresse' }), { target: { value: 'umwelt.example/wasser' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Titel' }), { target: { value: 'Wasseratlas' } });
    fireEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/library/own/M-1', { replace: true }));
    expect(api.to(ownMaterial.create)[0]?.body).toMatchObject({ record: { fn_typ: '58', url: 'https://umwelt.example/wasser' } });
  });

  it('requires the details of the selected origin', async () => {
    const { api } = await open('M-1', { rights: null });
    await title('Arbeitsblatt 2');
    fireEvent.click(screen.getByRole('radio', { name: /^Freie Lizenz/ }));
    const save = screen.getByRole('button', { name: 'Speichern' });
    fireEvent.click(save);
    expect(await screen.findAllByText('Bitte ausfüllen.')).toHaveLength(2);
    expect(api.to(ownMaterial.change)).toEqual([]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Lizenz' }), { target: { value: 'CC0 1.0' } });
    expect(screen.queryByRole('textbox', { name: 'Urheberin oder Urheber, Quelle' })).toBeNull();
    fireEvent.click(save);
    await waitFor(() => expect(api.to(ownMaterial.change)[0]?.body).toMatchObject({ rights: { licence: 'CC0 1.0', from: '' } }));
  });

  it('scrolls to the next step after the origin is saved', async () => {
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    await open('M-1', { rights: null });
    fireEvent.click(screen.getByRole('radio', { name: /^Selbst erstellt/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Speichern' }));
    expect(await screen.findByRole('button', { name: 'Für meine Schule bereitstellen' })).toBeTruthy();
    expect(scroll).toHaveBeenCalledWith({ top: 0 });
    scroll.mockRestore();
  });

  it('can be shared with the school once it has a file and an origin', async () => {
    const { api } = await open('M-1');
    fireEvent.click(await screen.findByRole('button', { name: 'Für meine Schule bereitstellen' }));
    await screen.findByText('Alle an Ihrer Schule können dieses Material finden und öffnen.');
    expect(api.to(ownMaterial.share)).toHaveLength(1);
  });

  it('is withdrawn only after a confirmation', async () => {
    const places = { classes: [{ id: CLASS, name: '7b' }], groups: [], people: [{ id: CLASS, name: 'Kim Kranich' }], tasks: [] };
    const { api } = await open('M-1', { state: 'given', places });
    expect(await screen.findByText('Nur diese Personen und Sie können das Material finden und öffnen:')).toBeTruthy();
    expect(screen.getByRole('link', { name: '7b' }).getAttribute('href')).toContain(CLASS);
    expect(screen.getByRole('link', { name: 'Kim Kranich' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Von allen zurückziehen' }));
    expect(api.to(ownMaterial.withdraw)).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Zurückziehen' }));
    await screen.findByText('Entwurf: Nur Sie sehen dieses Material.');
    expect(api.to(ownMaterial.withdraw)).toHaveLength(1);
  });

  it.each([
    [
      'a file',
      {},
      [],
      'Laden Sie eine Datei hoch; danach geben Sie das Material für eine Klasse, eine Gruppe, das Kollegium oder die ganze Schule frei.',
    ],
    ['an answer', { rights: null }, [file(1)], 'Geben Sie zuerst an, woher das Material kommt.'],
  ])('cannot be shared without %s', async (_, now, there, words) => {
    await open('M-1', now, { there });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Für meine Schule bereitstellen' })).toBeNull();
  });

  it('cannot be added if the district has disabled it', async () => {
    await open('new', {}, { OwnMaterial: false });
    expect(screen.getByText('In diesem Portal lässt sich kein eigenes Material hinzufügen.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Titel' })).toBeNull();
  });
});
