import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { query } from '../../../api/query.ts';
import type { Go, ScreenProps } from '../../../components/page/screen.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { frontendConfig, person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './LoginScreen.tsx';

async function opened(demo = false) {
  const go = vi.fn<Go>();
  const props = { name: 'login', params: {}, search: '', go, from: null } as ScreenProps<'login'>;
  const view = await show(<Screen {...props} />, { user: false, config: frontendConfig({ demo } as never) });
  return { go, ...view };
}
const name = () => screen.getByLabelText<HTMLInputElement>('E-Mail oder Benutzername');
const password = () => screen.getByLabelText<HTMLInputElement>('Passwort');
const fill = (login: string, secret: string) => {
  fireEvent.change(name(), { target: { value: login } });
  fireEvent.change(password(), { target: { value: secret } });
};
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
const guest = on(accounts.userinfo, false);

describe('LoginScreen', () => {
  it('opens the stored address after sign-in', async () => {
    localStorage.setItem('redirectUrl', '/search?q=Wasser');
    const api = fakeApi(guest, on(accounts.login, person()));
    const { go, queryClient } = await opened();
    fill(' lehrkraft@demo.example ', 'geheim');
    fireEvent.click(screen.getByLabelText(/Angemeldet bleiben/));
    submit();
    await waitFor(() => expect(go).toHaveBeenCalledWith('/search?q=Wasser', { replace: true }));
    expect(api.to(accounts.login)[0]!.body).toEqual({ login: ' lehrkraft@demo.example ', password: 'geheim', stay: true });
    expect(queryClient.getQueryData(query(accounts.userinfo).queryKey)).toMatchObject({ vorname: 'Miriam' });
    expect(localStorage.getItem('redirectUrl')).toBeNull();
  });

  it('opens the start page if the user may not open the stored address', async () => {
    localStorage.setItem('redirectUrl', '//evil.example');
    fakeApi(guest, on(accounts.login, person()));
    const { go } = await opened();
    fill('a', 'b');
    submit();
    await waitFor(() => expect(go).toHaveBeenCalledWith('/', { replace: true }));
  });

  it('shows the same error for all wrong credentials', async () => {
    fakeApi(guest, on(accounts.login, new AppError('wrong_credentials')));
    const { go } = await opened();
    fill('a', 'b');
    submit();
    expect((await screen.findByRole('alert')).textContent).toBe('Diese Anmeldedaten stimmen nicht.');
    expect([name().value, password().value]).toEqual(['a', 'b']);
    expect(go).not.toHaveBeenCalled();
  });

  it('shows an error at an empty field without sending a request', async () => {
    const api = fakeApi();
    await opened();
    fireEvent.change(name(), { target: { value: 'a' } });
    submit();
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(password().getAttribute('aria-describedby')!)?.textContent).toBe('Bitte geben Sie Ihr Passwort ein.');
    expect(document.activeElement).toBe(password());
    expect(api.calls).toEqual([]);
  });

  it('reveals the password on request', async () => {
    await opened();
    expect(password().type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Passwort anzeigen' }));
    expect(password().type).toBe('text');
  });

  it('hides the demo accounts if there are none', async () => {
    await opened();
    expect(screen.queryByText('Zum Ausprobieren')).toBeNull();
  });

  it('fills in the login and password of a selected demo account', async () => {
    await opened(true);
    fireEvent.click(screen.getByRole('button', { name: /schueler@demo.example/ }));
    expect([name().value, password().value]).toEqual(['schueler@demo.example', 'demo-schule-2026']);
  });
});
