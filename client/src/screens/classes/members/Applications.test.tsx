/** Tests of requests to join a class. A decision can be undone, and a late undo reports that it failed. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { classMembers } from '@fundus/contract/classes/members';
import { AppError } from '@fundus/contract/errors';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Snackbar } from '../../../app/frame/Snackbar.tsx';
import { closeSnackbar } from '../../../stores/snackbar.ts';
import { classId, classMember, classOf } from '../../../testing/class.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Applications } from './Applications.tsx';

beforeEach(() => closeSnackbar());

const asked = classMember(1, { state: 'applied', name: 'Cem' });

it.each([
  ['Rückgängig gemacht. Es wurde keine Nachricht gesendet.', { ok: true as const }],
  [
    'Das lässt sich nicht mehr rückgängig machen: Die Nachricht wurde bereits gesendet.',
    new AppError('state_conflict', { details: { reason: 'final' } }),
  ],
])('shows “%s” after the user undoes a decision', async (words, answer) => {
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(classMembers.members, { total: 1, offset: 0, limit: 100, items: [asked] }),
    on(classMembers.changeMember, { ...asked, state: 'active' }),
    on(classMembers.undoRequest, answer),
  );
  await show(
    <>
      <Applications cls={classOf()} />
      <Snackbar />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Cem bestätigen' }));
  const undo = await screen.findByRole('button', { name: 'Rückgängig' });
  await act(async () => void fireEvent.click(undo));
  await waitFor(() => expect(api.to(classMembers.undoRequest)[0]!.params).toEqual({ id: classId, memberId: asked.id }));
  await screen.findByText(words);
});
