import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './LoginScreen.tsx';

const guest = on(accounts.userinfo, false);
const learner = person({ role: 'S', vorname: '', name: '', email: '', by_code: { label: '8b-07', valid_until: '2027-07-31' } });

async function opened(hash = '') {
  location.hash = hash;
  const go = vi.fn<Go>();
  const props = { name: 'login', params: {}, search: '', go, from: null } as ScreenProps<'login'>;
  await show(<Screen {...props} />, { user: false });
  return go;
}
beforeEach(() => localStorage.clear());

const code = () => screen.findByLabelText<HTMLInputElement>('Dein Code');
const signIn = () => fireEvent.click(screen.getByRole('button', { name: 'Anmelden' }));

it('groups the characters of the code during input', async () => {
  const api = fakeApi(guest, on(learnerSession.byCode, learner));
  const go = await opened();
  fireEvent.click(screen.getByRole('button', { name: 'Mit Code' }));
  fireEvent.change(await code(), { target: { value: 'cdfg hjkl-mnpq' } });
  expect((await code()).value).toBe('CDFG-HJKL-MNPQ');
  signIn();
  await waitFor(() => expect(go).toHaveBeenCalledWith('/', { replace: true }));
  expect(api.to(learnerSession.byCode)[0]!.body).toEqual({ code: 'CDFG-HJKL-MNPQ' });
});

it('shows the required code length without sending a request', async () => {
  const api = fakeApi(guest);
  await opened();
  fireEvent.click(screen.getByRole('button', { name: 'Mit Code' }));
  fireEvent.change(await code(), { target: { value: 'CDFG' } });
  signIn();
  expect(screen.getByText('Ein Code hat 12 Zeichen. Bei dir sind es 4.')).toBeTruthy();
  expect(api.to(learnerSession.byCode)).toHaveLength(0);
});

it.each([
  [new AppError('wrong_credentials'), /Diesen Code gibt es nicht/],
  [new AppError('expired'), /abgelaufen.*Sekretariat/],
  [new AppError('suspended'), /ist gerade pausiert/],
  [new AppError('suspended', { details: { school: 'Schule am Moor' } }), /Schule am Moor kann das Portal/],
])('explains the error: %s', async (error, text) => {
  fakeApi(guest, on(learnerSession.byCode, error));
  await opened('#code=CDFG-HJKL-MNPQ');
  expect((await code()).value).toBe('CDFG-HJKL-MNPQ');
  signIn();
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

it('ignores an address stored for an earlier user', async () => {
  localStorage.setItem('redirectUrl', '/library/history');
  fakeApi(guest, on(learnerSession.byCode, learner));
  const go = await opened('#code=CDFGHJKLMNPQ');
  await code();
  signIn();
  await waitFor(() => expect(go).toHaveBeenCalledWith('/', { replace: true }));
});

it('clears the selected pictures after a wrong combination', async () => {
  let wrong = true;
  const api = fakeApi(
    guest,
    on(learnerSession.pictureClass, { name: '1a', school: 'Grundschule Aarwiesen' }),
    on(learnerSession.byPictures, () => {
      if (!wrong) return learner;
      wrong = false;
      return new AppError('wrong_credentials');
    }),
  );
  const go = await opened('#class=CDFGHJ');
  expect(await screen.findByText('Grundschule Aarwiesen')).toBeTruthy();
  const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  for (const name of ['Katze', 'Hund', 'Sonne']) tap(name);
  expect((await screen.findByRole('alert')).textContent).toMatch(/nicht die richtigen Bilder/);
  expect(screen.getByText('Noch kein Bild ausgewählt')).toBeTruthy();
  for (const name of ['Katze', 'Sonne']) tap(name);
  tap('Letztes Bild entfernen');
  for (const name of ['Mond', 'Sonne']) tap(name);
  await waitFor(() => expect(go).toHaveBeenCalledWith('/', { replace: true }));
  expect(api.to(learnerSession.byPictures)[1]!.body).toEqual({ class: 'CDFGHJ', pictures: ['cat', 'moon', 'sun'] });
});
