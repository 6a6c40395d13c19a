import { AppError } from '@fundus/contract/errors';
import { routines, type FailedJob, type Routine, type SearchState } from '@fundus/contract/routines/routines';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './RoutinesScreen.tsx';

const routine = (name: string, about: Partial<Routine> = {}): Routine => ({
  ...{ name, state: 'done', last_at: '2026-03-02T08:00:00Z', next_at: '2026-03-02T09:00:00Z', duration_ms: 12, error: null, lost: false },
  ...about,
});
const nothing = { doubted_until: null, failed: { items: [], kinds: [] } };
const queue = { waiting: 2, given_up: 0, oldest: null };
const search: SearchState = { engine: 'own', state: 'ready', health: null, media: 1_234, behind: 0, meaning: true, problem: null };

it('runs a failed task on request', async () => {
  const failing = routine('lending.mails', { state: 'failed', error: 'connect ECONNREFUSED' });
  fakeApi(
    on(routines.list, {
      items: [routine('accounts.sweep'), failing, routine('lending.orders', { state: 'running' })],
      queue,
      search,
      ...nothing,
    }),
    on(routines.run, ({ params }) =>
      params.name === 'lending.mails'
        ? { items: [routine('accounts.sweep'), routine('lending.mails'), routine('lending.orders')], queue, search, ...nothing }
        : new AppError('state_conflict'),
    ),
  );
  await show(
    <>
      <Screen />
      <Snackbar />
    </>,
  );
  expect(await screen.findByText('1 Aufgabe ist fehlgeschlagen')).toBeDefined();
  const first = screen.getAllByRole('row')[1]!;
  expect(within(first).getByText('connect ECONNREFUSED')).toBeDefined();
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Jetzt ausführen: / });
  expect(buttons.map(({ disabled }) => disabled)).toEqual([false, false, true]);
  await act(async () => fireEvent.click(buttons[1]!));
  expect(await screen.findByText(/läuft gerade/)).toBeDefined();
  await act(async () => fireEvent.click(within(first).getByRole('button')));
  expect(await screen.findByText(/wurde ausgeführt/)).toBeDefined();
  expect(screen.getByText('Keine Aufgabe ist fehlgeschlagen.')).toBeDefined();
  expect(screen.queryByText('connect ECONNREFUSED')).toBeNull();
});

it('retries one failed job or all failed jobs of a kind', async () => {
  const job = (id: string, about: Partial<FailedJob> = {}): FailedJob => ({
    ...{
      id: `00000000-0000-7000-8000-00000000000${id}`,
      kind: 'mail',
      about: 'schule.example',
      attempts: 3,
      error: '451 busy',
      lost: false,
      retry: true,
    },
    ...{ created_at: '2026-03-02T08:00:00Z', failed_at: '2026-03-02T09:00:00Z' },
    ...about,
  });
  const items = [job('1'), job('2'), job('3', { kind: 'upload', about: null, error: null, lost: true, retry: false })];
  const kinds = [
    { kind: 'mail', count: 2, retry: true },
    { kind: 'upload', count: 1, retry: false },
  ];
  const state = (left: FailedJob[]) => ({
    ...{ items: [], queue, search, doubted_until: '2026-03-03T08:00:00Z' },
    failed: { items: left, kinds: kinds.filter(({ kind }) => left.some((each) => each.kind === kind)) },
  });
  fakeApi(on(routines.list, state(items)), on(routines.retryJob, state(items.slice(1))), on(routines.retryJobs, state(items.slice(2))));
  await show(
    <>
      <Screen />
      <Snackbar />
    </>,
  );
  expect(await screen.findByText(/Aufgaben, die alte Daten löschen, ruhen bis/)).toBeDefined();
  expect(screen.getByText(/bei jedem Versuch abgestürzt/)).toBeDefined();
  expect(screen.getByText('Die Datei muss noch einmal hochgeladen werden.')).toBeDefined();
  const retry = screen.getAllByRole('button', { name: /^Noch einmal versuchen: Mail/ });
  expect(retry).toHaveLength(2);
  await act(async () => fireEvent.click(retry[0]!));
  expect(await screen.findByText('Der Auftrag wird wiederholt.')).toBeDefined();
  expect(screen.getAllByRole('button', { name: /^Noch einmal versuchen: Mail/ })).toHaveLength(1);
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Alle wiederholen: Mail/ })));
  expect(await screen.findByText('Die Aufträge werden wiederholt.')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Mail/ })).toBeNull();
});

it('shows the state of the search index', async () => {
  const facts = async (state: SearchState): Promise<(string | null)[]> => {
    fakeApi(on(routines.list, { items: [], queue, search: state, ...nothing }));
    await show(<Screen />);
    const own = (await screen.findAllByRole('heading', { name: 'Suche' })).at(-1)!.closest('section')!;
    const texts = within(own)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent);
    document.body.replaceChildren();
    return texts;
  };
  expect(await facts(search)).toEqual(['Eingebaut', 'Bereit', '1.234', '0', 'Möglich']);
  const problem = { at: '2026-03-02T08:00:00Z', text: 'disk usage exceeded flood-stage watermark' };
  const full = await facts({
    ...search,
    engine: 'cluster',
    state: 'read_only',
    health: 'yellow',
    behind: 100_000,
    meaning: false,
    problem,
  });
  expect(full.slice(0, 3)).toEqual([
    'OpenSearch-Cluster',
    'Der Cluster nimmt keine Änderungen auf; durchsucht wird der letzte Stand.',
    'Gelb: Es gibt den Suchindex nur einmal.',
  ]);
  expect(full.slice(4, 6)).toEqual(['mehr als 99.999', 'Noch nicht möglich']);
  expect(full[6]).toContain('9:00');
  expect(full[6]).toContain('flood-stage');
});
