/** Tests of signing out: the next user starts at the start page and sees no data of the previous user. */
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { library } from '@fundus/contract/library/library';
import { de } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { Theme } from '@fundus/contract/setup/theme';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { query, useCall } from '../api/query.ts';
import { requireLogin } from '../stores/login-required.ts';
import { storeRedirect, consumeRedirect } from '../stores/redirect.ts';
import { fakeApi, on } from '../testing/fake-api.ts';
import { frontendConfig, person } from '../testing/people.ts';
import { App } from './App.tsx';
import { makeQueryClient } from './start/query-client.ts';
import { openSessionChannel } from './start/session-channel.ts';

const ANNA = person();
const BEN = person({ id: '00000000-0000-4000-8000-000000000002', vorname: 'Ben' });
const PAGE = '/library/bookmarks';

beforeAll(async () => {
  await import('../screens/library/LibraryScreen.tsx');
  await import('../screens/home/HomeScreen.tsx');
  await import('../screens/accounts/sign-in/LoginScreen.tsx');
  await import('./frame/LoginRequiredDialog.tsx');
});

let now: User | false;
beforeEach(() => {
  vi.stubGlobal('navigator', { ...navigator, languages: ['de-DE'] });
  history.replaceState(null, '', PAGE);
  now = ANNA;
});
const channels: { close: () => void }[] = [];
afterEach(() => channels.splice(0).forEach((channel) => channel.close()));

const client = makeQueryClient();
async function open() {
  fakeApi(
    on(setup.config, frontendConfig()),
    on(setup.locale, ({ params }) => ({ locale: params.lang!, default: de, custom: {} })),
    on(setup.theme, Theme.parse({})),
    on(accounts.userinfo, () => now),
    on(accounts.logout, () => ((now = false), { ok: true as const, provider: null })),
    on(library.bookmarks, { total: 0, offset: 0, limit: 8, items: [] }),
    on(library.folders, { items: [], unfiled: 0, total: 0 }),
  );
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const view = render(<App queryClient={client} />);
  await screen.findByRole('main');
  return view;
}
const signOutByMenu = async () => {
  fireEvent.click(await screen.findByRole('button', { name: /Falkner/ }));
  await act(async () => void fireEvent.click(await screen.findByRole('menuitem', { name: 'Abmelden' })));
};
const personKnown = () => client.getQueryData<User | false>(query(accounts.userinfo).queryKey);

it("clears the user's cached data on sign-out", async () => {
  await open();
  localStorage.setItem('recentSearches', JSON.stringify({ person: ANNA.id, words: ['Scheidung'] }));
  await signOutByMenu();
  await waitFor(() => expect(location.pathname).not.toBe(PAGE));
  expect(consumeRedirect(BEN.id)).toBe('/');
  expect(localStorage.getItem('recentSearches')).toBeNull();
  expect(client.getQueryData(query(library.bookmarks, { query: {} }).queryKey)).toBeUndefined();
  expect(personKnown()).toBe(false);
});

it('shows the start page when a signed-out user goes back', async () => {
  await open();
  await signOutByMenu();
  await waitFor(() => expect(location.pathname).not.toBe(PAGE));
  await act(async () => {
    history.back();
    await new Promise((done) => setTimeout(done, 50));
  });
  await waitFor(() => expect(location.pathname).not.toBe(PAGE));
  expect(consumeRedirect(BEN.id)).toBe('/');
});

it.each([
  ['nobody', ''],
  ['another person', BEN.id],
])('closes the page after %s signs in in another tab', async (_, id) => {
  await open();
  now = id === '' ? false : BEN;
  const other = openSessionChannel(() => {});
  channels.push(other);
  await waitFor(() => {
    other.announce(id);
    expect(location.pathname).not.toBe(PAGE);
  });
  await waitFor(() => expect(personKnown()).toEqual(now));
  expect(consumeRedirect(BEN.id)).toBe('/');
});

it('keeps the page after the same user signs in in another tab', async () => {
  await open();
  act(() => requireLogin(PAGE));
  await screen.findByText('Ihre Sitzung ist abgelaufen');
  const other = openSessionChannel(() => {});
  channels.push(other);
  await waitFor(() => {
    other.announce(ANNA.id);
    expect(screen.queryByText('Ihre Sitzung ist abgelaufen')).toBeNull();
  });
  expect(location.pathname).toBe(PAGE);
});

