import { AppError } from '@fundus/contract/errors';
import { licenceAssign, type LicenceImportRow } from '@fundus/contract/licences/assign';
import { licenceBulk, type BulkLicences } from '@fundus/contract/licences/bulk';
import { licences } from '@fundus/contract/licences/licences';
import { licencePackages } from '@fundus/contract/licences/packages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { licenceOf } from '../../testing/licence.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { recognisedTable } from '../../testing/table.ts';
import { ManageLicences } from './ManageLicences.tsx';

const SUMS = { current: 300, expiring: 9, unused: 0, seats: 90, taken: 12, in_use: 8 };
const PREVIEW: BulkLicences = {
  ...{ total: 300, changed: 280, same: 5, schools: 12, seats_ended: 0, seen: 'eins', bulk_id: null },
  left_out: [{ reason: 'record', count: 15 }],
  lines: [
    { title: 'Die Zelle', owner: 'Schule a', scope: 'school', valid_to: '2027-07-31', next_valid_to: '2028-07-31', result: 'changed' },
  ],
};

async function open(search = '', more: Parameters<typeof fakeApi> = []) {
  const go = vi.fn();
  const api = fakeApi(
    on(licences.list, {
      ...{ total: 300, offset: 0, limit: 24, sums: SUMS, can: { create: true, forSchools: true }, settings: null },
      items: [licenceOf({ can: { ...licenceOf().can, withdraw: true } })],
    }),
    on(licences.choices, { licensors: ['Lernfilm', 'Verlag'], schools: [{ id: 's-1', name: 'Schule a' }] }),
    on(licences.schools, { items: [{ id: 's-1', name: 'Schule a', about: '101' }] }),
    on(licencePackages.packages, { items: [] }),
    ...more,
  );
  await show(<ManageLicences search={search} go={go} />, { user: person({ district_admin: '1' }) });
  await screen.findByRole('rowheader', { name: /Lebenslinien/ });
  return { api, go };
}

test('filters and sorts the list and its export by the parameters in the address', async () => {
  const { api, go } = await open('view=manage&licensor=Verlag&sort=-title&from=2027-01-01');
  expect(api.to(licences.list)[0]?.query).toMatchObject({ licensor: 'Verlag', sort: '-title', from: '2027-01-01' });
  expect(screen.getByRole('columnheader', { name: 'Medium' }).getAttribute('aria-sort')).toBe('descending');
  fireEvent.click(screen.getByRole('button', { name: 'Laufzeit' }));
  expect(go).toHaveBeenLastCalledWith('/library/licences?view=manage&licensor=Verlag&from=2027-01-01', { replace: true });
  fireEvent.change(await screen.findByRole('combobox', { name: 'Schule' }), { target: { value: 's-1' } });
  expect(go).toHaveBeenLastCalledWith(expect.stringContaining('school=s-1'), { replace: true });
  fireEvent.change(screen.getByRole('combobox', { name: 'Art' }), { target: { value: 'school' } });
  expect(go).toHaveBeenLastCalledWith(expect.stringContaining('scope=school'), { replace: true });
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }));
  const excel = screen.getByRole('menuitem', { name: 'Excel (.xlsx)' }).getAttribute('href')!;
  expect(excel).toMatch(/^\/api\/v1\/licences\/export\?.*licensor=Verlag.*format=xlsx&lang=de/);
});

