import { library } from '@fundus/contract/library/library';
import { ownMaterial, type MaterialEntry } from '@fundus/contract/own-material/own-material';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { closeSnackbar } from '../../stores/snackbar.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './LibraryScreen.tsx';

const entry = (about: Partial<MaterialEntry> = {}): MaterialEntry => ({
  identifier: 'M-1',
  title: 'Arbeitsblatt',
  medium: mediaItem({ identifier: 'M-1', display: { title: 'Arbeitsblatt', subtitle: '' } }),
  state: 'school',
  rights: { source: 'permission', licence: null, from: 'Der Zoo' },
  maker: null,
  changed_at: '2026-11-01T08:00:00.000Z',
  removed_by: null,
  removed_why: '',
  until: null,
  ...about,
});

const open = (items: MaterialEntry[], OwnMaterial = true) => {
  const api = fakeApi(
    on(library.tabs, { items: ['licences', 'own'] }),
    on(ownMaterial.list, {
      ...{ total: items.length, offset: 0, limit: 24, items },
      ...{ quota: { used: 12_000_000, limit: 2_000_000_000 }, can: { add: OwnMaterial } },
    }),
    on(ownMaterial.remove, { removed: true }),
    on(ownMaterial.restore, { restored: true }),
  );
  const config = frontendConfig({ OwnMaterial });
  const shown = (
    <>
      <Screen name="library" params={{ tab: 'own' }} search="" go={() => undefined} from={null} />
      <Snackbar />
    </>
  );
  return show(shown, { user: person(), config }).then(() => api);
};
beforeEach(() => closeSnackbar());
const rowOf = async (name: string) => within((await screen.findByRole('heading', { name })).closest('li')!);

it("lists the user's material with its state", async () => {
  await open([
    entry(),
    entry({ identifier: 'M-2', title: 'Entworfen', state: 'draft', medium: null }),
    entry({
      identifier: 'M-3',
      title: 'Weg',
      state: 'removed',
      removed_by: 'school',
      removed_why: 'Fotos',
      until: '2026-12-01',
      medium: null,
    }),
  ]);
  expect((await rowOf('Arbeitsblatt')).getByText('Mit Erlaubnis von Der Zoo')).toBeTruthy();
  const draft = await rowOf('Entworfen');
  expect(draft.getByText('Entwurf')).toBeTruthy();
  expect(draft.getByRole('link', { name: 'Entworfen' }).getAttribute('href')).toBe('/library/own/M-2');
  const gone = await rowOf('Weg');
  expect(gone.getByText('Von der Schule entfernt, bis 01.12.2026 wiederherstellbar')).toBeTruthy();
  expect(gone.getByText('Fotos')).toBeTruthy();
  expect(gone.queryByRole('button')).toBeNull();
  expect(screen.getByText('12 MB von 2 GB belegt')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Material hinzufügen' }).getAttribute('href')).toBe('/library/own/new');
});

it('restores deleted material when the user undoes the deletion', async () => {
  const api = await open([entry()]);
  fireEvent.click((await rowOf('Arbeitsblatt')).getByRole('button', { name: 'Aktionen für „Arbeitsblatt“' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Löschen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.to(ownMaterial.restore)).toHaveLength(1));
});

it('hides the link to add material if the district has disabled it', async () => {
  await open([], false);
  expect(await screen.findByText('In diesem Portal lässt sich kein eigenes Material hinzufügen.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Material hinzufügen' })).toBeNull();
});
