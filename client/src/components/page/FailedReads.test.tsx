import { assignments } from '@fundus/contract/assignments/assignments';
import { AppError } from '@fundus/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { query } from '../../api/query.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { FailedReads } from './FailedReads.tsx';

function Page() {
  const { isLoading } = useQuery(query(assignments.own));
  return isLoading ? null : (
    <>
      <h1>Start</h1>
      <FailedReads />
    </>
  );
}

it('retries a failed read on request', async () => {
  let fails = true;
  const api = fakeApi(on(assignments.own, () => (fails ? new AppError('internal') : { items: [] })));
  await show(<Page />);
  expect(await screen.findByText('Ein Teil dieser Seite konnte nicht geladen werden.')).toBeTruthy();
  const before = api.calls.length;
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(api.calls.length).toBe(before + 1);
});

it('does not report a read that the user may not perform', async () => {
  fakeApi(on(assignments.own, new AppError('forbidden')));
  await show(<Page />);
  await screen.findByRole('heading', { name: 'Start' });
  expect(screen.queryByRole('alert')).toBeNull();
});
