import { accounts } from '@fundus/contract/accounts/accounts';
import { factors, type OwnFactor } from '@fundus/contract/accounts/factors';
import { AppError } from '@fundus/contract/errors';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Factors } from '../own/Factors.tsx';
import { Screen as LoginScreen } from './LoginScreen.tsx';
import { makePasskey, readPasskey } from '../parts/passkey.ts';

vi.mock('../parts/passkey.ts', () => ({ readPasskey: vi.fn(), makePasskey: vi.fn(), supportsPasskeys: () => true }));

const token = 'A'.repeat(43);
const guest = on(accounts.userinfo, false);
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const wrong = (field: string) => new AppError('validation_failed', { field, details: { problems: [{ field, rule: 'wrong' }] } });
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];
const qr = '<svg xmlns="http://www.w3.org/2000/svg"/>';

async function signedIn(methods: ('totp' | 'passkey' | 'recovery')[], ...routes: Parameters<typeof fakeApi>) {
  const api = fakeApi(guest, on(accounts.login, { second_factor: { token, methods } }), ...routes);
  const go = vi.fn<Go>();
  const props = { name: 'login', params: {}, search: '', go, from: null } as ScreenProps<'login'>;
  await show(<LoginScreen {...props} />, { user: false });
  type('E-Mail oder Benutzername', 'admin@schule.example');
  type('Passwort', 'geheim');
  await press('Anmelden');
  await screen.findByRole('heading', { level: 1, name: /Noch ein Schritt|Schützen Sie Ihr Konto/ });
  return { api, go };
}

beforeEach(() => {
  vi.mocked(readPasskey).mockReset();
  vi.mocked(makePasskey).mockReset();
});

describe('second factor after the password', () => {
  it('asks for a code until it is correct', async () => {
    let tries = 0;
    const { api, go } = await signedIn(
      ['totp', 'recovery'],
      on(factors.verifyCode, () => (++tries === 1 ? wrong('code') : person())),
    );
    await press('Anmelden');
    expect(screen.getByText('Bitte geben Sie den Code ein.')).toBeTruthy();
    type('Code', '123456');
    await press('Anmelden');
    expect(await screen.findByText(/Dieser Code ist falsch/)).toBeTruthy();
    type('Code', '654321');
    await press('Anmelden');
    await waitFor(() => expect(go).toHaveBeenCalledWith('/', { replace: true }));
    expect(api.to(factors.verifyCode)[1]!.body).toEqual({ token, code: '654321' });
  });

  it('allows a retry if the passkey fails', async () => {
    vi.mocked(readPasskey).mockRejectedValueOnce(new Error('NotAllowed')).mockResolvedValueOnce({ id: 'x' });
    const { api, go } = await signedIn(
      ['passkey', 'recovery'],
      on(factors.createPasskeyChallenge, { options: { challenge: 'c' } }),
      on(factors.verifyPasskey, person()),
    );
    await press('Passkey verwenden');
    expect((await screen.findByRole('alert')).textContent).toMatch(/nicht geklappt/);
    await press('Passkey verwenden');
    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(api.to(factors.verifyPasskey)[0]!.body).toEqual({ token, response: { id: 'x' } });
  });

  it('returns to an empty password field after a timeout', async () => {
    await signedIn(['totp'], on(factors.verifyCode, new AppError('expired', { field: 'token' })));
    type('Code', '123456');
    await press('Anmelden');
    expect((await screen.findByRole('alert')).textContent).toMatch(/zu lange gedauert/);
    await press('Zurück');
    expect(screen.getByLabelText<HTMLInputElement>('Passwort').value).toBe('');
  });

  it('sets up a required second factor during the sign-in', async () => {
    const { api, go } = await signedIn(
      [],
      on(factors.beginFactor, { token, totp: { uri: 'otpauth://totp/x', qr, secret: 'ABCDEFGH' }, passkey: null }),
      on(factors.addTotp, { codes, user: person() }),
    );
    expect(screen.queryByLabelText('Aktuelles Passwort')).toBeNull();
    await press('Authenticator-App');
    expect(await screen.findByRole('img', { name: /QR-Code/ })).toBeTruthy();
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    type('Code aus der App', '123456');
    await press('Prüfen und speichern');
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
    expect(go).not.toHaveBeenCalled();
    await press('Ich habe sie gespeichert');
    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(api.to(factors.beginFactor)[0]!.body).toEqual({ token, password: '', kind: 'totp' });
  });
});

describe('second factors on the account page', () => {
  const factor = (about: Partial<OwnFactor> = {}): OwnFactor => ({
    id: '00000000-0000-4000-8000-00000000000f',
    kind: 'totp',
    name: '',
    created_at: '2026-11-01T08:00:00Z',
    last_used_at: null,
    ...about,
  });
  const user = on(accounts.userinfo, person());
  const opened = async (...routes: Parameters<typeof fakeApi>) => {
    const api = fakeApi(user, ...routes);
    await show(<Factors needsPassword />);
    await screen.findByRole('heading', { name: 'Zweiter Faktor' });
    return api;
  };

  it('adds a passkey after the user enters the password', async () => {
    vi.mocked(makePasskey).mockResolvedValueOnce({ id: 'neu' });
    let tries = 0;
    const api = await opened(
      on(factors.factors, { required: false, items: [], codes: 0 }),
      on(factors.beginFactor, () => (++tries === 1 ? wrong('password') : { token, totp: null, passkey: { challenge: 'c' } })),
      on(factors.addPasskey, { codes, user: null }),
    );
    await press('Zweiten Faktor einrichten');
    await screen.findByLabelText('Aktuelles Passwort');
    type('Aktuelles Passwort', 'falsch');
    await press('Passkey');
    expect(await screen.findByText('Das ist nicht Ihr aktuelles Passwort.')).toBeTruthy();
    type('Aktuelles Passwort', 'richtig');
    await press('Passkey');
    expect(await screen.findByText('ccccc-ddddd')).toBeTruthy();
    expect(api.to(factors.addPasskey)[0]!.body).toEqual({ token, response: { id: 'neu' } });
  });

  it('removes a factor after the user enters the password', async () => {
    const own = { required: false, items: [factor({ name: 'Telefon' })], codes: 3 };
    const api = await opened(on(factors.factors, own), on(factors.removeFactor, { ...own, items: [] }), on(factors.newCodes, { codes }));
    expect(screen.getByText(/3 Wiederherstellungscodes/)).toBeTruthy();
    await press('Neue Codes erstellen');
    await screen.findByLabelText('Aktuelles Passwort');
    type('Aktuelles Passwort', 'richtig');
    await act(async () => void fireEvent.click(screen.getAllByRole('button', { name: 'Neue Codes erstellen' }).at(-1)!));
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
    await press('Ich habe sie gespeichert');
    await press('Telefon entfernen');
    await screen.findByLabelText('Aktuelles Passwort');
    type('Aktuelles Passwort', 'richtig');
    await press('Entfernen');
    await waitFor(() => expect(api.to(factors.removeFactor)[0]?.body).toEqual({ password: 'richtig' }));
  });

  it('does not remove the last required factor', async () => {
    await opened(on(factors.factors, { required: true, items: [factor()], codes: 10 }));
    expect(screen.getByText(/Pflicht/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /entfernen/ })).toBeNull();
  });
});
