import { accounts } from '@fundus/contract/accounts/accounts';
import { providers, type SchoolRole, type SignInResult } from '@fundus/contract/accounts/providers';
import { AppError } from '@fundus/contract/errors';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { useSnackbar } from '../../../stores/snackbar.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { LinkedAccounts } from '../own/LinkedAccounts.tsx';
import { Screen as LoginScreen } from './LoginScreen.tsx';

const token = 'A'.repeat(43);
const guest = on(accounts.userinfo, false);
const land = on(providers.providers, { items: [{ id: 'land', name: 'Landesportal', issuer: 'https://land.example', hints: [] }] });
const unknown = (schools: SchoolRole[] = []): SignInResult => ({
  kind: 'unknown',
  token,
  provider: 'Landesportal',
  schools,
});
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function opened(...routes: Parameters<typeof fakeApi>) {
  const api = fakeApi(guest, land, ...routes);
  const go = vi.fn<Go>();
  const props = { name: 'login', params: {}, search: location.search, go, from: null } as ScreenProps<'login'>;
  await show(<LoginScreen {...props} />, { user: false });
  return { api, go };
}

/** Opens the sign-in page as if the user returned from the identity provider. */
async function back(...routes: Parameters<typeof fakeApi>) {
  sessionStorage.setItem('visit', `${token} land`);
  history.replaceState(null, '', '/login#answer=code%3Dc%26state%3Ds');
  const view = await opened(...routes);
  await waitFor(() => expect(view.api.to(providers.completeSignIn)).toHaveLength(1));
  return view;
}

beforeEach(() => {
  history.replaceState(null, '', '/login');
  localStorage.removeItem('provider');
});

