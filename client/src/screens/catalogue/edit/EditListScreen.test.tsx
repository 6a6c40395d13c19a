import { catalogueEdit, MAX_BULK, type EditRow } from '@fundus/contract/catalogue/edit';
import { AppError } from '@fundus/contract/errors';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { closeSnackbar } from '../../../stores/snackbar.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { usePlace } from '../../../ui/router.tsx';
import { Screen } from './EditListScreen.tsx';

beforeEach(() => closeSnackbar());

const row = (n: number): EditRow => ({
  ...{
    identifier: `M-${n}`,
    fn_titel: `Medium ${n}`,
    fn_kurztext: '',
    fn_typ: '49',
    subjects: [{ code: '220', label: 'Geographie' }],
  },
  ...{ cover: `/api/v1/covers/M-${n}`, version: 1, free: true, draft: false, retired_at: null, changed_at: '2026-05-01T08:00:00.000Z' },
});
const BULK = '01890000-0000-7000-8000-000000000001';

/** Renders the screen with the query of the current address, or `begun` before the first navigation. */
function AtItsAddress({ begun, go }: { begun: string; go: (to: string) => void }) {
  const { search } = usePlace();
  return <Screen name="catalogue-editing" params={{}} search={search ? search.slice(1) : begun} go={go} from={null} />;
}

async function open(search = '', ...more: ReturnType<typeof on>[]) {
  const go = vi.fn();
  const api = fakeApi(
    on(catalogueEdit.references, {
      subjects: [{ code: '080', label: 'Biologie' }],
      languages: [],
      grades: [],
      types: [{ code: '49', label: 'Online-Film' }],
    }),
    on(catalogueEdit.editList, { total: 30, offset: 0, limit: 24, items: [row(1), row(2), row(3)] }),
    on(catalogueEdit.editIdentifiers, { total: 30, identifiers: Array.from({ length: 30 }, (_, i) => `M-${i + 1}`) }),
    on(catalogueEdit.bulkEdit, ({ body }) => ({
      bulk_id: BULK,
      changed: (body as { identifiers: string[] }).identifiers.length,
      unchanged: 0,
      missing: 0,
    })),
    ...more,
  );
  const { router } = await show(
    <>
      <AtItsAddress begun={search} go={go} />
      <Snackbar />
    </>,
    { user: person({ district_admin: '1' }) },
  );
  await screen.findByText('Medium 1');
  return { api, go, router };
}
const choose = (n: number) => fireEvent.click(screen.getByRole('checkbox', { name: `„Medium ${n}“ auswählen` }));

