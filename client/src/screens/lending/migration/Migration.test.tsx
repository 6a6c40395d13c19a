import { accounts } from '@fundus/contract/accounts/accounts';
import { lendingMigration, type MigrationRow, type MigrationState } from '@fundus/contract/lending/migration/migration';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { lendingPoint } from '../../../testing/lending.ts';
import { show } from '../../../testing/render.tsx';
import { recognisedTable } from '../../../testing/table.ts';
import { MigrationImport } from './MigrationImport.tsx';
import { MigrationTab } from './MigrationTab.tsx';

beforeEach(() => localStorage.clear());
const point = lendingPoint();
const state = (about: Partial<MigrationState> = {}): MigrationState => ({
  devices: 0,
  borrowers: { accounts: 0, private: 0 },
  loans: { imported: 0, open: 0, overdue: 0 },
  reservations: { imported: 0, open: 0 },
  paused: { lines: 0, overdue: 0, people: 0 },
  ...about,
});

it('enables the import of loans only after the stock was imported', async () => {
  fakeApi(on(accounts.userinfo, false), on(lendingMigration.migration, state()));
  await show(<MigrationTab point={point} />);
  const loans = await screen.findByRole<HTMLButtonElement>('button', { name: 'Datei importieren: Offene Ausleihen' });
  expect(loans.disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Datei importieren: Bestand' }).disabled).toBe(false);
  expect(screen.queryByText('Erinnerungen starten')).toBeNull();
});

it('asks whether the previous system sent reminders for overdue loans', async () => {
  const paused = { lines: 7, overdue: 3, people: 2 };
  const { to } = fakeApi(
    on(accounts.userinfo, false),
    on(lendingMigration.migration, state({ devices: 9, loans: { imported: 7, open: 7, overdue: 3 }, paused })),
    on(lendingMigration.startReminders, state()),
  );
  await show(<MigrationTab point={point} />);
  expect(await screen.findByText('7 übernommen, 7 noch verliehen, 3 überfällig')).toBeDefined();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Erinnerungen starten' })));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^2 Personen erhalten/)).toBeDefined();
  await act(async () => fireEvent.click(dialog.getByRole('radio', { name: /^Schon im früheren System gemahnt/ })));
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Erinnerungen starten' })));
  await waitFor(() => expect(to(lendingMigration.startReminders)).toHaveLength(1));
  expect(to(lendingMigration.startReminders)[0]).toMatchObject({ body: { point: point.id, overdue: 'reminded' } });
});

it('shows why each row is rejected or needs attention', async () => {
  const row = (line: number, about: Partial<MigrationRow>): MigrationRow => ({
    ...{ line, name: `K-${line}`, about: '', result: 'new', notes: [], problem: null },
    ...about,
  });
  const rows = [
    row(2, { notes: ['overdue', 'moved'], about: 'Kamera · Kim Falk' }),
    row(3, { result: 'error', problem: { field: 'device', rule: 'state', about: 'lost' } }),
    row(4, { result: 'error', problem: { field: 'model', rule: 'all_lent', about: '2026-03-13' } }),
    row(5, { result: 'error', problem: { field: 'due_on', rule: 'range', about: '' } }),
  ];
  fakeApi(
    on(accounts.userinfo, false),
    on(lendingMigration.migrate, { table: recognisedTable(), rows, created: 1, changed: 0, same: 0, errors: 3, gone: ['K-9'] }),
  );
  await show(<MigrationImport step="loans" point={point.id} refreshes={[]} onClose={vi.fn()} />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await act(async () => fireEvent.change(input, { target: { files: [new File(['Barcode'], 'ausleihen.csv')] } }));
  const lines = await screen.findByRole('region', { name: 'Zeilen der Datei' });
  expect(
    within(lines)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Das Gerät ist nicht verleihbar: Verloren'),
    expect.stringContaining('das nächste bis 13.03.2026'),
    expect.stringContaining('Fällig am liegt vor dem ersten Tag'),
    expect.stringContaining('wird übernommen\u00a0· überfällig\u00a0· eine andere Buchung erhält ein anderes Gerät'),
  ]);
  expect(screen.getByText(/^1 früher übernommene Ausleihe fehlt in dieser Datei: K-9/)).toBeDefined();
});
