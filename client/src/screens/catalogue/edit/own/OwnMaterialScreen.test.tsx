import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { uploads } from '@fundus/contract/files/uploads';
import { ownMaterial, type OwnMaterial } from '@fundus/contract/own-material/own-material';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { file, files, references } from '../../../../testing/edit-medium.ts';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { frontendConfig, person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { Screen } from './OwnMaterialScreen.tsx';

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
  changed_at: '2026-11-01T08:00:00.000Z',
  labels: {},
  ...about,
});

async function open(id: string, now: Partial<OwnMaterial> = {}, { OwnMaterial = true, there = [file(1)] } = {}) {
  const go = vi.fn();
  const api = fakeApi(
    on(catalogueEdit.references, references),
    on(ownMaterial.read, material(now)),
    on(ownMaterial.create, material()),
    on(ownMaterial.change, material({ version: 4 })),
    on(ownMaterial.give, material({ state: 'school' })),
    on(uploads.editFiles, files(there)),
  );
  await show(<Screen name="own-material" params={{ id }} search="" go={go} from={null} />, {
    user: person(),
    config: frontendConfig({ OwnMaterial }),
  });
  await screen.findByRole('heading', { level: 1 });
  return { api, go };
}
const title = async (value: string) => fireEvent.change(await screen.findByRole('textbox', { name: 'Titel' }), { target: { value } });

describe('own material', () => {
  it('is created with its origin and opens its files', async () => {
    const { api, go } = await open('new');
    await title('Arbeitsblatt');
    fireEvent.click(screen.getByRole('radio', { name: /^Selbst erstellt/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Anlegen und weiter zu den Dateien' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/library/own/M-1?tab=files', { replace: true }));
    expect(api.to(ownMaterial.create)[0]?.body).toMatchObject({
      record: { fn_titel: 'Arbeitsblatt', fn_typ: '79' },
      rights: { source: 'own', licence: null, from: '' },
    });
  });

  it('asks for details of the origin, which are optional', async () => {
    const { api } = await open('new');
    await title('Arbeitsblatt');
    fireEvent.click(screen.getByRole('radio', { name: /^Freie Lizenz/ }));
    const create = screen.getByRole('button', { name: 'Anlegen und weiter zu den Dateien' });
    fireEvent.click(create);
    expect(await screen.findAllByText('Bitte ausfüllen.')).toHaveLength(2);
    expect(api.to(ownMaterial.create)).toEqual([]);
    fireEvent.change(screen.getByRole('combobox', { name: 'Lizenz' }), { target: { value: 'CC0 1.0' } });
    expect(screen.queryByRole('textbox', { name: 'Urheberin oder Urheber, Quelle' })).toBeNull();
    fireEvent.click(create);
    await waitFor(() => expect(api.to(ownMaterial.create)[0]?.body).toMatchObject({ rights: { licence: 'CC0 1.0', from: '' } }));
  });

  it('is shared with the school once it has a file and an origin; shows what is missing', async () => {
    const { api } = await open('M-1');
    fireEvent.click(await screen.findByRole('button', { name: 'Für meine Schule bereitstellen' }));
    await screen.findByText('Alle an Ihrer Schule finden und öffnen dieses Material.');
    expect(api.to(ownMaterial.give)).toHaveLength(1);
  });

  it.each([
    ['a file', {}, [], 'Laden Sie eine Datei hoch; danach stellen Sie das Material Ihrer Schule bereit.'],
    ['an answer', { rights: null }, [file(1)], 'Sagen Sie zuerst, woher das Material kommt.'],
  ])('waits for %s', async (_, now, there, words) => {
    await open('M-1', now, { there });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Für meine Schule bereitstellen' })).toBeNull();
  });

  it('cannot be added if the district has disabled it', async () => {
    await open('new', {}, { OwnMaterial: false });
    expect(screen.getByText('In diesem Portal wird kein eigenes Material hinzugefügt.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Titel' })).toBeNull();
  });
});