describe('catalogue administration', () => {
  it('applies the query parameters of the address to the list', async () => {
    const { api, go } = await open('q=Lava&show=changed&page=2');
    expect(api.to(catalogueEdit.editList)[0]!.query).toEqual({ q: 'Lava', state: 'changed', offset: '24', limit: '24' });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'Magma' } });
    await waitFor(() => expect(go).toHaveBeenCalledWith('/editing?q=Magma&show=changed', { replace: true }));
  });

  it('filters by missing values with a removable chip', async () => {
    const { api, go } = await open('q=Lava&missing=licence');
    expect(api.to(catalogueEdit.editList)[0]!.query).toEqual({ q: 'Lava', state: 'active', missing: 'licence', offset: '0', limit: '24' });
    choose(1);
    fireEvent.click(screen.getByRole('button', { name: 'Alle 30 auswählen' }));
    await screen.findByText('30 ausgewählt');
    expect(api.to(catalogueEdit.editIdentifiers)[0]!.query).toMatchObject({ missing: 'licence' });
    fireEvent.change(screen.getByRole('combobox', { name: 'Was fehlt' }), { target: { value: 'cover' } });
    expect(go).toHaveBeenLastCalledWith('/editing?q=Lava&missing=cover', { replace: true });
    fireEvent.click(screen.getByRole('button', { name: 'Filter „Ohne Lizenz“ entfernen' }));
    expect(go).toHaveBeenLastCalledWith('/editing?q=Lava', { replace: true });
  });

  it('changes the selected media', async () => {
    const { api } = await open();
    choose(1);
    choose(3);
    fireEvent.click(screen.getByRole('button', { name: 'Ändern …' }));
    const dialog = screen.getByRole('dialog', { hidden: true });
    const apply = within(dialog).getByRole('button', { name: 'Ändern (2)', hidden: true });
    expect((apply as HTMLButtonElement).disabled).toBe(true);
    const [add, remove] = within(dialog).getAllByRole('combobox', { name: 'Fach', hidden: true });
    fireEvent.change(add!, { target: { value: 'Bio' } });
    fireEvent.keyDown(add!, { key: 'Enter' });
    expect(remove).toBeDefined();
    const [, words] = within(dialog).getAllByRole('combobox', { name: 'Schlagwörter', hidden: true });
    fireEvent.change(words!, { target: { value: 'Alt' } });
    fireEvent.keyDown(words!, { key: 'Enter' });
    fireEvent.click(apply);
    await waitFor(() => expect(api.to(catalogueEdit.bulkEdit)).toHaveLength(1));
    expect(api.to(catalogueEdit.bulkEdit)[0]!.body).toEqual({
      identifiers: ['M-1', 'M-3'],
      change: { add: { fn_geb: ['080'] }, remove: { fn_schlag: ['Alt'] }, set: {} },
    });
    await waitFor(() => expect(screen.queryByText('2 ausgewählt')).toBeNull());
  });

  it('retires all matches after the user selects them', async () => {
    const { api } = await open('q=Lava');
    choose(2);
    fireEvent.click(screen.getByRole('button', { name: 'Alle 30 auswählen' }));
    await screen.findByText('30 ausgewählt');
    fireEvent.click(screen.getByRole('button', { name: 'Aus dem Katalog entfernen' }));
    await waitFor(() => expect(api.to(catalogueEdit.bulkEdit)[0]!.body).toMatchObject({ change: { retired: true } }));
    expect((api.to(catalogueEdit.bulkEdit)[0]!.body as { identifiers: string[] }).identifiers).toHaveLength(30);
  });

  it.each<[string, Parameters<typeof on>[1], string]>([
    ['reports the result', { undone: 1, skipped: 1 } as never, 'Rückgängig gemacht: 1. Unverändert, weil inzwischen erneut geändert: 1.'],
    ['shows the reason', new AppError('state_conflict'), 'Das ist zurzeit nicht möglich.'],
  ])('undoes a bulk change and %s', async (_, answer, words) => {
    const { api } = await open('', on(catalogueEdit.undoBulk, answer as never));
    choose(1);
    choose(2);
    fireEvent.click(screen.getByRole('button', { name: 'Ändern …' }));
    fireEvent.change(within(screen.getByRole('dialog', { hidden: true })).getByRole('textbox', { name: 'Anbieter', hidden: true }), {
      target: { value: 'FWU' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Ändern (2)', hidden: true }));
    fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
    await screen.findByText(words);
    expect(api.to(catalogueEdit.undoBulk)[0]!.params).toEqual({ id: BULK });
  });

  it('shows an error if not all matches could be selected', async () => {
    await open('', on(catalogueEdit.editIdentifiers, new AppError('unavailable')));
    choose(2);
    fireEvent.click(screen.getByRole('button', { name: 'Alle 30 auswählen' }));
    await screen.findByText('Das ist zurzeit nicht erreichbar.');
    screen.getByText('1 ausgewählt');
  });

  it('discards a selection response for an earlier list', async () => {
    let answer = () => {};
    const { router } = await open(
      'q=Lava',
      on(catalogueEdit.editIdentifiers, async () => {
        await new Promise<void>((resolve) => (answer = resolve));
        return { total: 30, identifiers: ['M-1', 'M-2'] };
      }),
    );
    choose(3);
    fireEvent.click(screen.getByRole('button', { name: 'Alle 30 auswählen' }));
    await act(async () => router.go('/editing?q=Lava&show=retired'));
    await act(async () => answer());
    screen.getByText('1 ausgewählt');
    expect(screen.getByRole('checkbox', { name: '„Medium 1“ auswählen' })).toHaveProperty('checked', false);
  });

  it('shows a pager with formatted numbers', async () => {
    const many = { total: 30_000, offset: 0, limit: 24, items: [row(1)] };
    const all = { total: 30_000, identifiers: Array.from({ length: MAX_BULK }, (_, i) => `M-${i + 1}`) };
    const { go } = await open('q=Lava', on(catalogueEdit.editList, many), on(catalogueEdit.editIdentifiers, all));
    const pages = within(screen.getByRole('navigation', { name: 'Seiten' }));
    pages.getByText('Seite 1 von 1.250');
    fireEvent.click(pages.getByRole('button', { name: 'Weiter' }));
    expect(go).toHaveBeenCalledWith('/editing?q=Lava&page=2');
    choose(1);
    const most = new Intl.NumberFormat('de-DE').format(MAX_BULK);
    fireEvent.click(screen.getByRole('button', { name: `Alle ${most} auswählen` }));
    await screen.findByText(`Höchstens ${most} Medien auf einmal: Die ersten sind ausgewählt.`);
    screen.getByText(`${most} ausgewählt`);
    fireEvent.click(screen.getByRole('button', { name: 'Aus dem Katalog entfernen' }));
    await screen.findByText(`Geändert: ${most}. Die Suche wurde aktualisiert.`);
  });
});
