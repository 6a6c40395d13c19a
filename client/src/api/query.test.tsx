import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { providers } from '@fundus/contract/accounts/providers';
import { done, endpoint, ONCE_HEADER } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
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

it('runs onSuccess even if the refetch unmounts the calling component', async () => {
  const onSuccess = vi.fn();
  let items = [session('1')];
  fakeApi(
    on(ownAccount.sessions, () => ({ items })),
    on(ownAccount.endSession, () => ((items = []), { ok: true as const })),
    // The refetch of the schools takes longer than the refetch that removes the row.
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

it('refetches an initial read that was in flight during a write', async () => {
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

it('reuses the idempotency key of a purchase until a response arrives', async () => {
  const said = { access: 'user', method: 'POST', summary: '', reply: done } as const;
  const buy = endpoint({ ...said, path: '/api/v1/buy', once: true, body: z.object({ quantity: z.int() }) });
  const leave = endpoint({ ...said, path: '/api/v1/leave' });
  // Outcome of each attempt: lost, done, in progress, done, lost, done.
  const answers = [new AppError('unavailable'), null, new AppError('in_progress'), null, new AppError('unavailable'), null];
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(buy, () => answers.shift() ?? { ok: true as const }),
    on(leave, { ok: true as const }),
  );
  function Buttons() {
    const [buying, leaving] = [useCall(buy), useCall(leave)];
    return (
      <>
        {[1, 2].map((quantity) => (
          <button key={quantity} onClick={() => buying.mutate({ body: { quantity } })}>{`Kaufe ${quantity}`}</button>
        ))}
        <button onClick={() => leaving.mutate({})}>Gehen</button>
      </>
    );
  }
  await show(<Buttons />);
  const press = async (name: string, asked: number) => {
    await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
    await waitFor(() => expect(answers).toHaveLength(6 - asked));
    await act(async () => new Promise((over) => setTimeout(over, 20)));
  };
  await press('Kaufe 1', 1);
  await press('Kaufe 1', 2);
  await press('Kaufe 1', 4);
  await press('Kaufe 1', 5);
  await press('Kaufe 2', 6);
  const keys = api.to(buy).map(({ headers }) => headers.get(ONCE_HEADER));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(
    keys.map((key) => keys.indexOf(key)),
    'the first of each press',
  ).toEqual([0, 0, 2, 2, 4, 5]);
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Gehen' })));
  await waitFor(() => expect(api.to(leave)).toHaveLength(1));
  expect(keys, 'another call').not.toContain(api.to(leave)[0]!.headers.get(ONCE_HEADER));
});
