import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { providers } from '@fundus/contract/accounts/providers';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, on } from '../testing/fake-api.ts';
import { person } from '../testing/people.ts';
import { show } from '../testing/render.tsx';
import { query, useCall } from './query.ts';

const session = (id: string) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  device: 'Firefox · Windows',
  created_at: '2026-11-20T08:00:00Z',
  last_seen_at: '2026-11-21T09:30:00Z',
  stay: false,
  current: false,
});

it('whoever calls hears of it, though the fresh answer takes them off the screen', async () => {
  const onSuccess = vi.fn();
  let items = [session('1')];
  fakeApi(
    on(ownAccount.sessions, () => ({ items })),
    on(ownAccount.endSession, () => ((items = []), { ok: true as const })),
    // The other read that is refreshed takes longer than the one that removes the line.
    on(providers.ownSchools, async () => {
      if (items.length === 0) await new Promise((done) => setTimeout(done, 100));
      return { items: [], current: null, role: '' };
    }),
  );
  function Line({ id }: { id: string }) {
    const end = useCall(ownAccount.endSession, { refreshes: [ownAccount.sessions, providers.ownSchools] });
    return <button onClick={() => end.mutate({ params: { id } }, { onSuccess })}>Beenden</button>;
  }
  function List() {
    useQuery(query(providers.ownSchools));
    const { data } = useQuery(query(ownAccount.sessions));
    return data?.items.map(({ id }) => <Line key={id} id={id} />);
  }
  await show(<List />);
  const button = await screen.findByRole('button', { name: 'Beenden' });
  await act(async () => void fireEvent.click(button));
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
  await new Promise((done) => setTimeout(done, 200));
  expect(onSuccess).toHaveBeenCalledOnce();
});

it('a first read that was on its way while something changed is made anew', async () => {
  let items = [session('1')];
  const answers: (() => void)[] = [];
  fakeApi(
    on(accounts.userinfo, person()),
    on(ownAccount.sessions, async () => {
      const then = items;
      await new Promise<void>((answer) => answers.push(answer));
      return { items: then };
    }),
    on(ownAccount.endSession, () => ((items = []), { ok: true as const })),
  );
  function List() {
    const { data } = useQuery(query(ownAccount.sessions));
    const end = useCall(ownAccount.endSession, { refreshes: [ownAccount.sessions] });
    return (
      <>
        <button onClick={() => end.mutate({ params: { id: session('1').id } })}>Beenden</button>
        <p>{data ? `${data.items.length} offen` : 'wird gelesen'}</p>
      </>
    );
  }
  await show(<List />);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Beenden' })));
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers.forEach((answer) => answer()));
  await screen.findByText('0 offen');
});