test('asks for a new confirmation if licences changed after the preview', async () => {
  let asked = 0;
  const { api } = await open('view=manage&show=expiring', [
    on(licenceBulk.changeMany, ({ body }) => {
      const { seen } = body as { seen?: string };
      if (seen === undefined) return { ...PREVIEW, ...((asked += 1) === 1 ? { seen: 'eins' } : { seen: 'zwei', changed: 279 }) };
      return seen === 'eins' ? new AppError('version_conflict') : { ...PREVIEW, bulk_id: '01890000-0000-7000-8000-0000000000aa' };
    }),
  ]);
  fireEvent.click(screen.getByRole('checkbox', { name: /Lebenslinien auswählen/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Alle 300 gefundenen Lizenzen auswählen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Verlängern (300)' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('combobox', { name: 'Neues Ende' }), { target: { value: 'year' } });
  expect(await dialog.findByText('280 Lizenzen ändern sich.')).toBeDefined();
  expect(dialog.getByText('Betroffen sind 12 Schulen.', { exact: false })).toBeDefined();
  expect(dialog.getByText(/^15 Lizenzen stammen aus Datensätzen des Katalogs/)).toBeDefined();
  expect(dialog.getByText('31.07.2027 → 31.07.2028')).toBeDefined();
  const act = (count: number) => dialog.findByRole<HTMLButtonElement>('button', { name: `${count} Lizenzen verlängern` });
  fireEvent.click(await act(280));
  expect(await dialog.findByText(/Die Lizenzen haben sich inzwischen geändert/)).toBeDefined();
  expect(await dialog.findByText('279 Lizenzen ändern sich.')).toBeDefined();
  await waitFor(async () => expect((await act(279)).disabled).toBe(false));
  fireEvent.click(await act(279));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const bodies = api.to(licenceBulk.changeMany).map(({ body }) => body as { selection: { filter: object }; change: object; seen?: string });
  expect(bodies.at(-1)).toMatchObject({ selection: { filter: { show: 'expiring' } }, change: { extend_months: 12 }, seen: 'zwei' });
});

test('warns about lost seats before it withdraws licences permanently', async () => {
  await open('view=manage', [on(licenceBulk.changeMany, { ...PREVIEW, seats_ended: 31 })]);
  fireEvent.click(screen.getByRole('checkbox', { name: /Lebenslinien auswählen/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Zurückziehen (1)' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/nicht rückgängig machen\. 31 vergebene Plätze gehen verloren/)).toBeDefined();
});

test('enters a licence for several schools', async () => {
  const { api } = await open('view=manage', [
    on(licences.media, { items: [{ ...licenceOf().medium, producer: 'Beispielfilm', year: 2020, free: false }] }),
    on(licenceBulk.createMany, { ...PREVIEW, changed: 1, lines: [] }),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Für mehrere Schulen' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('searchbox'), { target: { value: 'Leben' } });
  fireEvent.click(await dialog.findByRole('radio', { name: /Lebenslinien/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Einzelne' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: /Schule a/ }));
  const seats = dialog.getByRole('textbox', { name: 'Plätze' });
  fireEvent.change(seats, { target: { value: '3O' } });
  expect(dialog.getByText('Bitte geben Sie eine Anzahl von Plätzen ein.')).toBeDefined();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /eintragen$/ }).disabled).toBe(true);
  fireEvent.change(seats, { target: { value: '30' } });
  fireEvent.click(await dialog.findByRole('button', { name: '1 Lizenz eintragen' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to(licenceBulk.createMany).at(-1)?.body).toMatchObject({
    media: ['FU-1'],
    to: 'schools',
    schools: ['s-1'],
    scope: 'school',
    seats: 30,
    seen: 'eins',
  });
});

test('previews each row of a table before importing it', async () => {
  const row: LicenceImportRow = {
    ...{ line: 2, medium: 'm-1', title: 'Die Zelle', school: 'Schule a', valid_to: '2028-07-31', previous_valid_to: '2027-07-31' },
    ...{ result: 'changed', problem: null },
  };
  const rows: LicenceImportRow[] = [
    row,
    { ...row, line: 3, school: '', result: 'new' },
    { ...row, line: 4, school: '999', result: 'error', problem: { field: 'school', rule: 'unknown' } },
    { ...row, line: 5, result: 'error', problem: { field: 'id', rule: 'fixed' } },
  ];
  const bulk_id = '01890000-0000-7000-8000-0000000000aa';
  const table = recognisedTable({ rejected: [{ line: 4, cells: [] }] });
  const { api } = await open('view=manage', [
    on(licenceAssign.assignTable, ({ body }) => ({
      ...{ table, rows, created: 1, changed: 1, here: 0, left_out: 2 },
      bulk_id: (body as { dry_run: boolean }).dry_run ? null : bulk_id,
    })),
    on(licenceBulk.undoMany, { undone: 2, skipped: 0 }),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Aus Tabelle importieren' }));
  const dialog = within(await screen.findByRole('dialog'));
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await act(async () => fireEvent.change(input, { target: { files: [new File(['x'], 'lizenzen.xlsx')] } }));
  expect(await dialog.findByText('31.07.2027 → 31.07.2028')).toBeDefined();
  expect(dialog.getByText('Schule: nicht gefunden')).toBeDefined();
  expect(dialog.getByText(/nicht per Datei änderbar/)).toBeDefined();
  expect(dialog.getByText('Kreis')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: '2 Lizenzen importieren' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.to(licenceAssign.assignTable).map(({ body }) => (body as { dry_run: boolean }).dry_run)).toEqual([true, false]);
});