const signInAgain = async (user: User) => {
  fakeApi(
    on(accounts.userinfo, () => now),
    on(accounts.login, () => ((now = user), user)),
    on(library.bookmarks, { total: 0, offset: 0, limit: 8, items: [] }),
    on(library.folders, { items: [], unfiled: 0, total: 0 }),
  );
  const form = within(await screen.findByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' }));
  expect(form.getByLabelText<HTMLInputElement>('E-Mail oder Benutzername').value).toBe(ANNA.email);
  fireEvent.change(form.getByLabelText('Passwort'), { target: { value: 'geheim-geheim' } });
  await act(async () => void fireEvent.click(form.getByRole('button', { name: 'Anmelden' })));
  await waitFor(() => expect(screen.queryByText('Ihre Sitzung ist abgelaufen')).toBeNull());
};

it('resends a write rejected by an expired session after a new sign-in', async () => {
  await open();
  const Folder = () => {
    const add = useCall(library.createFolder);
    return (
      <>
        <button onClick={() => add.mutate({ body: { name: 'Vulkane' } })}>Ordner</button>
        <p>{add.isSuccess ? 'angelegt' : add.isPending ? 'wartet' : (add.error?.code ?? '')}</p>
      </>
    );
  };
  const { container } = render(<Folder />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const own = within(container);
  fakeApi(
    on(accounts.userinfo, () => now),
    on(library.createFolder, new AppError('login_required')),
  );
  fireEvent.click(own.getByRole('button', { name: 'Ordner' }));
  await screen.findByText('Ihre Sitzung ist abgelaufen');
  own.getByText('wartet');
  const api = fakeApi(
    on(accounts.userinfo, () => now),
    on(accounts.login, () => ANNA),
    on(library.createFolder, { id: ANNA.id, name: 'Vulkane', count: 0 }),
  );
  const form = within(await screen.findByRole('dialog', { name: 'Ihre Sitzung ist abgelaufen' }));
  fireEvent.change(form.getByLabelText('Passwort'), { target: { value: 'geheim-geheim' } });
  await act(async () => void fireEvent.click(form.getByRole('button', { name: 'Anmelden' })));
  await own.findByText('angelegt');
  expect(api.to(library.createFolder)).toHaveLength(1);
  expect(location.pathname).toBe(PAGE);
});

it('keeps the page open only if the same user signs in again', async () => {
  await open();
  act(() => requireLogin(PAGE));
  now = false;
  await signInAgain(ANNA);
  expect(location.pathname).toBe(PAGE);
  act(() => requireLogin(PAGE));
  now = false;
  await signInAgain(BEN);
  await waitFor(() => expect(location.pathname).not.toBe(PAGE));
  expect(personKnown()).toEqual(BEN);
  expect(consumeRedirect(BEN.id)).toBe('/');
});

it('restores a stored address only for the user who left it', () => {
  storeRedirect(PAGE, ANNA.id);
  expect(consumeRedirect(BEN.id)).toBe('/');
  storeRedirect(PAGE, ANNA.id);
  expect(consumeRedirect(ANNA.id)).toBe(PAGE);
});

it('restores an address opened after session expiry only for the same user', async () => {
  const view = await open();
  view.unmount();
  now = false;
  client.clear();
  await open();
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(localStorage.getItem('redirectPerson')).toBe(ANNA.id);
  expect(consumeRedirect(BEN.id)).toBe('/');
});

it('redirects a guest to the stored address after any sign-in', async () => {
  now = false;
  client.clear();
  await open();
  await waitFor(() => expect(location.pathname).toBe('/login'));
  expect(consumeRedirect(BEN.id)).toBe(PAGE);
});

it('keeps the page open if a read fails because the session expired', async () => {
  await open();
  fakeApi(on(library.folders, new AppError('login_required')));
  await act(async () => void (await client.fetchQuery({ ...query(library.folders), staleTime: 0, retry: false }).catch(() => null)));
  await screen.findByText('Ihre Sitzung ist abgelaufen');
  expect(location.pathname).toBe(PAGE);
});
