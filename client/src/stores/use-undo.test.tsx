import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { wishes } from '@fundus/contract/library/wishes';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { Snackbar } from '../app/frame/Snackbar.tsx';
import { closeSnackbar, showSnackbar } from './snackbar.ts';
import { query } from '../api/query.ts';
import { useUndo } from './use-undo.ts';
import { fakeApi, on } from '../testing/fake-api.ts';
import { person } from '../testing/people.ts';
import { show } from '../testing/render.tsx';
import { useWish } from '../components/media/use-wish.ts';

beforeEach(() => closeSnackbar());

/** Card that is unmounted shortly after it is used. */
function Card({ onUsed }: { onUsed: () => void }) {
  const { wish } = useWish('M-1', 'Lava');
  return <button onClick={() => (wish(), setTimeout(onUsed, 200))}>wünschen</button>;
}
function Page() {
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown && <Card onUsed={() => setShown(false)} />}
      <Snackbar />
    </>
  );
}

it('shows an error of an undo whose card has been unmounted', async () => {
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(wishes.setWish, { state: 'open' }),
    on(wishes.removeWish, new AppError('state_conflict')),
  );
  await show(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'wünschen' }));
  const undo = await screen.findByRole('button', { name: 'Rückgängig' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'wünschen' })).toBeNull());
  await act(async () => void fireEvent.click(undo));
  await waitFor(() => expect(api.to(wishes.removeWish)).toHaveLength(1));
  await screen.findByText('Das ist zurzeit nicht möglich.');
});

function Reader() {
  useQuery(query(accounts.userinfo));
  const undo = useUndo({ refreshes: [accounts.userinfo] });
  const action = undo(wishes.removeWish, { params: { mediaId: 'M-1' } }, { done: () => showSnackbar({ text: 'Wiederhergestellt' }) });
  return (
    <>
      <button onClick={action.run}>rückgängig</button>
      <Snackbar />
    </>
  );
}

it('confirms an undo only after the affected queries are refetched', async () => {
  let answer = () => {};
  const refetch = new Promise<void>((resolve) => (answer = resolve));
  let reads = 0;
  const api = fakeApi(
    on(accounts.userinfo, async () => {
      reads += 1;
      if (reads > 1) await refetch;
      return person();
    }),
    on(wishes.removeWish, { ok: true }),
  );
  await show(<Reader />);
  fireEvent.click(screen.getByRole('button', { name: 'rückgängig' }));
  await waitFor(() => expect(reads).toBe(2));
  expect(api.to(wishes.removeWish)).toHaveLength(1);
  expect(screen.queryByText('Wiederhergestellt')).toBeNull();
  await act(async () => answer());
  await screen.findByText('Wiederhergestellt');
});
