import { accounts } from '@fundus/contract/accounts/accounts';
import { registration } from '@fundus/contract/accounts/registration';
import { AppError } from '@fundus/contract/errors';
import type { ScreenName } from '@fundus/contract/screens';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { frontendConfig } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { storeResetLink } from '../parts/mail-link.ts';
import { readPasskey } from '../parts/passkey.ts';
import { Screen as Confirm } from './PasswordConfirmScreen.tsx';
import { Screen as New } from './PasswordNewScreen.tsx';
import { Screen as Request } from './PasswordRequestScreen.tsx';
import { Screen as Reset } from './PasswordResetScreen.tsx';

vi.mock('../parts/passkey.ts', () => ({ readPasskey: vi.fn() }));

const guest = on(accounts.userinfo, false);
const token = 'A'.repeat(43);
const hint = { account: 'm•••@schule.example', factors: [] };
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const propsOf = <N extends ScreenName>(name: N, go: Go = () => {}) =>
  ({ name, params: {}, search: '', go, from: null }) as unknown as ScreenProps<N>;

beforeEach(() => {
  storeResetLink(null);
  history.replaceState(null, '', '/login/password-reset');
});

describe('requesting a password reset', () => {
  it('shows a confirmation without revealing whether the account exists', async () => {
    const api = fakeApi(guest, on(registration.requestPassword, { ok: true }));
    await show(<Request {...propsOf('password-request')} />, { user: false });
    await press('Mail senden');
    expect(screen.getByText(/Benutzernamen ein/)).toBeTruthy();
    expect(api.calls).toEqual([]);
    type('E-Mail oder Benutzername', 'niemand@schule.example');
    await press('Mail senden');
    expect(await screen.findByRole('heading', { name: 'Bitte E-Mail prüfen' })).toBeTruthy();
    expect(screen.getByText(/Wenn es ein Konto mit diesen Angaben gibt/)).toBeTruthy();
  });

  it('shows the waiting time after too many attempts', async () => {
    fakeApi(guest, on(registration.requestPassword, new AppError('too_many_attempts', { details: { retry_after: 600 } })));
    await show(<Request {...propsOf('password-request')} />, { user: false });
    type('E-Mail oder Benutzername', 'a');
    await press('Mail senden');
    expect((await screen.findByRole('alert')).textContent).toBe('Zu viele Versuche. Bitte warten Sie 10 Minuten.');
  });

  it('links to the system that manages passwords', async () => {
    fakeApi(guest);
    const config = frontendConfig({ PasswordResetURL: 'https://konto.example/neu' });
    await show(<Request {...propsOf('password-request')} />, { user: false, config });
    expect(screen.getByRole('link', { name: 'https://konto.example/neu' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mail senden' })).toBeNull();
  });
});

describe('reset link in the mail', () => {
  it('is redeemed only after the user confirms it', async () => {
    const api = fakeApi(guest, on(registration.checkReset, hint), on(registration.confirmReset, { ok: true }));
    history.replaceState(null, '', `/login/password-reset#${token}`);
    const go = vi.fn<Go>();
    const { unmount } = await show(<Reset {...propsOf('password-reset', go)} />, { user: false });
    await waitFor(() => expect(go).toHaveBeenCalledWith('/login/password-reset/confirm', { replace: true }));
    expect(location.hash).toBe('');
    unmount();
    await show(<Confirm {...propsOf('password-reset-confirm', go)} />, { user: false });
    expect(screen.getByText('Für das Konto m•••@schule.example')).toBeTruthy();
    expect(api.to(registration.confirmReset)).toEqual([]);
    await press('Weiter');
    await waitFor(() => expect(go).toHaveBeenLastCalledWith('/login/password-reset/new', { replace: true }));
    expect(api.to(registration.confirmReset)[0]!.body).toEqual({ token, code: '' });
  });

  it('asks for the second factor until the code is correct', async () => {
    const wrong = new AppError('validation_failed', { field: 'code', details: { problems: [{ field: 'code', rule: 'wrong' }] } });
    const api = fakeApi(guest, on(registration.confirmReset, wrong));
    storeResetLink({ token, hint: { ...hint, factors: ['totp'] } });
    await show(<Confirm {...propsOf('password-reset-confirm')} />, { user: false });
    await press('Weiter');
    expect(screen.getByText('Bitte geben Sie den Code ein.')).toBeTruthy();
    type('Code', '123456');
    await press('Weiter');
    expect(await screen.findByText(/Dieser Code ist falsch/)).toBeTruthy();
    expect(api.to(registration.confirmReset)[0]!.body).toEqual({ token, code: '123456' });
  });

  it('accepts a passkey if the account has no other factor', async () => {
    const asked = { challenge: 'c' };
    vi.mocked(readPasskey).mockResolvedValueOnce({ id: 'k' });
    const api = fakeApi(guest, on(registration.createResetChallenge, { options: asked }), on(registration.confirmReset, { ok: true }));
    storeResetLink({ token, hint: { ...hint, factors: ['passkey'] } });
    const go = vi.fn<Go>();
    await show(<Confirm {...propsOf('password-reset-confirm', go)} />, { user: false });
    expect(screen.queryByRole('button', { name: 'Weiter' })).toBeNull();
    await press('Passkey verwenden');
    await waitFor(() => expect(go).toHaveBeenLastCalledWith('/login/password-reset/new', { replace: true }));
    expect(api.to(registration.confirmReset)[0]!.body).toMatchObject({ token, passkey: { id: 'k' } });
  });

  it.each([
    ['expired', /Der Link war 60 Minuten gültig/],
    ['revoked', /schon verwendet/],
    ['validation_failed', /abgeschnitten/],
  ] as const)('leads to an explanation if it is invalid: %s', async (code, text) => {
    fakeApi(guest, on(registration.checkReset, new AppError(code, { field: 'token' })));
    history.replaceState(null, '', `/login/password-reset#${token}`);
    await show(<Reset {...propsOf('password-reset')} />, { user: false });
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(screen.getByRole('link', { name: 'Neuen Link anfordern' })).toBeTruthy();
  });

  it('is required if a later page is opened directly', async () => {
    fakeApi(guest);
    await show(<New {...propsOf('password-reset-new')} />, { user: false });
    expect(screen.getByRole('alert').textContent).toMatch(/noch einmal aus der Mail/);
  });
});

describe('new password', () => {
  async function openNew(reply: () => AppError | { ok: true }) {
    const api = fakeApi(guest, on(registration.newPassword, reply));
    const go = vi.fn<Go>();
    storeResetLink({ token, hint });
    await show(<New {...propsOf('password-reset-new', go)} />, { user: false });
    return { api, go };
  }
  const typeTwice = (password: string) => {
    type('Neues Passwort', password);
    type('Neues Passwort wiederholen', password);
  };

  it('is validated before it is sent', async () => {
    const { api } = await openNew(() => ({ ok: true }));
    await press('Passwort speichern');
    expect(screen.getByText('Bitte wählen Sie ein Passwort.')).toBeTruthy();
    type('Neues Passwort', 'kurz');
    await press('Passwort speichern');
    expect(screen.getByText('Bitte mindestens 12 Zeichen.')).toBeTruthy();
    type('Neues Passwort', 'rostiger Anker singt');
    type('Neues Passwort wiederholen', 'rostiger Anker');
    await press('Passwort speichern');
    expect(screen.getByText('Die beiden Passwörter stimmen nicht überein.')).toBeTruthy();
    expect(api.to(registration.newPassword)).toEqual([]);
  });

  it('is rejected if it equals the current password', async () => {
    const same = new AppError('validation_failed', { field: 'password', details: { problems: [{ field: 'password', rule: 'same' }] } });
    let tries = 0;
    const { go } = await openNew(() => (++tries === 1 ? same : { ok: true }));
    typeTwice('rostiger Anker singt');
    await press('Passwort speichern');
    expect(await screen.findByText(/Ihr bisheriges Passwort/)).toBeTruthy();
    typeTwice('vier Ziegen kauen Lack');
    await press('Passwort speichern');
    await waitFor(() => expect(go).toHaveBeenCalledWith('/login/password-reset/success', { replace: true }));
  });
});
