import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { people, type ImportRow } from '@fundus/contract/people/people';
import type { School } from '@fundus/contract/schools/schools';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { recognisedTable } from '../../../testing/table.ts';
import { ImportDialog } from './ImportDialog.tsx';

const school = { id: 'school-1', name: 'Schule' } as School;
const column = (name: string, at: number | null, about = {}) => ({
  ...{ column: name, required: true, for_all: false, at, value: null, choices: [] },
  ...about,
});
const header = (name: string, samples: string[], reason = false) => ({ name, filled: 2, samples, reason });
const COLUMNS = [column('vorname', 0), column('name', 1), column('role', 2, { required: false, for_all: true, choices: ['L', 'P', 'S'] })];
const HEADERS = [header('Vorname', ['Ida']), header('Nachname', ['Import']), header('Funktion', ['Springer']), header('Raum', ['12'])];
const row: ImportRow = {
  line: 2,
  vorname: 'Ida',
  name: 'Import',
  email: 'i@a.example',
  role: 'L',
  school: '',
  result: 'new',
  problem: null,
};
const wrong: ImportRow = { ...row, line: 3, role: 'Springer', result: 'error', problem: { field: 'role', rule: 'choice' } };
const sums = { created: 1, joined: 0, here: 0, placed: 0, errors: 1 };

async function choose(name: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await act(async () => fireEvent.change(input, { target: { files: [new File(['x'], name)] } }));
}

it('resends the file with the corrected column mapping', async () => {
  const table = recognisedTable({ headers: HEADERS, columns: [column('vorname', null), ...COLUMNS.slice(1)], missing: ['vorname'] });
  const api = fakeApi(on(accounts.userinfo, false), on(people.import, { table, rows: [], ...sums, created: 0, errors: 0 }));
  await show(<ImportDialog school={school} onClose={() => {}} />);
  await choose('leute.xlsx');
  expect((await screen.findByRole('alert')).textContent).toContain('Vorname');
  expect(screen.getByText(/2 Spalten werden nicht importiert: Vorname, Raum/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Importieren' }).disabled).toBe(true);
  fireEvent.change(screen.getByRole('combobox', { name: '„Vorname“ importieren als' }), { target: { value: 'vorname' } });
  await waitFor(() => expect(api.to(people.import)).toHaveLength(2));
  expect(api.to(people.import)[1]!.body).toMatchObject({
    dry_run: true,
    mapping: {
      header: 1,
      columns: [
        { column: 'name', place: { at: 1 } },
        { column: 'role', place: { at: 2 } },
        { column: 'vorname', place: { at: 0 } },
      ],
    },
  });
});

it('asks for the meaning of unknown values', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`, revokeObjectURL: () => undefined }),
  );
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const values = [{ column: 'role', value: 'Springer', rows: 1, code: null }];
  const rejected = [{ line: 3, cells: ['Ida', 'Import', 'Springer', '12'] }];
  const table = recognisedTable({
    headers: [...HEADERS, header('Grund (nicht importiert)', ['alt'], true)],
    columns: COLUMNS,
    values,
    rejected,
  });
  const api = fakeApi(on(accounts.userinfo, false), on(people.import, { table, rows: [row, wrong], ...sums }));
  await show(<ImportDialog school={school} onClose={() => {}} />);
  await choose('leute.csv');
  const lines = await screen.findByRole('region', { name: 'Zeilen der Datei' });
  expect(within(lines).getAllByRole('row')[1]!.textContent).toContain('Rolle: unbekannter Wert');
  fireEvent.click(screen.getByRole('button', { name: '1 abgelehnte Zeile herunterladen' }));
  expect(names).toEqual(['leute-abgelehnt.csv']);
  const content = await saved[0]!.text();
  expect(content).toMatch(/"Raum"[;,]"Grund \(nicht importiert\)"/);
  expect(content).toMatch(/"Springer"[;,]"12"[;,]"Rolle: unbekannter Wert"/);
  expect(content).not.toContain('alt');
  fireEvent.change(screen.getByRole('combobox', { name: /„Springer“ in Rolle/ }), { target: { value: 'P' } });
  await waitFor(() => expect(api.to(people.import)).toHaveLength(2));
  expect(api.to(people.import)[1]!.body).toMatchObject({ mapping: { values: [{ column: 'role', value: 'Springer', code: 'P' }] } });
  click.mockRestore();
});

it('explains why a file is not a table', async () => {
  const refused = new AppError('validation_failed', { field: 'content', details: { problems: [{ field: 'content', rule: 'xls' }] } });
  let answers = 0;
  fakeApi(
    on(accounts.userinfo, false),
    on(people.import, () => {
      answers += 1;
      return answers === 1 ? { table: recognisedTable({ headers: HEADERS, columns: COLUMNS }), rows: [row], ...sums, errors: 0 } : refused;
    }),
  );
  await show(<ImportDialog school={school} onClose={() => {}} />);
  await choose('leute.csv');
  await screen.findByRole('button', { name: '1 Person importieren' });
  await choose('leute.xls');
  expect(await screen.findByText(/altes? Format \.xls|alte Format \.xls/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Importieren' }).disabled).toBe(true);
});
