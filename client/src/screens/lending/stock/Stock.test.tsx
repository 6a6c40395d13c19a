import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { INVENTORY_GROUPS, lendingInventory, type Inventory } from '@fundus/contract/lending/inventory/inventory';
import { lendingStock, type StockRow } from '@fundus/contract/lending/stock/stock';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { recognisedTable } from '../../../testing/table.ts';
import { lendingPoint } from '../../../testing/lending.ts';
import { show } from '../../../testing/render.tsx';
import { InventoryTab } from '../inventory/InventoryTab.tsx';
import { StockImport } from './StockImport.tsx';

beforeEach(() => localStorage.clear());
const point = lendingPoint();

const row = (line: number, code: string, about: Partial<StockRow>): StockRow => ({
  ...{ line, code, model: 'Kamera', result: 'new', changes: [], problem: null },
  ...about,
});
const ROWS = [
  row(2, 'K-1', {
    result: 'changed',
    changes: [
      { field: 'shelf', before: 'A1', after: '' },
      { field: 'price', before: '', after: '1023,00' },
      { field: 'warranty_until', before: '2027-03-01', after: '2028-03-01' },
    ],
  }),
  row(3, 'K-2', {}),
  row(4, 'D-1', { result: 'error', problem: { field: 'price', rule: 'format' } }),
];

async function choose(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await act(async () => fireEvent.change(input, { target: { files: [new File(['Inventarnummer;Modell'], name)] } }));
}

it('imports a table only after invalid rows are skipped', async () => {
  const onClose = vi.fn();
  const { to } = fakeApi(
    on(accounts.userinfo, false),
    on(lendingStock.importItems, { table: recognisedTable(), rows: ROWS, created: 1, changed: 1, same: 0, errors: 1, models: ['Kamera'] }),
  );
  await show(<StockImport point={point} onClose={onClose} />);
  await choose('geraete.csv');
  const lines = await screen.findByRole('region', { name: 'Zeilen der Datei' });
  expect(
    within(lines)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringContaining('Kaufpreis: ungültige Angabe'),
    expect.stringMatching(/wird geändert.*Regal: A1 → –.*Kaufpreis: – → 1\.023,00\s€.*01\.03\.2027 → 01\.03\.2028/),
    expect.stringContaining('wird angelegt'),
  ]);
  expect(screen.getByText('1 neues Modell: Kamera')).toBeDefined();
  const take = screen.getByRole<HTMLButtonElement>('button', { name: '2 Geräte übernehmen' });
  expect(take.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Zeilen mit Fehlern überspringen' }));
  expect(take.disabled).toBe(false);
  fireEvent.click(take);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(to(lendingStock.importItems).map(({ body }) => body)).toMatchObject([
    { dry_run: true, skip_errors: false },
    { dry_run: false, skip_errors: true, point: point.id },
  ]);
});

it('lists the columns missing in a file', async () => {
  const details = { problems: [{ field: 'content', rule: 'header' }], missing: ['model'] };
  fakeApi(on(accounts.userinfo, false), on(lendingStock.importItems, new AppError('validation_failed', { field: 'content', details })));
  await show(<StockImport point={point} onClose={() => {}} />);
  await choose('liste.csv');
  expect(await screen.findByText('Es fehlt: Modell')).toBeDefined();
});

const inventory = (about: Partial<Inventory['counts']> = {}): Inventory => ({
  ...{ id: '019b0000-0000-7000-8000-000000000001', point_id: point.id, shelf: '', begun_at: '2026-03-02T08:00:00Z', finished_at: null },
  ...{ counts: { ...(Object.fromEntries(INVENTORY_GROUPS.map((group) => [group, 0])) as Inventory['counts']), ...about }, corrected: null },
});
const ofInventory = (open: Inventory) => ({
  ...{ inventory: open, total: 1, offset: 0, limit: 50 },
  items: [{ group: 'missing' as const, code: 'K-2', model: 'Kamera', shelf: 'A1', seen: '', state: 'available' as const, point: '' }],
});

it('shows the result of each code counted in an inventory', async () => {
  let open: Inventory | null = null;
  let offline = true;
  const { to } = fakeApi(
    on(lendingInventory.inventories, () => ({ items: open ? [open] : [], total: open ? 1 : 0, offset: 0, limit: 20 })),
    on(lendingInventory.beginInventory, () => (open = inventory({ missing: 2 }))),
    on(lendingInventory.inventory, () => ofInventory(open!)),
    on(lendingInventory.countItem, ({ body }) => {
      const { code } = body as { code: string };
      if (code === 'K-9' && offline) return new AppError('unavailable');
      if (code !== 'K-1') return { group: 'unknown' as const, again: false, code, model: '', shelf: '', point: '' };
      open = inventory({ missing: 1, found: 1 });
      return { group: 'found' as const, again: false, code, model: 'Kamera', shelf: 'A1', point: '' };
    }),
  );
  await show(<InventoryTab point={point} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Inventur beginnen' }));
  const code = await screen.findByRole('textbox', { name: 'Code des Geräts' });
  expect(screen.getByText('0 von 2 gezählt')).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: /Regal/ }), { target: { value: ' A1 ' } });
  const scan = (value: string): void => {
    fireEvent.change(code, { target: { value } });
    fireEvent.submit(code.closest('form')!);
  };
  scan('K-1');
  const last = screen.getByRole('list', { name: 'Zuletzt gezählt' });
  expect(await within(last).findByText('K-1, Kamera')).toBeDefined();
  expect(await screen.findByText('1 von 2 gezählt')).toBeDefined();
  expect((code as HTMLInputElement).value).toBe('');
  scan('K-9');
  expect(await screen.findByText('1 Scan noch nicht gesendet: kein Netz.')).toBeDefined();
  offline = false;
  fireEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(await within(last).findByText('Unbekannter Code')).toBeDefined();
  const counted = to(lendingInventory.countItem).map(({ body }) => body as { code: string; shelf: string; key: string });
  expect(counted.map(({ code: sent, shelf }) => [sent, shelf])).toEqual([
    ['K-1', 'A1'],
    ['K-9', 'A1'],
    ['K-9', 'A1'],
  ]);
  // The retry uses the key of the first attempt.
  expect(counted[1]!.key).toBe(counted[2]!.key);
});
