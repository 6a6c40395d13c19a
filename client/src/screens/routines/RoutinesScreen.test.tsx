import { AppError } from '@fundus/contract/errors';
import { routines, type Routine } from '@fundus/contract/routines/routines';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Snackbar } from '../../app/Snackbar.tsx';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './RoutinesScreen.tsx';

afterEach(() => document.body.replaceChildren());

const routine = (name: string, about: Partial<Routine> = {}): Routine => ({
  ...{ name, state: 'done', last_at: '2026-03-02T08:00:00Z', next_at: '2026-03-02T09:00:00Z', duration_ms: 12, error: null },
  ...about,
});
const queue = { waiting: 2, given_up: 0, oldest: null };

it('what failed stands first and says why; done again it says how it went, and a busy one that it is busy', async () => {
  const failing = routine('lending.mails', { state: 'failed', error: 'connect ECONNREFUSED' });
  fakeApi(
    on(routines.list, { items: [routine('accounts.sweep'), failing, routine('lending.orders', { state: 'running' })], queue }),
    on(routines.run, ({ params }) =>
      params.name === 'lending.mails'
        ? { items: [routine('accounts.sweep'), routine('lending.mails'), routine('lending.orders')], queue }
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
  expect(await screen.findByText(/ist erledigt/)).toBeDefined();
  expect(screen.getByText('Keine Aufgabe ist fehlgeschlagen.')).toBeDefined();
  expect(screen.queryByText('connect ECONNREFUSED')).toBeNull();
});