describe('identity providers', () => {
  it('start the sign-in on click', async () => {
    const { api } = await opened(on(providers.startAuthorization, { url: 'about:blank', secret: token }));
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Mit Landesportal anmelden' })));
    expect(api.to(providers.startAuthorization)[0]).toMatchObject({ params: { provider: 'land' }, body: {} });
    expect(sessionStorage.getItem('visit')).toBe(`${token} land`);
  });

  describe('several identity providers', () => {
    const several = on(providers.providers, {
      items: [
        { id: 'bund', name: 'Bundesportal', issuer: 'https://bund.example/', hints: ['kc_idp_hint'] },
        { id: 'land', name: 'Landesportal', issuer: 'https://land.example', hints: [] },
      ],
    });
    const names = async () => {
      await screen.findByRole('button', { name: 'Mit Landesportal anmelden' });
      return screen.getAllByRole('button', { name: /^Mit .* anmelden$/ }).map((button) => button.textContent);
    };
    const login = { name: 'login', params: {}, go: vi.fn<Go>(), from: null };

    it('lists the last used provider first until the user removes it', async () => {
      await back(on(providers.completeSignIn, { kind: 'signed_in', user: person() }));
      await waitFor(() => expect(localStorage.getItem('provider')).toBe('land'));
      cleanup();
      history.replaceState(null, '', '/login');
      fakeApi(guest, several);
      await show(<LoginScreen {...(login as unknown as ScreenProps<'login'>)} search="" />, { user: false });
      expect(await names()).toEqual(['Mit Landesportal anmelden', 'Mit Bundesportal anmelden']);
      await press('Vergessen');
      expect(localStorage.getItem('provider')).toBeNull();
      expect(await names()).toEqual(['Mit Bundesportal anmelden', 'Mit Landesportal anmelden']);
    });

    it('does not remember a provider after a failed sign-in', async () => {
      await back(on(providers.completeSignIn, { kind: 'waiting' }));
      await screen.findByRole('heading', { name: 'Ihr Konto ist noch nicht freigeschaltet' });
      expect(localStorage.getItem('provider')).toBeNull();
    });

    it('lists the provider named in a link first', async () => {
      localStorage.setItem('provider', 'land');
      const api = fakeApi(guest, several, on(providers.startAuthorization, { url: 'about:blank', secret: token }));
      const search = '?kc_idp_hint=schule-eins&login_hint=kim';
      await show(<LoginScreen {...(login as unknown as ScreenProps<'login'>)} search={search} />, { user: false });
      expect(await names()).toEqual(['Mit Bundesportal anmelden', 'Mit Landesportal anmelden']);
      await press('Mit Bundesportal anmelden');
      expect(api.to(providers.startAuthorization)[0]).toMatchObject({
        params: { provider: 'bund' },
        body: { hints: { kc_idp_hint: 'schule-eins' } },
      });
    });
  });

  it('shows an error if a provider does not respond', async () => {
    await opened(on(providers.startAuthorization, new AppError('unavailable')));
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Mit Landesportal anmelden' })));
    expect((await screen.findByRole('alert')).textContent).toBe('Das ist zurzeit nicht erreichbar.');
  });

  it("signs in a known user with the provider's response", async () => {
    const { api, go } = await back(on(providers.completeSignIn, { kind: 'signed_in', user: person() }));
    await waitFor(() => expect(go).toHaveBeenCalledWith('/', { replace: true }));
    expect(api.to(providers.completeSignIn)[0]!.body).toEqual({ answer: 'code=c&state=s', secret: token });
    expect([location.hash, sessionStorage.getItem('visit')]).toEqual(['', null]);
  });

  it('creates an account for a new user at the selected school', async () => {
    const schools = [
      { id: 'school-a', name: 'Schule am Deich', role: 'L' as const },
      { id: 'school-b', name: 'Waldschule', role: 'L' as const },
    ];
    const { api } = await back(on(providers.completeSignIn, unknown(schools)), on(providers.createAccount, { kind: 'waiting' }));
    await screen.findByRole('heading', { name: 'Willkommen' });
    type('Schule', 'school-b L');
    await press('Konto anlegen');
    expect(await screen.findByRole('heading', { name: 'Ihr Konto ist noch nicht freigeschaltet' })).toBeTruthy();
    expect(api.to(providers.createAccount)[0]!.body).toEqual({ token, school_id: 'school-b', role: 'L' });
  });

  it('asks a user with several roles to choose one', async () => {
    const schools = [
      { id: 'school-a', name: 'Schule am Deich', role: 'L' as const },
      { id: 'school-a', name: 'Schule am Deich', role: 'P' as const },
      { id: 'school-b', name: 'Waldschule', role: 'S' as const },
    ];
    const { api, go } = await back(
      on(providers.completeSignIn, { kind: 'choose', token, provider: 'Landesportal', schools }),
      on(providers.chooseArrival, { kind: 'signed_in', user: person() }),
    );
    await screen.findByRole('heading', { name: 'Schule und Rolle auswählen' });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Schule am DeichLehrkraft',
      'Schule am DeichWeiteres Personal',
      'WaldschuleSchülerin oder Schüler',
    ]);
    await press(/Weiteres Personal/);
    await waitFor(() => expect(go).toHaveBeenCalledWith('/', { replace: true }));
    expect(api.to(providers.chooseArrival)[0]!.body).toEqual({ token, school_id: 'school-a', role: 'P' });
  });

  it('links an existing account after the user enters its password', async () => {
    let tries = 0;
    const { api, go } = await back(
      on(providers.completeSignIn, unknown()),
      on(providers.linkAccount, () => (++tries === 1 ? new AppError('wrong_credentials') : { kind: 'signed_in' as const, user: person() })),
    );
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Ich habe schon ein Konto' })));
    type('E-Mail oder Benutzername', 'ada@schule.example');
    type('Passwort', 'falsch');
    await press('Konto verknüpfen');
    expect((await screen.findByRole('alert')).textContent).toBe('Diese Anmeldedaten stimmen nicht.');
    await press('Konto verknüpfen');
    await waitFor(() => expect(go).toHaveBeenCalled());
    expect(api.to(providers.linkAccount)[0]!.body).toEqual({ token, login: 'ada@schule.example', password: 'falsch' });
  });

  it.each([
    [new AppError('wrong_credentials'), /nicht bestätigt/],
    [new AppError('validation_failed', { field: 'rolle', details: { missing: ['rolle', 'schulkennung'] } }), /rolle, schulkennung/],
  ])('explains the error: %s', async (error, text) => {
    await back(on(providers.completeSignIn, error));
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    await press('Zur Anmeldung');
    expect(screen.getByLabelText('Passwort')).toBeTruthy();
  });
});

const Snack = () => <p role="status">{useSnackbar()?.text}</p>;

