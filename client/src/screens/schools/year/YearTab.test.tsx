import { AppError } from '@fundus/contract/errors';
import { YEAR_DEFAULTS, YEAR_STEPS, yearChange, type YearChange } from '@fundus/contract/year-change/year-change';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { YearTab } from './YearTab.tsx';

const ID = '01890000-0000-7000-8000-000000000001';
const by = { on: '2027-07-12', by: 'Ada Amsel' };
/** Returns a year change with `done` completed steps. */
const year = (done: number, about: Partial<YearChange> = {}): YearChange => ({
  ...{ from_year: '2026/27', to_year: '2027/28', last_day: '2027-07-31', state: 'open', due: true, version: done + 1 },
  ...{ started: by, finished: null, settings: YEAR_DEFAULTS, codes_until: '2028-07-31', report: null },
  classes: [
    {
      ...{ id: ID, name: '7a', kind: 'class', grade: 7, state: 'active', owned: false, learners: 25, codes: 25 },
      ...{ choice: 'carry', to_name: '8a', to_grade: 8, taken: false, successor: null },
    },
  ],
  steps: YEAR_STEPS.map((step, i): YearChange['steps'][number] => ({
    step,
    state: i < done ? 'done' : i === done ? 'next' : 'later',
    done: i < done ? by : null,
    counts: { classes: { carried: 1, left: 0 }, groups: { groups: 2 }, codes: { kept: 25 }, contents: {}, cards: { cards: 25 } }[
      step
    ] as Record<string, number>,
  })),
  final: { codes: 12, code_results: 30, results: 0, questions: 0, results_on: '2027-08-29' },
  ...about,
});
const open = () =>
  show(
    <>
      <YearTab />
      <Snackbar />
    </>,
    { user: person({ school_admin: '1' }) },
  );

it('retries an edit with the current version after a version conflict', async () => {
  let asked = 0;
  const api = fakeApi(
    on(yearChange.read, year(0)),
    on(yearChange.change, () => {
      asked += 1;
      return asked === 1 ? new AppError('version_conflict', { details: { current: year(0, { version: 7 }) } }) : year(0, { version: 8 });
    }),
    on(yearChange.take, year(1)),
  );
  await open();
  expect(await screen.findByText('25 Lernende · ohne Verantwortliche')).toBeDefined();
  const name = screen.getByRole('textbox', { name: 'Name von 7a im neuen Schuljahr' });
  fireEvent.change(name, { target: { value: '8x' } });
  fireEvent.blur(name);
  await screen.findByText('Jemand anderes hat inzwischen weitergearbeitet. Sie sehen jetzt die aktuelle Fassung.');
  fireEvent.click(screen.getByRole('button', { name: 'Klassen übernehmen' }));
  await screen.findByText('Erledigt am 12. Juli 2027 von Ada Amsel');
  expect(api.to(yearChange.change).map(({ body }) => body)).toEqual(
    [1, 7].map((version) => ({ version, settings: {}, classes: [{ id: ID, choice: 'carry', name: '8x', grade: 8 }] })),
  );
  expect(api.to(yearChange.take)[0]!.body).toEqual({ version: 8 });
});

it('lists the steps and classes affected by an undo', async () => {
  const api = fakeApi(on(yearChange.read, year(3)), on(yearChange.undo, { change: year(1), kept: ['8a'] }));
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Gruppen zurücknehmen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Gruppen zurücknehmen?' }));
  expect(dialog.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Zugangscodes: 25\u00a0Codes bleiben gültig',
    'Gruppen: 2\u00a0Gruppen',
  ]);
  fireEvent.click(dialog.getByRole('button', { name: 'Zurücknehmen' }));
  await screen.findByText('Nicht entfernt, weil sie schon genutzt werden: 8a');
  expect(api.to(yearChange.undo)[0]).toMatchObject({ params: { step: 'groups' }, body: { version: 4 } });
});

it('asks for confirmation of the deletions in the final step', async () => {
  const report = { carried: [{ from: '7a', to: '8a' }], archived: ['10b'], counts: { media: 3 }, deleted: year(5).final };
  const api = fakeApi(
    on(yearChange.read, year(5)),
    on(yearChange.finish, year(5, { state: 'done', classes: [], steps: [], finished: by, report })),
  );
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Schuljahr abschließen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Schuljahr 2026/27 abschließen?' }));
  expect(dialog.getByText('12 beendete Zugangscodes')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Endgültig abschließen' }));
  expect(await screen.findByRole('heading', { name: 'Das Schuljahr 2026/27 ist abgeschlossen' })).toBeDefined();
  expect(screen.getByText('7a → 8a')).toBeDefined();
  await waitFor(() => expect(api.to(yearChange.finish)).toHaveLength(1));
});