describe('linked accounts', () => {
  const user = on(accounts.userinfo, person());
  const item = { provider: 'land', name: 'Landesportal', created_at: '2026-11-01T08:00:00Z', last_used_at: '2026-11-20T08:00:00Z' };

  it('can be unlinked unless they are the last sign-in method', async () => {
    const api = fakeApi(
      user,
      on(providers.identities, { items: [item], others: [{ provider: 'bund', name: 'Bundesportal' }] }),
      on(providers.removeIdentity, new AppError('state_conflict')),
    );
    await show(<LinkedAccounts needsPassword />);
    await screen.findByRole('heading', { name: 'Verknüpfte Konten' });
    await press('Landesportal trennen');
    expect((await screen.findByRole('alert')).textContent).toMatch(/können diese Verknüpfung nicht trennen/);
    expect(api.to(providers.removeIdentity)[0]!.params).toEqual({ provider: 'land' });
    expect(screen.getByRole('button', { name: 'Bundesportal verknüpfen' })).toBeTruthy();
  });

  it('are added after the user enters the password', async () => {
    const api = fakeApi(
      user,
      on(providers.identities, { items: [], others: [{ provider: 'land', name: 'Landesportal' }] }),
      on(providers.startAuthorization, { url: 'about:blank', secret: token }),
    );
    await show(<LinkedAccounts needsPassword />);
    await screen.findByRole('heading', { name: 'Verknüpfte Konten' });
    await press('Landesportal verknüpfen');
    expect(api.to(providers.startAuthorization)).toHaveLength(0);
    await screen.findByLabelText('Aktuelles Passwort');
    type('Aktuelles Passwort', 'mein Kennwort');
    await press('Verknüpfen');
    await waitFor(() => expect(sessionStorage.getItem('visit')).toBe(`${token} land`));
    expect(api.to(providers.startAuthorization)[0]!.body).toEqual({ link: true, password: 'mein Kennwort' });
  });

  it.each([
    ['linked', { kind: 'linked' as const, provider: 'Landesportal' }, 'status', 'Die Konten wurden verknüpft'],
    ['already linked to another account', new AppError('already_exists'), 'alert', /ist hier schon mit einem anderen Konto verknüpft/],
    ['not confirmed', new AppError('wrong_credentials'), 'alert', /nicht bestätigt/],
  ])('show the result of linking: %s', async (_, reply, role, text) => {
    sessionStorage.setItem('visit', `${token} land`);
    history.replaceState(null, '', '/account/security#answer=code%3Dc%26state%3Ds');
    const api = fakeApi(user, on(providers.identities, { items: [item], others: [] }), on(providers.completeSignIn, reply));
    await show(
      <>
        <LinkedAccounts needsPassword />
        <Snack />
      </>,
    );
    await waitFor(() => expect(screen.getByRole(role).textContent).not.toBe(''));
    expect(screen.getByRole(role).textContent).toMatch(text);
    expect(api.to(providers.completeSignIn)).toHaveLength(1);
    expect(api.to(providers.completeSignIn)[0]!.body).toEqual({ answer: 'code=c&state=s', secret: token });
    expect([location.hash, sessionStorage.getItem('visit')]).toEqual(['', null]);
  });
});

describe('sign-in started by an identity provider', () => {
  const sent = async (search: string) => {
    history.replaceState(null, '', `/login?${search}`);
    localStorage.setItem('redirectUrl', '/news');
    const { api } = await opened(on(providers.startAuthorization, { url: `${location.origin}/login#gone`, secret: token }));
    return api;
  };
  it.each([
    ['/search?q=Vulkane', '/search?q=Vulkane'],
    ['https://evil.example/search', null],
    ['//evil.example/search', null],
    ['javascript:alert(1)', null],
    ['/login', null],
  ])('stores the target %s as %s', async (target, kept) => {
    const target_link_uri = target.startsWith('/') && !target.startsWith('//') ? location.origin + target : target;
    const api = await sent(new URLSearchParams({ iss: 'https://land.example/', login_hint: 'kim', target_link_uri }).toString());
    await waitFor(() => expect(api.to(providers.startAuthorization)).toHaveLength(1));
    expect(api.to(providers.startAuthorization)[0]).toMatchObject({ params: { provider: 'land' }, body: { login_hint: 'kim' } });
    expect(localStorage.getItem('redirectUrl')).toBe(kept);
  });

  it('is rejected for an unknown provider', async () => {
    const api = await sent('iss=https%3A%2F%2Fevil.example');
    await screen.findByText('Dieses Portal ist hier nicht bekannt. Bitte melden Sie sich auf einem anderen Weg an.');
    expect(api.to(providers.startAuthorization)).toHaveLength(0);
    await press('Zur Anmeldung');
    await screen.findByRole('button', { name: 'Mit Landesportal anmelden' });
  });
});
